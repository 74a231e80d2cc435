import type { BoxRules } from './box/box.ts';
import { systemClock, type Clock } from './clock.ts';
import { openGit, type Git } from './git.ts';
import { silentLog, type Log } from './log.ts';
import { systemProcesses, type Processes } from './process.ts';
import { systemRandom, type Random } from './random.ts';

/** Everything outside the program that a part may touch. A simulator passes another one. */
export interface Host {
  clock: Clock;
  random: Random;
  processes: Processes;
  git: Git;
  log: Log;
  /** What every child process gets: PATH, HOME, LANG … Nothing secret. */
  env: Readonly<Record<string, string>>;
  /** What agents, and programs they may have written, are enclosed by where the machine can. Absent: nothing. */
  box?: (() => BoxRules | undefined) | undefined;
}

export interface HostOptions {
  env: Readonly<Record<string, string>>;
  clock?: Clock;
  random?: Random;
  processes?: Processes;
  log?: Log;
}

export function openHost(options: HostOptions): Host {
  const clock = options.clock ?? systemClock;
  const processes = options.processes ?? systemProcesses(clock);
  return {
    clock,
    random: options.random ?? systemRandom,
    processes,
    git: openGit(processes, {
      path: options.env['PATH'] ?? '/usr/bin:/bin',
      home: options.env['HOME'] ?? '/',
    }),
    log: options.log ?? silentLog,
    env: options.env,
  };
}
