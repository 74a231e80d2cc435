import { childEnvironment } from '../../config/environment.ts';
import type { GithubConfig } from '../../config/schema/github.ts';
import { forgeLogin } from '../../config/secrets.ts';
import { fetchWithin, systemFetch } from '../../host/net/fetch.ts';
import { openHost } from '../../host/host.ts';

const ANSWER_MS = 5_000;

/** What to say when the forge does not know a repository. Nothing where it cannot be asked: this only helps. */
export async function warnIfUnknown(name: string, github: GithubConfig): Promise<string | undefined> {
  const host = openHost({ env: childEnvironment() });
  try {
    const login = await forgeLogin(github, { processes: host.processes });
    if (login?.kind !== 'token') return undefined;
    const status = await fetchWithin(host.clock, ANSWER_MS, async (signal) => {
      const answer = await systemFetch(`${github.api_url.replace(/\/$/, '')}/repos/${name}`, {
        headers: { authorization: `Bearer ${login.token}`, accept: 'application/vnd.github+json' },
        signal,
      });
      await answer.arrayBuffer();
      return answer.status;
    });
    return status === 404
      ? `${github.api_url} does not know ${name}, or the login (${login.origin}) may not see it`
      : undefined;
  } catch {
    return undefined;
  }
}
