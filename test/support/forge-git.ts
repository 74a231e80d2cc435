import { execFile, type ExecFileException } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedForge, type EmbeddedForge } from '../../src/forge/embedded/start.ts';
import { openGitHubForge } from '../../src/forge/github/open.ts';
import type { Forge } from '../../src/forge/forge.ts';
import { testHost } from './host.ts';
import { tmpdir } from './tmpdir.ts';

export interface Clone {
  path: string;
  git(...args: string[]): Promise<string>;
  /** Standard error of a command that has to fail. */
  refused(...args: string[]): Promise<string>;
  /** Writes a file and commits it; gives the SHA. */
  commit(file: string, text: string, message?: string): Promise<string>;
}

export interface ForgeWithGit extends AsyncDisposable {
  embedded: EmbeddedForge;
  owner: Forge;
  reviewer: Forge;
  tmp: string;
  token(login: string): string;
  api(login: string, method: string, path: string, body?: unknown): Promise<{ status: number; data: never }>;
  /** A fresh repository `dev/<name>` with a README, where the reviewer may write. */
  repository(name: string): Promise<string>;
  clone(repo: string, into: string, login?: string): Promise<Clone>;
}

/** Real git, as a person would use it: no hardened door of ours, a HOME of its own. */
function run(
  cwd: string,
  home: string,
  args: readonly string[],
): Promise<{ code: number; out: string; err: string }> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  return new Promise((done) => {
    execFile(
      'git',
      [...args],
      { cwd, env, maxBuffer: 64 * 1024 * 1024 },
      (error: ExecFileException | null, out, err) =>
        done({ code: error === null ? 0 : Number(error.code ?? 1), out: out.trim(), err }),
    );
  });
}

export async function forgeWithGit(): Promise<ForgeWithGit> {
  const tmp = await tmpdir();
  const host = testHost();
  const embedded = await startEmbeddedForge(host, { data: join(tmp.path, 'forge') });
  const token = (login: string) => embedded.users.find((user) => user.login === login)?.token ?? '';
  const client = (login: string) => openGitHubForge(host, { apiUrl: embedded.apiUrl, token: token(login) });
  const api: ForgeWithGit['api'] = async (login, method, path, body) => {
    const answer = await fetch(`${embedded.apiUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token(login)}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, data: (text === '' ? null : JSON.parse(text)) as never };
  };
  const at = (path: string): Clone => {
    const git = async (...args: string[]) => {
      const done = await run(path, tmp.path, args);
      if (done.code !== 0) throw new Error(`git ${args.join(' ')}: ${done.err}`);
      return done.out;
    };
    return {
      path,
      git,
      refused: async (...args) => {
        const done = await run(path, tmp.path, args);
        if (done.code === 0) throw new Error(`git ${args.join(' ')} should have been refused`);
        return done.err;
      },
      commit: async (file, text, message = `write ${file}`) => {
        await writeFile(join(path, file), text);
        await git('add', '-A');
        await git('commit', '-q', '-m', message);
        return git('rev-parse', 'HEAD');
      },
    };
  };
  return {
    embedded,
    owner: client('dev'),
    reviewer: client('reviewer'),
    tmp: tmp.path,
    token,
    api,
    repository: async (name) => {
      await api('dev', 'POST', '/user/repos', { name, auto_init: true });
      await api('dev', 'PUT', `/repos/dev/${name}/collaborators/reviewer`, { permission: 'push' });
      return `dev/${name}`;
    },
    clone: async (repo, into, login = 'dev') => {
      const path = join(tmp.path, into);
      const url = `${embedded.url}/${repo}.git`.replace('http://', `http://${login}:${token(login)}@`);
      const done = await run(tmp.path, tmp.path, ['clone', '-q', url, path]);
      if (done.code !== 0) throw new Error(done.err);
      const clone = at(path);
      await clone.git('config', 'user.name', login.replace(/\W/g, ''));
      await clone.git('config', 'user.email', `${login.replace(/\W/g, '')}@example.invalid`);
      return clone;
    },
    [Symbol.asyncDispose]: async () => {
      await embedded.close();
      await tmp[Symbol.asyncDispose]();
    },
  };
}
