import type { LookUp } from '../../host/fs/look-up.ts';
import { absolute } from '../paths.ts';
import { isInstalled, isSandboxRun, runWords } from '../programs.ts';
import { DONE, STATE_FOLDER, STATE_IS_OURS, type Held } from '../state.ts';
import type { Surroundings } from '../surroundings.ts';
import { ownCommand } from './autodev.ts';
import { finishingCommand } from './finishing.ts';
import { plainLine, type PlainCommand } from './plain-line.ts';
import { finishesPlainly } from './plain-finish.ts';
import { gitReadsOnly } from './reading-git.ts';
import { readsOnly } from './reading-programs.ts';
import { readyLine } from './ready-line.ts';
import type { Answer } from '../surroundings.ts';

export interface ShellCall {
  command: string;
  /** Where it runs. */
  start: string;
  background: boolean;
  /** Not bash: none of this is known of it. */
  foreign: boolean;
}

/**
 * What becomes of a shell command where a sandbox works. A refusal holds the line that may run. With open gates a plain
 * command that does not name the state is not refused: it runs, in the sandbox, where it cannot change the state.
 */
export function judgeShell(around: Surroundings, call: ShellCall, states: readonly Held[]): Answer {
  const { command } = call;
  const roots = states.map(({ root }) => root);
  const lines = call.foreign ? undefined : plainLine(command);
  const finish = states.find((state) => state.finish !== null);
  const shut = states.find((state) => state.write !== null) ?? finish;
  if (lines !== undefined && states.every(({ phase }) => phase === DONE) && !namesState(command)) return null;
  if (lines !== undefined) {
    const kinds = kindsOf(around, lines, call, roots, shut === undefined);
    const refused = kinds.find((kind) => kind.startsWith('!'));
    if (refused !== undefined) return `${refused.slice(1)}: ${STATE_IS_OURS}`;
    if (kinds.every((kind) => kind === 'reads' || kind === 'own')) return null;
    if (kinds.every((kind) => kind !== 'unknown') && !(call.background && kinds.includes('finishes'))) {
      const away = standsElsewhere(around.look, call.start, states);
      if (away === undefined || !kinds.includes('sandboxed')) return null;
      return `the workflow runs in ${away}: go there first (\`cd ${away}\`), so that the sandbox of its phase applies`;
    }
  }
  const finishing = finishingCommand(command);
  if (finish?.finish && finishing !== undefined) return `${finishing}: ${finish.finish}`;
  const away = standsElsewhere(around.look, call.start, states);
  const ready = readyLine(runWords(around, roots), command, lines);
  if (lines !== undefined && shut === undefined && away === undefined && !namesState(command))
    return { instead: ready };
  const how = away === undefined ? `\n\n${ready}` : `\n\ncd ${away}\n${ready}`;
  const why = shut?.write ?? shut?.finish;
  const what = namesState(command)
    ? `a command that names the workflow state: ${STATE_IS_OURS}`
    : why === undefined || why === null
      ? 'while a workflow runs, commands that are not plain run where they cannot change its state'
      : `not plainly reading: ${why}`;
  return `${what}. Run it in the sandbox instead, as it is:${how}`;
}

const namesState = (command: string) => command.toLowerCase().includes(STATE_FOLDER);

/** Whether a command is nothing but plainly reading, which always passes. */
export function readsPlainly(around: Surroundings, call: ShellCall, states: readonly Held[]): boolean {
  const lines = plainLine(call.command);
  if (lines === undefined) return false;
  const roots = states.map(({ root }) => root);
  return kindsOf(around, lines, call, roots, false).every((kind) => kind === 'reads');
}

const FOLDERS_CAP = 8;

type Kind = 'reads' | 'own' | 'sandboxed' | 'finishes' | 'unknown' | `!${string}`;

function kindsOf(
  around: Surroundings,
  lines: readonly PlainCommand[],
  call: ShellCall,
  roots: readonly string[],
  open: boolean,
): Kind[] {
  // A `cd` that fails leaves the next command where it was.
  let cwds: (string | undefined)[] = [call.start];
  return lines.map(({ words, patterns }): Kind => {
    const [program = ''] = words;
    if (isSandboxRun(around, words, roots)) return cwds.length === 1 ? 'sandboxed' : 'unknown';
    if (program === 'autodev' && isInstalled(around, 'node', roots)) return ownCommand(words.slice(1));
    if (!isInstalled(around, program, roots)) return 'unknown';
    if (program === 'cd') {
      const to = words[1] ?? around.home;
      // Each one doubles where the next may run: a line of thirty would take longer than a hook may.
      if (words.length > 2 || cwds.length >= FOLDERS_CAP || patterns.size > 0) return 'unknown';
      if (!/^[./]/.test(to) && around.isSteered('cd')) return 'unknown';
      cwds = [
        ...cwds,
        ...cwds.map((cwd) => (cwd === undefined || to.startsWith('-') ? undefined : absolute(cwd, to))),
      ];
      return 'reads';
    }
    if (program !== 'git') {
      if (readsOnly(words, patterns)) return around.isSteered(program) ? 'unknown' : 'reads';
      return open && cwds.length === 1 && finishesPlainly(around, words, call.start, roots)
        ? 'finishes'
        : 'unknown';
    }
    if (patterns.has(-1)) return 'unknown';
    if (readsOnly(words, patterns)) return 'reads';
    if (cwds.every((cwd) => cwd !== undefined && gitReadsOnly(around, words, cwd, roots))) return 'reads';
    return open && cwds.every((cwd) => cwd !== undefined && finishesPlainly(around, words, cwd, roots))
      ? 'finishes'
      : 'unknown';
  });
}

/** The project to stand in, when `develop run` would not find every state from where the command starts. */
function standsElsewhere(look: LookUp, start: string, states: readonly Held[]): string | undefined {
  const here = look.real(start) ?? start;
  return states
    .map(({ root }) => look.real(root) ?? root)
    .find((root) => here !== root && !here.startsWith(`${root}/`));
}

/** The same inside a sandbox that holds the gates already: only what a refusal can say better than the system is said. */
export function judgeInside(call: ShellCall, states: readonly Held[]): string | null {
  const finish = states.find((state) => state.finish !== null)?.finish;
  const finishing = finishingCommand(call.command);
  if (finish && finishing !== undefined) return `${finishing}: ${finish}`;
  const lines = plainLine(call.command) ?? [];
  const forPeople = lines
    .filter(({ words }) => words[0] === 'autodev')
    .map(({ words }) => ownCommand(words.slice(1)))
    .find((kind) => kind.startsWith('!'));
  return forPeople === undefined ? null : `${forPeople.slice(1)}: ${STATE_IS_OURS}`;
}
