import type { Context } from 'hono';
import { command, type CommandInput } from '../api/control/command.ts';
import { isSafeTarget } from '../render/html/link.ts';
import { AutodevError } from '../work/errors.ts';
import type { WebParts } from './web-parts.ts';
import { refusalPage } from './pages/problem.ts';
import { keepSaid } from './said.ts';

const NAMES: ReadonlySet<string> = new Set(['pause', 'resume', 'retry', 'cancel', 'answer']);
const LARGEST_FORM = 64 * 1024;

/** Does what a form says and leads back to the page it stood on, which tells what came of it. */
export async function takeOrder(
  c: Context,
  { source, door }: Pick<WebParts, 'source' | 'door'>,
): Promise<Response> {
  if (Number(c.req.header('content-length') ?? Infinity) > LARGEST_FORM)
    throw new AutodevError('invalid_input', 'the form is too large');
  const fields = new Map(
    Object.entries(await c.req.parseBody()).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  );
  if (!door.isCsrf(fields.get('csrf') ?? ''))
    return refusalPage({
      status: 403,
      why: 'the form is not one of this board; reload the page and try again',
    });
  const outcome = await source.tell(orderOf(c.req.param('name') ?? '', fields));
  const back = fields.get('back') ?? '';
  const location = back.startsWith('/') && isSafeTarget(back) ? back : '/';
  return new Response(null, { status: 303, headers: { location, 'set-cookie': keepSaid(outcome) } });
}

/** What a form on a page tells the daemon, under the same rules as the command line. */
function orderOf(name: string, fields: ReadonlyMap<string, string>): CommandInput {
  const [work, text, question] = [fields.get('work'), fields.get('text'), fields.get('question')];
  const parsed = NAMES.has(name)
    ? command.safeParse({ name, work, question, text, by: 'dashboard' })
    : undefined;
  if (parsed?.success) return parsed.data;
  throw new AutodevError('invalid_input', 'not an order that a page can give', {
    why: name === 'answer' ? 'an answer needs a text, or one of the options' : undefined,
  });
}
