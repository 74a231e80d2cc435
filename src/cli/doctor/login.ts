import { openGitHubForge } from '../../forge/github/open.ts';
import { refuseOtherHosts } from '../../config/repo/api-url.ts';
import { forgeLogin } from '../../config/secrets.ts';
import { fetchWithin, systemFetch } from '../../host/net/fetch.ts';
import { AutodevError, isAutodevError, messageOf } from '../../work/errors.ts';
import { atLeast } from '../../work/issue.ts';
import { readStore } from '../daemon/stores.ts';
import { knownRepos } from '../repo/known.ts';
import { ok, problem, warning, type Check, type Patient } from './check.ts';

const ANSWER_MS = 15_000;

/** The login for the forge: there, accepted, allowed to write to every enabled repository. */
export async function checkLogin(patient: Patient): Promise<Check[]> {
  const { host, loaded, online, home } = patient;
  if (loaded === undefined) return [];
  const { github } = loaded.config;
  try {
    refuseOtherHosts(await readStore(home, (store) => knownRepos(store, loaded)), github.api_url);
  } catch (error) {
    if (!isAutodevError(error)) throw error;
    // A store that cannot be read is what checkStore tells.
    return error.code === 'invalid_config' ? [problem('forge', error.message, error.hint ?? '')] : [];
  }
  let login;
  try {
    login = await forgeLogin(github, { processes: host.processes });
  } catch (error) {
    return [problem('token', messageOf(error), 'See github in config.yaml.')];
  }
  if (login === undefined) {
    const todo = 'Set GITHUB_TOKEN, or github.token_file in config.yaml, or run gh auth login.';
    return [problem('token', `there is no login for ${github.api_url}`, todo)];
  }
  if (login.kind === 'app') return [ok('token', `GitHub App ${login.id} (${login.origin})`)];
  if (!online) return [ok('token', `from ${login.origin}; not tried`)];
  const { token, origin } = login;
  try {
    const forge = openGitHubForge(host, { apiUrl: github.api_url, token, timeoutMs: ANSWER_MS });
    const { login: name } = await forge.viewer();
    const checks = [ok('token', `${name} at ${github.api_url} (${origin})`)];
    const scopes = await scopesOf(patient, github.api_url, token);
    if (scopes !== undefined) checks.push(scopeCheck(scopes));
    const repos = await readStore(home, (store) => knownRepos(store, loaded));
    if (repos.length === 0)
      checks.push(warning('repositories', 'none is registered', 'autodev repo add URL'));
    for (const { name: repo, enabled } of repos) if (enabled) checks.push(await repoCheck(forge, repo));
    return checks;
  } catch (error) {
    const why = error instanceof AutodevError && error.why ? `: ${error.why}` : '';
    const todo =
      (error instanceof AutodevError && error.hint) || `Check the token from ${origin} and github.api_url.`;
    return [problem('token', `${messageOf(error)}${why}`, todo)];
  }
}

/** Classic tokens say what they may; fine-grained ones and apps do not, so there the repositories tell. */
async function scopesOf({ host }: Patient, apiUrl: string, token: string): Promise<string[] | undefined> {
  return fetchWithin(host.clock, ANSWER_MS, async (signal) => {
    const answer = await systemFetch(`${apiUrl.replace(/\/$/, '')}/user`, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' },
      signal,
    });
    await answer.arrayBuffer();
    const said = answer.headers.get('x-oauth-scopes')?.trim();
    return said ? said.split(/,\s*/) : undefined;
  }).catch(() => undefined);
}

function scopeCheck(scopes: readonly string[]): Check {
  if (scopes.includes('repo')) return ok('scopes', scopes.join(', '));
  const todo = 'Give the token the scope repo.';
  return scopes.includes('public_repo')
    ? warning('scopes', `${scopes.join(', ')}: public repositories only`, todo)
    : problem('scopes', `${scopes.join(', ') || 'none'}: it cannot write to repositories`, todo);
}

async function repoCheck(forge: ReturnType<typeof openGitHubForge>, repo: string): Promise<Check> {
  const name = `repository:${repo}`;
  try {
    const { permission } = await forge.repository(repo);
    return atLeast(permission, 'write')
      ? ok(name, `${permission} access`)
      : problem(
          name,
          `only ${permission} access`,
          'autodev needs write access to push branches and set labels.',
        );
  } catch (error) {
    return problem(name, messageOf(error), 'Check the URL, and that the token may see it.');
  }
}
