import { isAutodevError } from '../../../work/errors.ts';
import type { Issue } from '../../../work/issue.ts';
import { LABEL } from '../../../work/labels.ts';
import { isPull, type Pull } from '../../../work/pull.ts';
import { changedSince } from '../input/changed.ts';
import { trustsVoices } from '../input/said.ts';
import type { WorkContext } from './context.ts';
import type { Flow } from '../flow.ts';
import type { History } from './history.ts';
import type { FrozenInput } from '../input/input.ts';
import { Dropped, Superseded } from '../stops/interruptions.ts';

/**
 * Before every paid session and every effect, on what the forge says at that moment: the item is still open, says what
 * it said, is wanted by the settings as they are, those who asked for it, and whose words it goes by, still have our
 * trust, and we may still write there. Conditional requests, free when nothing changed; permissions are asked each time.
 * An item that stands nowhere on the forge only has to be there still.
 */
export async function preflight(
  flow: Pick<Flow, 'items' | 'hears'>,
  at: { repo: string; number: number },
  input: FrozenInput,
  done: History,
  context: WorkContext,
  before: 'session' | 'effect',
): Promise<void> {
  const { items } = flow;
  const { forge, store, host } = context;
  const { repo, number } = at;
  if (items.on === 'journal') {
    if ((await items.read({ forge, store, clock: host.clock }, repo, number)) === undefined)
      throw new Dropped('there is no such item any more');
    return;
  }
  const now = await items.read(forge, repo, number).catch(gone);
  const changed = changedSince(now, input, done);
  if (changed?.closed) throw new Dropped(`${changed.reason} while we worked on it`);
  if (changed !== undefined) throw new Superseded(changed.reason);
  if (now.labels.includes(LABEL.skip)) throw new Dropped(`somebody put ${LABEL.skip} on it`);
  await mayStillWrite(context, now, input);
  // Our own labels say that it is in work; everything else is looked at as a scan would.
  const labels = now.labels.filter((label) => label !== LABEL.wip);
  for (const look of [items.screen, items.trusted]) {
    const screening = await look({ ...now, labels }, context, before);
    if (!screening.take) throw new Dropped(screening.reason);
  }
  await trustsVoices(flow, input, context);
}

/** Where nobody can write any more, or we cannot, nothing is begun that could not be handed over. */
async function mayStillWrite(
  { forge }: WorkContext,
  now: Issue | Pull,
  { repo, baseRef }: FrozenInput,
): Promise<void> {
  const { archived, permission, defaultBranch } = await forge.repository(repo).catch(gone);
  if (archived) throw new Dropped(`${repo} is archived`);
  // `none` is what an app's token is told, whose permissions are not a person's.
  if (permission === 'read' || permission === 'triage')
    throw new Dropped(`we may no longer write to ${repo}`);
  if (!isPull(now) && defaultBranch !== baseRef)
    throw new Superseded(`the default branch of ${repo} is another one now`);
}

function gone(error: unknown): never {
  if (isAutodevError(error, 'forge_not_found'))
    throw new Dropped('it is gone from the forge, or we may no longer see it');
  throw error;
}
