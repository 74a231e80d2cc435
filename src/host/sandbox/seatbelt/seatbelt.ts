import { join } from 'node:path';
import { makeFolder, writeText } from '../../fs/files.ts';
import { realPlace } from '../../fs/real-path.ts';
import { temporaryFolder } from '../../fs/temporary.ts';
import type { Processes, StartOptions } from '../../process/process.ts';
import { systemRandom } from '../../random.ts';
import type { Sandbox } from '../sandbox.ts';
import { gitPlaces } from '../view/git-places.ts';
import { srtCommand } from './command.ts';
import { srtSettings } from './settings.ts';

type Env = StartOptions['env'];
const tried = new WeakMap<Processes, Promise<boolean>>();

/**
 * Whether checks and set-ups can be run by `srt` here: on macOS, where there is no bubblewrap, found by running `true`
 * in it once. Sessions need our proxy and a home of their own, which it does not give; they have no sandbox there.
 */
export function seatbeltWorks(
  processes: Processes,
  env: Env,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  if (platform !== 'darwin') return Promise.resolve(false);
  const known = tried.get(processes) ?? trySeatbelt(processes, env);
  tried.set(processes, known);
  return known;
}

async function trySeatbelt(processes: Processes, env: Env): Promise<boolean> {
  const scratch = await temporaryFolder(systemRandom, env['TMPDIR']);
  try {
    const rules = { hidden: [], read: [], write: [], allowHosts: [], required: false };
    const sandbox = { rules, scratch: scratch.path, worktree: { path: scratch.path, write: true } };
    const { command, args } = await seatbeltCommand(sandbox, env, 'true', []);
    return (await processes.run(command, args, { env, cwd: scratch.path, timeoutMs: 10_000 })).code === 0;
  } catch {
    return false;
  } finally {
    await scratch.remove();
  }
}

export interface SeatbeltCommand {
  command: string;
  args: string[];
  /** Beside its own. */
  env: Record<string, string>;
}

/** The command line that runs a program by `srt` as the sandbox says. Its settings lie in the scratch folder. */
export async function seatbeltCommand(
  { rules, scratch, worktree }: Pick<Sandbox, 'rules' | 'scratch' | 'worktree'>,
  env: Env,
  command: string,
  args: readonly string[],
): Promise<SeatbeltCommand> {
  const real = (paths: readonly string[]) => Promise.all(paths.map(realPlace));
  const home = join(scratch, 'sandbox-home');
  await makeFolder(home, 0o700);
  const settings = srtSettings({
    home: await realPlace(env['HOME'] ?? '/var/empty'),
    scratch: await realPlace(scratch),
    worktree: { ...worktree, path: await realPlace(worktree.path) },
    git: await real((await gitPlaces(worktree.path))?.kept ?? []),
    hidden: await real(rules.hidden),
    read: await real(rules.read),
    write: await real(rules.write),
    allowHosts: rules.allowHosts,
  });
  const file = join(scratch, 'srt.json');
  await writeText(file, JSON.stringify(settings, undefined, 1));
  return { ...srtCommand(file, command, args), env: { HOME: home, TMPDIR: scratch } };
}
