import { runCgi, type CgiAnswer } from '../net/cgi.ts';
import { HARDENED_FLAGS } from './git.ts';
import type { Host } from '../host.ts';

export interface GitHttpCall {
  request: Request;
  /** Folder of the bare repositories and the repository's name in it. */
  root: string;
  repository: string;
  /** What follows the repository in the URL: `info/refs`, `git-upload-pack` or `git-receive-pack`. */
  service: string;
  user: string;
  config: readonly (readonly [key: string, value: string])[];
  env: Readonly<Record<string, string>>;
  signal: AbortSignal;
  after: () => Promise<void>;
}

/** Git's own smart HTTP server for one request. */
export async function gitHttp(host: Host, call: GitHttpCall): Promise<CgiAnswer> {
  const flags = call.config.flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  return runCgi(host, {
    command: 'git',
    args: [...HARDENED_FLAGS, ...flags, 'http-backend'],
    env: {
      PATH: host.env['PATH'] ?? '/usr/bin:/bin',
      HOME: host.env['HOME'] ?? '/',
      LC_ALL: 'C.UTF-8',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_PROJECT_ROOT: call.root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: `/${call.repository}/${call.service}`,
      REMOTE_USER: call.user,
      ...call.env,
    },
    request: call.request,
    signal: call.signal,
    after: call.after,
  });
}
