import { memoryBytes } from '../../machine.ts';

/** What one sandbox may use of the machine. Time is its caller's. */
export interface SandboxLimits {
  /** Processes and threads together, as the kernel counts them. */
  processes: number;
  memoryMb: number;
  /** The largest file that may be written. */
  fileMb: number;
}

const MB = 1024 * 1024;

/** A build with every core busy fits; a fork bomb or a runaway test does not take the machine with it. */
export function sandboxLimits(given: Partial<SandboxLimits> = {}): SandboxLimits {
  return {
    processes: given.processes ?? 4096,
    memoryMb: given.memoryMb ?? Math.floor((memoryBytes() * 0.75) / MB),
    fileMb: given.fileMb ?? 4096,
  };
}
