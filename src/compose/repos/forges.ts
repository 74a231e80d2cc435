import { forgeLogin, reviewerToken, type ForgeLogin } from '../../config/secrets.ts';
import type { GithubConfig } from '../../config/schema/github.ts';
import type { Forge } from '../../forge/forge.ts';
import { openAppLogin } from '../../forge/github/http/app-auth.ts';
import { memoryEtags, type EtagStore } from '../../forge/github/http/conditional.ts';
import { openGitHubForge, type GitHubForgeOptions } from '../../forge/github/open.ts';
import type { Host } from '../../host/host.ts';
import type { EtagTable } from '../../store/tables/etags.ts';
import { AutodevError } from '../../work/errors.ts';

/** The forge as ourselves, and as the reviewer where there is a second account. */
export interface Forges {
  forge: Forge;
  reviewer: Forge;
}

export async function openForges(
  host: Host,
  github: GithubConfig,
  etags: EtagTable,
  ends: Pick<GitHubForgeOptions, 'signal' | 'hurry'> = {},
): Promise<Forges> {
  const login = await forgeLogin(github, { processes: host.processes });
  if (login === undefined) {
    throw new AutodevError('invalid_config', 'there is no login for the forge', {
      hint: 'set GITHUB_TOKEN, github.token_file in config.yaml, or log in with `gh auth login`',
    });
  }
  const as = (scope: string, identity: Identity): Forge =>
    openGitHubForge(host, { apiUrl: github.api_url, ...identity, ...ends, etags: keptEtags(etags, scope) });
  const forge = as('ourselves', identityOf(github.api_url, login));
  const second = await reviewerToken(github);
  return { forge, reviewer: second === undefined ? forge : as('reviewer', { token: second }) };
}

type Identity = Pick<GitHubForgeOptions, 'token' | 'viewer'>;

function identityOf(apiUrl: string, login: ForgeLogin): Identity {
  if (login.kind === 'token') return { token: login.token };
  const { id, installationId, privateKey } = login;
  return openAppLogin(apiUrl, { appId: id, installationId, privateKey });
}

/** Memory in front of the store: what was read once is not looked up again, what was written survives a restart. */
function keptEtags(table: EtagTable, scope: string): EtagStore {
  const near = memoryEtags();
  return {
    get: async (url) => {
      const known = await near.get(url);
      if (known !== undefined) return known;
      const kept = await table.get(scope, url);
      if (kept !== undefined) await near.set(url, kept);
      return kept;
    },
    set: async (url, entry) => {
      await near.set(url, entry);
      await table.set(scope, url, entry);
    },
  };
}
