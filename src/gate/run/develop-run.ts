import { hookEnvironment } from '../../config/hook-environment.ts';
import { lookUp } from '../../host/fs/look-up.ts';
import { inputsOf, withoutInherited } from '../../host/process/inherited.ts';
import { makeFolderNow, replaceProcess } from '../../host/process/replace.ts';
import { standing, writeStandardError } from '../../host/process/standard-streams.ts';
import { mountArgs } from '../../host/sandbox/view/mounts.ts';
import { SANDBOX_MARK, kept, surroundings } from '../here.ts';
import { absolute, realPlace } from '../paths.ts';
import { bubblewrap, programFolders, trustedFolders } from '../programs.ts';
import { findStates, readState, type Held } from '../state.ts';
import type { Surroundings } from '../surroundings.ts';
import { loopbackPorts, mayHaveDatabases } from './loopback.ts';
import { makeSteering } from './steering.ts';
import { ownWords } from './own-command.ts';
import { answering, supervised, withLoopback, type Loopback } from './supervise.ts';
import { commandView, openOf } from './view.ts';
import { walls } from './walls.ts';

const NOT_FOUND = 127;

/** `autodev develop run -- <program> <args…>`: becomes that command. Gives an exit code when it cannot. */
export async function developRun(words: readonly string[], runFile: string): Promise<number> {
  const env = hookEnvironment();
  const around = surroundings(lookUp, env, standing(env['PWD'] || '/'), runFile);
  const found = findStates(lookUp, [realPlace(lookUp, around.cwd)], true);
  const states = found.map((path) => readState(lookUp, path));
  const here = states.length === 0 ? 'inside' : around.sandbox(states);
  const roots = states.map(({ root }) => root);
  const bwrap = here === 'works' ? bubblewrap(around, roots) : undefined;
  if (bwrap === undefined) {
    // No workflow, or a sandbox around us that holds its gates: nothing to add.
    if (here !== 'inside')
      writeStandardError(
        'autodev: no sandbox works here; the command runs as it is, and the gate is advisory\n',
      );
    return become(around, words, env);
  }
  const own = ownWords(around, words, roots);
  if (own !== undefined) return become(around, own, env);
  const terminal = hasTerminal();
  const loopback = openOf(states).finish ? undefined : loopbackWay(around);
  const program = loopback === undefined ? answering(words) : withLoopback(answering(words), loopback);
  const enclosed = [bwrap, ...sandboxArgs(around, states, env, terminal), '--', ...program];
  // By this the program finds what is to end when a gate closes.
  const mark = realPlace(lookUp, states[0]?.root ?? '/');
  const [name = '', ...args] = supervised(enclosed, terminal, loopback);
  const watched = withoutInherited(
    { command: `/bin/${name}`, args },
    trustedFolders(around, roots).join(':'),
    inputsOf(words),
  );
  return replaceProcess(watched.command, [watched.command, ...watched.args], {
    ...env,
    [SANDBOX_MARK]: mark,
  });
}

type Environment = ReturnType<typeof hookEnvironment>;

function sandboxArgs(
  around: Surroundings,
  states: readonly Held[],
  env: Environment,
  terminal: boolean,
): string[] {
  // What is not there could be made inside.
  makeFolderNow(around.autodevHome, 0o700);
  const open = openOf(states);
  if (open.write) for (const { root } of states) makeFolderNow(`${root}/.claude`, 0o755);
  if (around.claudeHome !== undefined) makeFolderNow(around.claudeHome, 0o700);
  if (open.finish) {
    makeSteering(around, env['SHELL'] ?? '');
    const roots = states.map(({ root }) => root);
    for (const folder of programFolders(around, roots)) makeFolderNow(folder, 0o755);
  }
  const view = commandView(around, states, {
    uid: process.getuid?.() ?? 0,
    tmpdir: env['TMPDIR'],
    agents: [env['SSH_AUTH_SOCK'], env['GPG_AGENT_INFO']?.split(':')[0]].filter((path) => path !== undefined),
  });
  const isAgent = Boolean(env['CLAUDECODE'] || env['AUTODEV_RUN']);
  return [
    ...walls(lookUp),
    ...(open.finish ? [] : ['--unshare-net']),
    // A program with the terminal of a person could type into it.
    ...(isAgent && terminal ? ['--new-session'] : []),
    ...mountArgs(view),
    '--chdir',
    around.cwd,
  ];
}

/** The command itself, without anything around it. */
async function become(around: Surroundings, words: readonly string[], env: Environment): Promise<number> {
  const [command = ''] = words;
  const places = command.includes('/')
    ? [command]
    : around.path.split(':').map((folder) => `${folder}/${command}`);
  const file = places.find((place) => lookUp.target(place)?.kind === 'file');
  if (file !== undefined) return replaceProcess(file, words, env);
  writeStandardError(`autodev: ${command}: command not found\n`);
  return NOT_FOUND;
}

/** Whether this process can be interrupted from a terminal. */
function hasTerminal(): boolean {
  const stat = lookUp.text('/proc/self/stat');
  return typeof stat === 'string' && Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[4]) > 0;
}

/** Without network, databases of this machine are reached all the same; where none listens, nothing is made. */
function loopbackWay(around: Surroundings): Loopback | undefined {
  const { databases = false, loopback_ports: named = [] } = kept(lookUp, around.autodevHome);
  if (!databases && named.length === 0 && !mayHaveDatabases(lookUp)) return undefined;
  const ports = loopbackPorts(lookUp, process.getuid?.() ?? 0, named);
  if (ports.length === 0) return undefined;
  const file = absolute(around.runFile, '../loopback.cjs');
  return { folder: `/tmp/autodev-loopback-${process.pid}`, ports, program: [process.execPath, file] };
}
