import { AutodevError } from '../../work/errors.ts';
import { containment } from '../enclose.ts';
import type { Host } from '../host.ts';
import type { Processes, StartOptions } from '../process.ts';
import type { BoxRules } from './box.ts';

export const NO_BOX = 'sandbox.mode is required, and bubblewrap does not work here';

/**
 * The outermost walls: a root that is read-only, a /dev and a /proc of its own, no network, no signal and no shared
 * memory to the outside. Root keeps every capability in bubblewrap unless told otherwise, and with them would simply
 * mount the root writable again; CAP_SETFCAP alone is left, without which it could not start a box within the box, as
 * codex does.
 */
export function boxFlags(): string[] {
  const root = ['--unshare-user-try', '--cap-drop', 'ALL', '--cap-add', 'CAP_SETFCAP'];
  return [
    ...(process.getuid?.() === 0 ? root : []),
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-net',
    '--die-with-parent',
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
  ];
}

/** The rules of the box that a program is to get, or undefined when it gets none. Refuses where it must have one. */
export async function boxInForce(
  host: Pick<Host, 'processes' | 'box'>,
  env: StartOptions['env'],
): Promise<BoxRules | undefined> {
  const rules = host.box?.();
  if (rules === undefined || (await boxWorks(host.processes, env))) return rules;
  if (rules.required) throw new AutodevError('gate_closed', NO_BOX);
  return undefined;
}

const probed = new WeakMap<Processes, Promise<boolean>>();

/** Whether a program can be given a box on this machine, found by really making one once. */
export function boxWorks(processes: Processes, env: StartOptions['env']): Promise<boolean> {
  const known = probed.get(processes);
  if (known !== undefined) return known;
  const found = tryOne(processes, env);
  probed.set(processes, found);
  return found;
}

async function tryOne(processes: Processes, env: StartOptions['env']): Promise<boolean> {
  if ((await containment(processes, env)) !== 'namespace') return false;
  const args = [...boxFlags(), '--tmpfs', '/tmp', '--remount-ro', '/tmp', '--', 'true'];
  try {
    return (await processes.run('bwrap', args, { env, timeoutMs: 10_000 })).code === 0;
  } catch {
    return false;
  }
}
