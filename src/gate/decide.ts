import { above, absolute, realPlace } from './paths.ts';
import { GIT_OWN, placeOf, protectedPlace } from './protected.ts';
import { judgeInside, judgeShell, readsPlainly, type ShellCall } from './shell/judge.ts';
import { judgeForeignTool } from './mcp.ts';
import { DONE, findStates, readState, STATE_IS_OURS, type Held } from './state.ts';
import { judgeSkill } from './skills.ts';
import type { Answer, Call, Surroundings } from './surroundings.ts';
import { judgeWorktree, WORKTREE_TOOLS } from './worktrees.ts';

const FILE_TOOLS = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);
/** Tools by which the text of a skill, and what it runs, comes into a session. */
const SKILL_TOOLS = new Set(['Skill', 'SlashCommand']);
/** Tools that change the session itself, or run what they are given outside every sandbox. */
const OUTSIDE_TOOLS = new Set(['Config', 'REPL']);
const SHELL_TOOLS = new Set(['Bash', 'PowerShell', 'Monitor']);
const COMMAND_CAP = 64 * 1024;
/** What Linux takes as one argument, and so as the command of a shell: a longer one could not run. */
const COMMAND_LENGTH_CAP = 128 * 1024;
/** The longest path a system takes. */
const TARGET_CAP = 4_096;
const LED_CAP = 64;

/** Reads a shell command where no sandbox works: why it may not run, or null. */
export type ReadShell = (around: Surroundings, call: ShellCall, states: readonly Held[]) => string | null;

/** What becomes of a tool call. */
export function decide(call: Call, around: Surroundings, advisory: () => ReadShell): Answer {
  const start = absolute(around.cwd, typeof call.cwd === 'string' && call.cwd !== '' ? call.cwd : '.');
  const tool = typeof call.tool_name === 'string' ? call.tool_name : '';
  const args = typeof call.tool_input === 'object' && call.tool_input !== null ? call.tool_input : {};
  const folders = new Set([start, around.look.real(start) ?? start]);
  if (around.project) folders.add(absolute(start, around.project));

  const command = SHELL_TOOLS.has(tool) && typeof args['command'] === 'string' ? args['command'] : undefined;
  const named = FILE_TOOLS.has(tool) ? [args['file_path'], args['notebook_path']] : [];
  const targets = named
    .filter((path): path is string => typeof path === 'string' && path.length <= TARGET_CAP)
    .map((path) => placeOf(around, start, path));
  for (const target of targets)
    for (const place of [target, realPlace(around.look, target)]) folders.add(above(place));
  if (command !== undefined) for (const place of ledTo(around, start, command)) folders.add(place);

  const states = findStates(around.look, folders).map((path) => readState(around.look, path));
  if (states.length === 0) return null;

  if (command !== undefined) {
    const shell: ShellCall = {
      command,
      start,
      background: args['run_in_background'] === true,
      foreign: tool === 'PowerShell',
    };
    // Before the sandbox is looked for: the most frequent calls need none.
    if (!shell.foreign && readsPlainly(around, shell, states)) return null;
    const here = around.sandbox(states);
    if (command.length > COMMAND_LENGTH_CAP && here !== 'inside')
      return `a command of ${command.length} characters, of which ${COMMAND_LENGTH_CAP} are read: put it into a file in parts, or run a script`;
    if (here === 'works' && !shell.foreign) return judgeShell(around, shell, states);
    if (here === 'inside') return judgeInside(shell, states);
    return advisory()(around, shell, states);
  }
  if (SHELL_TOOLS.has(tool)) return closed(states, `${tool} without a command`);
  if (FILE_TOOLS.has(tool)) {
    if (named.some((path) => typeof path === 'string' && path.length > TARGET_CAP))
      return `${tool} with a path that is longer than a path can be`;
    return judgeFile(around, tool, targets, states);
  }
  if (SKILL_TOOLS.has(tool)) return isDone(states) ? null : judgeSkill(around, args, states);
  if (WORKTREE_TOOLS.has(tool)) return isDone(states) ? null : judgeWorktree(around, tool, args, states);
  if (OUTSIDE_TOOLS.has(tool)) return closed(states, tool);
  if (tool.startsWith('mcp__')) return judgeForeignTool(around, start, tool, args, states);
  return tool === '' ? closed(states, 'a tool call without a name') : null;
}

const isDone = (states: readonly Held[]) => states.every(({ phase }) => phase === DONE);

function closed(states: readonly Held[], what: string): string | null {
  const why = states.map((state) => state.write ?? state.finish).find((reason) => reason !== null);
  return why === undefined ? null : `${what}: ${why}`;
}

function judgeFile(
  around: Surroundings,
  tool: string,
  targets: readonly string[],
  states: readonly Held[],
): string | null {
  for (const target of targets) {
    const what = protectedPlace(around, states, target);
    if (what !== undefined) return `${tool} on ${what}: ${STATE_IS_OURS}`;
  }
  const write = states.find((state) => state.write !== null)?.write;
  if (write)
    return `${targets.length === 0 ? `${tool} without a file` : `${tool} of ${targets[0]}`}: ${write}`;
  const finish = states.find((state) => state.finish !== null)?.finish;
  const gitOwn = targets.some((target) =>
    [target, realPlace(around.look, target)].some((place) => GIT_OWN.test(place)),
  );
  return finish && gitOwn ? `${tool} of git's own files, which can run commands: ${finish}` : null;
}

/** Folders that a command names: a workflow may run in one of them, though not here. */
function ledTo(around: Surroundings, start: string, command: string): string[] {
  const found: string[] = [];
  if (!command.includes('/') && !command.includes('cd')) return found;
  const words = command.slice(0, COMMAND_CAP).split(/[\s'"=;&|<>()]+/);
  for (const [at, word] of words.entries()) {
    if (words[at - 1] !== 'cd' && !word.includes('/')) continue;
    // `host:path`, `PATH=a:b`.
    for (const path of new Set([word, word.slice(word.lastIndexOf(':') + 1)])) {
      if (path === '' || path.length > 1_000 || found.length >= LED_CAP) continue;
      const place = placeOf(around, start, path);
      const real = realPlace(around.look, place);
      for (const at of new Set([place, real]))
        found.push(around.look.target(at)?.kind === 'folder' ? at : above(at));
    }
  }
  return found;
}
