import type { SandboxRules } from './sandbox/sandbox.ts';
import { systemClock, type Clock } from './clock.ts';
import { systemFiles, type Files } from './fs/host-files.ts';
import { openGit, type Git } from './git/git.ts';
import { silentLog, type Log } from './log/log.ts';
import { systemProcesses, type Processes } from './process/process.ts';
import { systemRandom, type Random } from './random.ts';
import { secretKeeper, type SecretKeeper } from '../work/secrets/keeper.ts';

/** Everything outside the program that a part may touch. A simulator passes another one. */
export interface Host {
  clock: Clock;
  random: Random;
  processes: Processes;
  git: Git;
  files: Files;
  log: Log;
  /** What every child process gets: PATH, HOME, LANG … Nothing secret. */
  env: Readonly<Record<string, string>>;
  /** What this process holds and nothing that leaves it may carry. */
  secrets: SecretKeeper;
  /** What agents, and programs they may have written, are enclosed by where the machine can. Absent: nothing. */
  sandbox?: (() => SandboxRules | undefined) | undefined;
}

export interface HostOptions {
  env: Readonly<Record<string, string>>;
  clock?: Clock;
  random?: Random;
  processes?: Processes;
  files?: Files;
  log?: Log;
}

export function openHost(options: HostOptions): Host {
  const clock = options.clock ?? systemClock;
  const processes = options.processes ?? systemProcesses(clock);
  const random = options.random ?? systemRandom;
  return {
    clock,
    random,
    processes,
    git: openGit(processes, {
      path: options.env['PATH'] ?? '/usr/bin:/bin',
      home: options.env['HOME'] ?? '/',
    }),
    files: options.files ?? systemFiles(random),
    log: options.log ?? silentLog,
    env: options.env,
    secrets: secretKeeper(),
  };
}
