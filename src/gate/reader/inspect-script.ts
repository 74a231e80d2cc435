import { nameOf } from '../paths.ts';
import { onlyGrave, type Context } from './context.ts';
import { TEXT_CAP } from './files.ts';
import { listsState } from './filters/listings.ts';
import { inspectCommand } from './inspect-command.ts';
import { MENTIONS_STATE } from './mentions.ts';
import { PLAIN_SOURCES } from './parse/expansions.ts';
import { parseShell } from './parse/parse-shell.ts';
import { Unclear } from './parse/reading.ts';
import type { Script } from './parse/script.ts';
import { touchesState } from './touches.ts';
import { CRAFTED, FROM_OUTSIDE, unknownWord } from './word.ts';

const DEPTH_CAP = 8;
const LISTED_CAP = 2_000;
const LISTINGS = /^(find|ls|e?grep|fgrep|rg|fd|git)$/;

/** What stays the same for every text that one command leads to. */
export interface Inspection {
  known: Readonly<Record<string, string>>;
  /** How many texts may still be read. */
  scripts: number;
}

/** Looks at one shell text; `say` is told everything that matters. */
export function inspectScript(text: string, outer: Context, inspection: Inspection, depth = 0): void {
  const script = parsed(text, outer, inspection, depth);
  if (script === undefined) return;
  const crafts = script.commands.some(({ words: [first] }) => {
    const name = first?.text ?? '';
    return !PLAIN_SOURCES.has(name) && /^(echo|printf|base64|rev|tr|cat|sed|awk)$/.test(name);
  });
  const ctx = { ...outer, reach: outer.reach || reachesState(script, outer) };
  const here: Context = {
    ...ctx,
    functions: script.functions,
    stdin: unknownWord(crafts ? CRAFTED : FROM_OUTSIDE),
    script: (more) => inspectScript(more, ctx, inspection, depth + 1),
    peek: (more) => inspectScript(more, onlyGrave(ctx), inspection, depth + 1),
  };
  for (const cmd of script.commands) inspectCommand(cmd, here);
}

function parsed(text: string, ctx: Context, inspection: Inspection, depth: number): Script | undefined {
  try {
    inspection.scripts -= 1;
    if (depth > DEPTH_CAP || inspection.scripts < 0) throw new Unclear('commands nested too deep');
    if (text.length > TEXT_CAP) throw new Unclear('too many characters');
    return parseShell(text, inspection.known);
  } catch (error) {
    // Too deep for the stack, or not understood: both mean that nothing is known about it.
    if (MENTIONS_STATE.test(text))
      ctx.say('state', 'shell text that names the workflow state and cannot be parsed');
    const what = error instanceof Unclear ? `with ${error.message}` : 'that cannot be parsed';
    ctx.say('opaque', `shell text ${what}`);
    return undefined;
  }
}

/** Whether a script names the files around the state by way of a loop or a listing, and then uses those names. */
function reachesState({ commands, listed }: Script, ctx: Context): boolean {
  if (listed.length > LISTED_CAP || listed.some((w) => w.doubt === 0 && touchesState(ctx, w))) return true;
  const uses = commands.some(({ words }) =>
    words.some((w, k) => w.doubt > 0 || (k === 0 && w.text === 'xargs')),
  );
  return (
    uses &&
    commands.some(({ words: [first, ...args] }) => {
      const name = nameOf(first?.text ?? '');
      return LISTINGS.test(name) && listsState(name, args, ctx);
    })
  );
}
