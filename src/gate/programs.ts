import { absolute, inside, nameOf, realPlace } from './paths.ts';
import type { Surroundings } from './surroundings.ts';

/** What the shell does itself, whatever lies on the path. */
const BUILTIN = new Set('cd echo printf test true false pwd type command'.split(' '));

/**
 * Where a program is found, if that is a place that no work of an agent lies in: a file in the project, or in a folder
 * for temporary files, may have the name of any program.
 */
export function installedProgram(
  around: Surroundings,
  name: string,
  roots: readonly string[],
): string | undefined {
  const { look, path, cwd } = around;
  for (const folder of path.split(':')) {
    const at = absolute(cwd, `${folder}/${name}`);
    const found = look.target(at);
    if (found === undefined || found.kind !== 'file') continue;
    const places = [at, realPlace(look, at)];
    return folder.startsWith('/') && !places.some((place) => isOpenToAgents(around, place, roots))
      ? at
      : undefined;
  }
  return undefined;
}

export function isInstalled(around: Surroundings, name: string, roots: readonly string[]): boolean {
  if (name.includes('/')) return false;
  return (
    BUILTIN.has(name) || installedProgram(around, name, roots) !== undefined || isNowhere(around, name, roots)
  );
}

/** Not on the path, and no agent can put it there: a function of the person's shell, or nothing. */
function isNowhere(around: Surroundings, name: string, roots: readonly string[]): boolean {
  const { look, path } = around;
  return path
    .split(':')
    .every(
      (at) =>
        at.startsWith('/') &&
        !isOpenToAgents(around, realPlace(look, at), roots) &&
        look.entry(`${at}/${name}`) === undefined,
    );
}

/** Whether an agent may ever have written there: in this phase or in one that left more open. */
function isOpenToAgents(around: Surroundings, place: string, roots: readonly string[]): boolean {
  const { look, home, runFile, node } = around;
  if (roots.some((root) => inside(root, place))) return true;
  // The program's own package is read-only in every sandbox, wherever it lies.
  if (inside(absolute(runFile, '../../../..'), place)) return false;
  const homes = [home, realPlace(look, home)].filter((each) => each !== '/');
  if (![...TEMPORARY, ...homes].some((each) => inside(each, place))) return false;
  return place !== node && !programFolders(around, roots).some((folder) => inside(folder, place));
}

const TEMPORARY = ['/tmp', '/var/tmp', '/dev/shm'];

/**
 * The folders of the path, in places that commands may write in, where plain commands are looked for: no agent may
 * write there in any phase, or what it left would run outside when a gate is closed. One that holds the home, a project
 * or all temporary files cannot be closed.
 */
export function programFolders({ look, path, home }: Surroundings, roots: readonly string[]): string[] {
  const homes = [home, realPlace(look, home)].filter((place) => place !== '/');
  const open = [...homes, ...TEMPORARY];
  const found = path.split(':').filter((folder) => folder.startsWith('/'));
  return [...new Set(found.flatMap((folder) => [absolute('/', folder), realPlace(look, folder)]))].filter(
    (folder) =>
      open.some((place) => inside(place, folder)) &&
      ![...open, ...roots].some((place) => inside(folder, place)) &&
      !roots.some((place) => inside(place, folder)),
  );
}

/** The folders of the path in which no agent could have put a program. */
export function trustedFolders(around: Surroundings, roots: readonly string[]): string[] {
  return around.path.split(':').filter((folder) => isTrusted(around, folder, roots));
}

function isTrusted(around: Surroundings, folder: string, roots: readonly string[]): boolean {
  return folder.startsWith('/') && !isOpenToAgents(around, realPlace(around.look, folder), roots);
}

/** Whether no agent could have put a program into any folder of the path: what a program starts by name is then known. */
export function isPathTrusted(around: Surroundings, roots: readonly string[]): boolean {
  return trustedFolders(around, roots).length === around.path.split(':').length;
}

export function bubblewrap(around: Surroundings, roots: readonly string[]): string | undefined {
  // Only where one lies is asked who could have put it there: that takes a look at every part of the way.
  const holds = (folder: string) => around.look.target(`${folder}/bwrap`)?.kind === 'file';
  const folder = around.path.split(':').find((each) => holds(each) && isTrusted(around, each, roots));
  return folder === undefined ? undefined : `${folder}/bwrap`;
}

/** The words before a command that run it in the sandbox. */
export function runWords(around: Surroundings, roots: readonly string[]): string[] {
  return installedProgram(around, 'autodev', roots) !== undefined
    ? ['autodev', 'develop', 'run', '--']
    : ['node', around.runFile, '--'];
}

/** Whether a command is one that runs another in the sandbox, by a program that no agent could have put there. */
export function isSandboxRun(
  around: Surroundings,
  words: readonly string[],
  roots: readonly string[],
): boolean {
  const [program = '', ...rest] = words;
  if (program !== 'node' && nameOf(program) !== 'autodev') return false;
  if (installedProgram(around, 'node', roots) === undefined) return false;
  if (nameOf(program) === 'autodev') {
    if (rest[0] !== 'develop' || rest[1] !== 'run' || rest[2] !== '--' || rest.length < 4) return false;
    // Where there is none, and no agent can put one there, nothing runs at all.
    if (program === 'autodev') return isInstalled(around, 'autodev', roots);
    return program === installedProgram(around, 'autodev', roots);
  }
  return program === 'node' && rest[0] === around.runFile && rest[1] === '--' && rest.length > 2;
}
