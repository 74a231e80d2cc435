import { AutodevError } from '../../work/errors.ts';
import { withAskpass, type GitLogin } from './askpass.ts';
import { fileError } from '../fs/files.ts';
import type { Finished, Processes } from '../process/process.ts';

/**
 * The only door to git. Every call has hooks, fsmonitor, the ext transport, embedded bare repositories, system config,
 * credential helpers, submodule recursion, replaced objects and grafts off: the repositories are other people's.
 */
const HARDENED = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.untrackedCache', 'false'],
  ['protocol.ext.allow', 'never'],
  ['safe.bareRepository', 'explicit'],
  ['core.useReplaceRefs', 'false'],
  ['credential.helper', ''],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['advice.detachedHead', 'false'],
  ['core.quotePath', 'false'],
  ['commit.gpgSign', 'false'],
  ['tag.gpgSign', 'false'],
  ['init.defaultBranch', 'main'],
  ['init.templateDir', ''],
  ['core.pager', 'cat'],
  ['diff.external', ''],
  ['core.useReplaceRefs', 'false'],
  ['core.alternateRefsCommand', 'false'],
  ['core.protectNTFS', 'true'],
  ['core.protectHFS', 'true'],
] as const;

export const HARDENED_FLAGS = HARDENED.flatMap(([key, value]) => ['-c', `${key}=${value}`]);

export interface Identity {
  name: string;
  email: string;
}

export interface GitOptions {
  cwd?: string;
  /** A bare repository has to be named: discovery is off. */
  gitDir?: string;
  input?: string | Uint8Array;
  /** Exit codes that are an answer, not a failure. */
  ok?: readonly number[];
  timeoutMs?: number;
  maxOutputBytes?: number;
  signal?: AbortSignal | undefined;
  identity?: Identity;
  /** Time of the commit to be made, as seconds since the epoch. */
  date?: number;
  /** Answers git's question for user and password. */
  login?: GitLogin;
  env?: Readonly<Record<string, string>>;
}

export interface Git {
  run(args: readonly string[], options?: GitOptions): Promise<Finished>;
  /** Standard output as text without the last newline. */
  text(args: readonly string[], options?: GitOptions): Promise<string>;
  /** Whether the command exits with 0; any other exit code is "no". */
  succeeds(args: readonly string[], options?: GitOptions): Promise<boolean>;
}

/** The same door, of which every command ends with the signal. */
export function gitUntil(git: Git, ended: AbortSignal): Git {
  const until = (options: GitOptions = {}): GitOptions => ({
    ...options,
    signal: options.signal === undefined ? ended : AbortSignal.any([ended, options.signal]),
  });
  return {
    run: (args, options) => git.run(args, until(options)),
    text: (args, options) => git.text(args, until(options)),
    succeeds: (args, options) => git.succeeds(args, until(options)),
  };
}

const DEFAULT_TIMEOUT = 10 * 60_000;

export function openGit(processes: Processes, base: { path: string; home: string; lang?: string }): Git {
  const environment = (options: GitOptions): Record<string, string> => ({
    PATH: base.path,
    HOME: base.home,
    LANG: base.lang ?? 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    // Objects mean what their hash says: nothing is replaced or grafted, also where somebody planted it.
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_GRAFT_FILE: '/dev/null',
    GIT_EDITOR: 'true',
    GIT_SSH_COMMAND: 'ssh -oBatchMode=yes',
    ...(options.identity && {
      GIT_AUTHOR_NAME: options.identity.name,
      GIT_AUTHOR_EMAIL: options.identity.email,
      GIT_COMMITTER_NAME: options.identity.name,
      GIT_COMMITTER_EMAIL: options.identity.email,
    }),
    ...(options.date !== undefined && {
      GIT_AUTHOR_DATE: `${options.date} +0000`,
      GIT_COMMITTER_DATE: `${options.date} +0000`,
    }),
    ...options.env,
  });

  const call = async (args: readonly string[], options: GitOptions): Promise<Finished> => {
    const place = options.gitDir === undefined ? [] : [`--git-dir=${options.gitDir}`];
    try {
      return await withAskpass(options.login, (askpass) =>
        processes.run('git', [...HARDENED_FLAGS, ...place, ...args], {
          cwd: options.cwd,
          env: { ...environment(options), ...askpass },
          timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT,
          ...(options.maxOutputBytes === undefined ? {} : { maxOutputBytes: options.maxOutputBytes }),
          ...(options.input === undefined ? {} : { input: options.input }),
          signal: options.signal,
        }),
      );
    } catch (error) {
      if (error instanceof AutodevError && error.code === 'not_found') {
        throw new AutodevError('git_failed', 'git was not found', {
          hint: 'install git 2.39 or later and make sure it is on PATH',
          cause: error,
        });
      }
      throw error;
    }
  };

  const run = async (args: readonly string[], options: GitOptions = {}): Promise<Finished> => {
    const done = await call(args, options);
    if (done.code !== 0 && !(done.code !== null && options.ok?.includes(done.code))) {
      if (/No space left on device|Out of diskspace|Disk quota exceeded/.test(done.stderr)) {
        throw fileError(
          Object.assign(new Error(done.stderr), { code: 'ENOSPC' }),
          `git ${args[0] ?? ''} failed`,
        );
      }
      throw new AutodevError('git_failed', `git ${args[0] ?? ''} failed`, {
        why: done.timedOut
          ? 'it took too long'
          : done.stderr.trim().slice(-2_000) || `exit code ${done.code}`,
        data: { args: [...args], code: done.code, cwd: options.cwd ?? options.gitDir },
      });
    }
    return done;
  };

  return {
    run,
    text: async (args, options) => (await run(args, options)).stdout.toString('utf8').replace(/\n$/, ''),
    succeeds: async (args, options = {}) => (await call(args, options)).code === 0,
  };
}
