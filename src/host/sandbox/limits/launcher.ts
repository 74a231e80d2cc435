import type { Cgroup } from './cgroup.ts';
import type { SandboxLimits } from './limits.ts';

/**
 * What only a process can do to itself before it becomes bubblewrap: enter its control groups, lower its limits, open
 * the filter of system calls. A hard limit that is already lower stays. `sh` counts file sizes in blocks of 512 bytes.
 */
const OUTER = `
members=$1 filter=$2 blocks=$3 kilobytes=$4; shift 4
ulimit -c 0 2>/dev/null
ulimit -f "$blocks" 2>/dev/null
test "$kilobytes" = 0 || ulimit -d "$kilobytes" 2>/dev/null
IFS=:
for file in $members; do
  echo $$ > "$file" || { echo "autodev: cannot enter $file" >&2; exit 125; }
done
unset IFS
test "$filter" = "" && exec "$@"
exec 9< "$filter"
program=$1; shift
exec "$program" --seccomp 9 "$@"
`;

/** Threads count too. Its own user namespace counts from zero, so this is set inside. Shells name it -u or -p. */
const INNER = `
processes=$1; shift
ulimit -u "$processes" 2>/dev/null || ulimit -p "$processes" 2>/dev/null
exec "$@"
`;

/** Node itself does not start with 512 MB of writable mappings; with 768 it does. */
const LEAST_MB = 1024;

export interface Launch {
  command: string;
  args: string[];
}

/** bubblewrap with these arguments, within its limits. `filter` is a file with the system calls' filter. */
export function limited(
  bubblewrap: Launch,
  limits: SandboxLimits,
  cgroup: Pick<Cgroup, 'members' | 'limited'>,
  filter: string | undefined,
): Launch {
  const { memoryMb, fileMb } = limits;
  // Without a control group at least no single process may have more.
  const kilobytes = cgroup.limited.has('memory') ? 0 : Math.max(memoryMb, LEAST_MB) * 1024;
  const words = [cgroup.members.join(':'), filter ?? '', String(fileMb * 2048), String(kilobytes)];
  return { command: 'sh', args: ['-c', OUTER, 'sh', ...words, bubblewrap.command, ...bubblewrap.args] };
}

/** The first program of the sandbox, within the limit of processes; the kernel does not count those of root. */
export function counted(program: Launch, { processes }: SandboxLimits): Launch {
  return {
    command: '/bin/sh',
    args: ['-c', INNER, 'sh', String(processes), program.command, ...program.args],
  };
}
