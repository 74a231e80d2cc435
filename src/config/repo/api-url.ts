import { AutodevError } from '../../work/errors.ts';
import { isLoopback, repoAddress } from './repo-url.ts';

export const GITHUB_API = 'https://api.github.com';

/** Where the REST API of a repository's host is, by what its URL says; undefined where that cannot be told. */
export function apiUrlOf(url: string): string | undefined {
  const { host } = repoAddress(url);
  if (siteOf(host) === 'github.com') return GITHUB_API;
  const web = URL.canParse(url) && /^https?:/.test(url) ? new URL(url) : undefined;
  if (isLoopback(host)) return web?.origin;
  // A name without a dot is most often an alias of somebody's ssh configuration.
  if (!host.includes('.')) return undefined;
  return host.endsWith('.ghe.com') ? `https://api.${host}` : `https://${web?.host ?? host}/api/v3`;
}

interface Repo {
  name: string;
  url: string;
  enabled: boolean;
}

/**
 * Refuses repositories that the configured API cannot know: their names would be looked up, with our token, on another
 * host. An API on this machine stands for whatever it likes, and a host without a dot is an alias.
 */
export function refuseOtherHosts(repos: readonly Repo[], apiUrl: string): void {
  const api = new URL(apiUrl).hostname;
  if (isLoopback(api)) return;
  for (const { name, url, enabled } of repos) {
    const { host } = repoAddress(url);
    const known = isLoopback(host) || host.includes('.');
    if (!enabled || !known || siteOf(host) === siteOf(api)) continue;
    const wanted = apiUrlOf(url);
    throw new AutodevError('invalid_config', `${name} is on ${host}, but github.api_url is ${apiUrl}`, {
      why: 'one configuration works with one forge',
      hint: `autodev config set github.api_url ${wanted ?? 'URL'}, or autodev repo disable ${name}`,
      data: { name, host, api_url: apiUrl },
    });
  }
}

/** The part of a name that its owner's hosts share: github.com of api.github.com. */
function siteOf(host: string): string {
  return /^[\d.]+$|^\[/.test(host) ? host : host.split('.').slice(-2).join('.');
}
