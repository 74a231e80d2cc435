import { forgeLogin, reviewerToken, type ForgeLogin } from '../config/secrets.ts';
import type { GithubConfig } from '../config/schema/github.ts';
import type { Forge } from '../forge/forge.ts';
import { appTokens, appViewer } from '../forge/github/app-auth.ts';
import { memoryEtags, type EtagStore } from '../forge/github/conditional.ts';
import { openGitHubForge } from '../forge/github/open.ts';
import type { TokenProvider } from '../forge/github/token.ts';
import type { Host } from '../host/host.ts';
import type { EtagTable } from '../store/store.ts';
import { AutodevError } from '../work/errors.ts';

/** The forge as ourselves, and as the reviewer where there is a second account. */
export interface Forges {
  forge: Forge;
  reviewer: Forge;
}

export async function openForges(host: Host, github: GithubConfig, etags: EtagTable): Promise<Forges> {
  const login = await forgeLogin(github, { processes: host.processes });
  if (login === undefined) {
    throw new AutodevError('invalid_config', 'there is no login for the forge', {
      hint: 'set GITHUB_TOKEN, github.token_file in config.yaml, or log in with `gh auth login`',
    });
  }
  const { api_url: apiUrl } = github;
  const as = (scope: string, token: string | TokenProvider): Forge =>
    openGitHubForge(host, { apiUrl, token, etags: keptEtags(etags, scope) });
  const forge = login.kind === 'token' ? as('ourselves', login.token) : asApp(apiUrl, login, as);
  const second = await reviewerToken(github);
  return { forge, reviewer: second === undefined ? forge : as('reviewer', second) };
}

function asApp(
  apiUrl: string,
  { id, installationId, privateKey }: ForgeLogin & { kind: 'app' },
  as: (scope: string, token: TokenProvider) => Forge,
): Forge {
  const app = { appId: id, installationId, privateKey };
  return { ...as('ourselves', appTokens(apiUrl, app)), viewer: () => appViewer(apiUrl, app) };
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
