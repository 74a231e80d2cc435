import { startEmbeddedForge } from '../../forge/embedded/start.ts';
import { makeFolder } from '../../host/fs/files.ts';
import type { Host } from '../../host/host.ts';
import { systemFetch } from '../../host/net/fetch.ts';
import { AutodevError } from '../../work/errors.ts';

/** One account on the embedded forge, used as a person would: by API and by git. */
export interface ForgeUser {
  login: string;
  token: string;
  request(method: string, path: string, body?: unknown): Promise<unknown>;
}

/** The embedded forge for a demo or a test: a person who owns what they make, and an account for autodev. */
export interface DemoForge {
  apiUrl: string;
  webUrl: string;
  owner: ForgeUser;
  bot: ForgeUser;
  /** Somebody who is in no repository unless they are added. */
  other: ForgeUser;
  /** Another account that the forge was started with. */
  user(login: string): ForgeUser;
  push(folder: string, user: ForgeUser, url: string, branches: readonly string[]): Promise<void>;
  fetchCommit(folder: string, user: ForgeUser, url: string, commit: string): Promise<void>;
  close(): Promise<void>;
}

export async function startDemoForge(
  host: Host,
  options: { data: string; port?: number; users?: readonly string[] },
): Promise<DemoForge> {
  await makeFolder(options.data);
  const served = await startEmbeddedForge(host, options);
  return {
    ...demoForge(host, {
      apiUrl: served.apiUrl,
      webUrl: served.signInUrl,
      users: served.users,
    }),
    close: () => served.close(),
  };
}

/** `+name` forces, as in git's own refspecs. */
function refspec(branch: string): string {
  const name = branch.replace(/^\+/, '');
  return `${branch.startsWith('+') ? '+' : ''}${name}:refs/heads/${name}`;
}

/** The same view of a forge that runs elsewhere, in a process of its own. */
export function demoForge(
  host: Host,
  at: { apiUrl: string; webUrl: string; users: readonly { login: string; token: string }[] },
): Omit<DemoForge, 'close'> {
  const user = ({ login, token }: { login: string; token: string }): ForgeUser => ({
    login,
    token,
    request: async (method, path, body) => {
      const answer = await systemFetch(`${at.apiUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/vnd.github+json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok)
        throw new AutodevError('failed', `${method} ${path} gave ${answer.status}`, {
          why: text.slice(0, 500),
        });
      return text === '' ? null : (JSON.parse(text) as unknown);
    },
  });
  const [owner, bot, other] = at.users;
  if (owner === undefined || bot === undefined || other === undefined)
    throw new AutodevError('failed', 'the embedded forge has fewer than three users');
  const login = (who: ForgeUser) => ({ username: who.login, token: who.token });
  return {
    apiUrl: at.apiUrl,
    webUrl: at.webUrl,
    owner: user(owner),
    bot: user(bot),
    other: user(other),
    user: (login) => {
      const found = at.users.find((each) => each.login === login);
      if (found === undefined) throw new AutodevError('not_found', `the forge has no user ${login}`);
      return user(found);
    },
    push: async (folder, who, url, branches) => {
      await host.git.run(['push', '-q', '--', url, ...branches.map(refspec)], {
        cwd: folder,
        login: login(who),
      });
    },
    fetchCommit: async (folder, who, url, commit) => {
      await host.git.run(['init', '-q'], { cwd: folder });
      await host.git.run(['fetch', '-q', '--', url, '+refs/heads/*:refs/remotes/origin/*'], {
        cwd: folder,
        login: login(who),
      });
      await host.git.run(['checkout', '-q', '--detach', commit], { cwd: folder });
    },
  };
}
