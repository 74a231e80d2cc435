import type { Exit } from '../../process/spawn.ts';
import type { Cgroup } from './cgroup.ts';
import type { SandboxLimits } from './limits.ts';

/** A program that a shell ran ends with 128 and the number of SIGXFSZ. */
const FILE_TOO_LARGE = 128 + 25;

/** What is to be said of limits that something in the sandbox ran into: programs rarely say it themselves. */
export async function limitsReached(
  cgroup: Pick<Cgroup, 'reached'>,
  { processes, memoryMb, fileMb }: SandboxLimits,
  exit: Exit,
): Promise<string[]> {
  const reached = await cgroup.reached();
  const said: string[] = [];
  if (reached.has('pids'))
    said.push(`more than ${processes} processes were wanted (sandbox.limits.processes)`);
  if (reached.has('memory'))
    said.push(
      `more than ${memoryMb} MB of memory were wanted, and something was killed (sandbox.limits.memory_mb)`,
    );
  if (exit.code === FILE_TOO_LARGE || exit.signal === 'SIGXFSZ')
    said.push(`a file was to be larger than ${fileMb} MB (sandbox.limits.file_mb)`);
  return said;
}
