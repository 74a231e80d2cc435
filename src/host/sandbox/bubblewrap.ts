import { basename } from 'node:path';
import { bubblewrapFlags, type SandboxKind } from './flags.ts';
import type { IsolatedCommand } from './process-isolation.ts';
import type { Sandbox } from './sandbox.ts';
import { forwarded } from './egress/network.ts';
import { openCgroup } from './limits/cgroup.ts';
import { counted, limited } from './limits/launcher.ts';
import { sandboxLimits } from './limits/limits.ts';
import { limitsReached } from './limits/reached.ts';
import { filterFile } from './seccomp/file.ts';
import { mountArgs } from './view/mounts.ts';
import { viewOf, type Started } from './view/view.ts';

/** The command line that runs a program in its sandbox, with the forwarder to the egress proxy as its parent. */
export async function bubblewrapCommand(
  kind: SandboxKind,
  sandbox: Sandbox,
  command: string,
  args: readonly string[],
  started: Omit<Started, 'command'>,
): Promise<IsolatedCommand> {
  const limits = sandboxLimits(sandbox.rules.limits);
  const forwarder = forwarded(sandbox.socket, command, args);
  const first = counted(forwarder, limits);
  const seen = await viewOf(
    { ...sandbox, read: [...(sandbox.read ?? []), forwarder.read] },
    { command, ...started },
  );
  const filter = await filterFile(sandbox.scratch);
  const cgroup = await openCgroup(basename(sandbox.scratch), limits);
  const mounts = mountArgs([...seen, forwarder.mount]);
  const bubblewrap = [...bubblewrapFlags(kind), ...mounts, '--', first.command, ...first.args];
  return {
    ...limited({ command: 'bwrap', args: bubblewrap }, limits, cgroup, filter),
    depth: 3,
    emptied: cgroup.emptied,
    reached: (exit) => limitsReached(cgroup, limits, exit),
    close: cgroup.close,
  };
}
