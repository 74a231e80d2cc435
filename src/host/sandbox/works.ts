import { AutodevError, messageOf } from '../../work/errors.ts';
import { temporaryFolder } from '../fs/temporary.ts';
import type { Host } from '../host.ts';
import type { Processes, StartOptions } from '../process/process.ts';
import { systemRandom } from '../random.ts';
import { bubblewrapFlags, type SandboxKind } from './flags.ts';
import { limited } from './limits/launcher.ts';
import { sandboxLimits } from './limits/limits.ts';
import { processIsolation } from './process-isolation.ts';
import type { SandboxRules } from './sandbox.ts';
import { filterFile } from './seccomp/file.ts';

export const NO_SANDBOX = 'sandbox.mode is required, and bubblewrap does not work here';

/** The rules of the sandbox that a program is to get, or undefined when it gets none. Refuses where it must have one. */
export async function sandboxInForce(
  host: Pick<Host, 'processes' | 'sandbox'>,
  env: StartOptions['env'],
): Promise<SandboxRules | undefined> {
  const rules = host.sandbox?.();
  if (rules === undefined || (await sandboxWorks(host.processes, env))) return rules;
  if (rules.required) throw new AutodevError('gate_closed', NO_SANDBOX);
  return undefined;
}

export interface SandboxTrial {
  /** The best that can be had; undefined when a program can be given none. */
  kind: SandboxKind | undefined;
  /** What bubblewrap said where it does not work. */
  why: string;
}

const tried = new WeakMap<Processes, Promise<SandboxTrial>>();

/** Whether a program can be given a sandbox on this machine, found by really making one once. */
export async function sandboxWorks(processes: Processes, env: StartOptions['env']): Promise<boolean> {
  return (await trySandbox(processes, env)).kind !== undefined;
}

export function trySandbox(processes: Processes, env: StartOptions['env']): Promise<SandboxTrial> {
  const known = tried.get(processes);
  if (known !== undefined) return known;
  const found = tryKinds(processes, env);
  tried.set(processes, found);
  // A machine that was too busy just then is not one without a sandbox: what failed is tried again.
  const forget = ({ kind }: SandboxTrial) => kind === undefined && tried.delete(processes);
  void found.then(forget, () => tried.delete(processes));
  return found;
}

async function tryKinds(processes: Processes, env: StartOptions['env']): Promise<SandboxTrial> {
  if ((await processIsolation(processes, env)) !== 'namespace')
    return {
      kind: undefined,
      why: await failureOf(processes, env, ['--unshare-user', '--ro-bind', '/', '/']),
    };
  const scratch = await temporaryFolder(systemRandom, env['TMPDIR']);
  try {
    const filter = await filterFile(scratch.path);
    const whys: string[] = [];
    for (const kind of ['full', 'older'] as const) {
      // Without either nothing would keep it from making namespaces.
      if (kind === 'older' && filter === undefined) continue;
      const flags = [...bubblewrapFlags(kind), '--tmpfs', '/tmp', '--remount-ro', '/tmp'];
      const why = await failureOf(processes, env, flags, filter);
      if (why === '') return { kind, why: whys.join('; ') };
      whys.push(why);
    }
    return { kind: undefined, why: whys.join('; ') };
  } finally {
    await scratch.remove();
  }
}

/** What is said when `true` cannot be run in bubblewrap with these flags; nothing when it can. */
async function failureOf(
  processes: Processes,
  env: StartOptions['env'],
  flags: readonly string[],
  filter?: string,
): Promise<string> {
  const none = { members: [], limited: new Set<never>() };
  const { command, args } = limited(
    { command: 'bwrap', args: [...flags, '--', 'true'] },
    sandboxLimits(),
    none,
    filter,
  );
  try {
    const done = await processes.run(command, args, { env, timeoutMs: 30_000 });
    return done.code === 0 ? '' : done.stderr.trim() || `exit code ${done.code ?? done.signal ?? '?'}`;
  } catch (error) {
    return messageOf(error);
  }
}
