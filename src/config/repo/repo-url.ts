import { AutodevError } from '../../work/errors.ts';
import { isRepoName } from '../../work/ids.ts';

export interface RepoAddress {
  /** owner/repo */
  name: string;
  host: string;
}

const SCP_LIKE = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)\/?(.+)$/;
const LOOPBACK = /^(localhost|127(?:\.\d+){3}|\[::1\])$/;

export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

export function nameFromUrl(url: string): string {
  return repoAddress(url).name;
}

/** As people write it where only one forge can be meant: `owner/repo` is a repository of the forge with this API. */
export function urlOfRepository(text: string, apiUrl?: string): string {
  const name = text.trim();
  if (!isRepoName(name)) return text;
  const api = apiUrl !== undefined && URL.canParse(apiUrl) ? new URL(apiUrl) : undefined;
  if (api === undefined) return `https://github.com/${name}`;
  // api.github.com and api.NAME.ghe.com; an Enterprise server has its API below its own address.
  return `${api.protocol}//${api.host.replace(/^api\./, '')}/${name}`;
}

/** Host and name of a repository from the URL it is cloned from: https, ssh, or `git@host:owner/repo.git`. */
export function repoAddress(url: string): RepoAddress {
  const text = url.trim();
  if (/[\s\p{Cc}]/u.test(text) || text === '') throw bad(text, 'it is empty or holds spaces');
  const { host, path } = split(text);
  const parts = path
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.git$/, '')
    .split('/');
  // GitHub's own addresses are owner/repo; a server of one's own may lie below a prefix.
  if (parts.length < 2 || (parts.length > 2 && /^(www\.)?github\.com$/.test(host))) {
    throw bad(text, 'its path is not owner/repo');
  }
  const name = parts.slice(-2).join('/');
  if (!isRepoName(name)) throw bad(text, `${name} is not a repository name`);
  return { name, host };
}

function split(text: string): { host: string; path: string } {
  if (!text.includes('://')) {
    const match = SCP_LIKE.exec(text);
    if (match === null) throw bad(text, 'it has neither a scheme nor a host');
    return { host: (match[1] as string).toLowerCase(), path: match[2] as string };
  }
  if (!URL.canParse(text)) throw bad(text, 'it is not a URL');
  const url = new URL(text);
  if (url.password !== '' || (url.username !== '' && url.protocol !== 'ssh:')) {
    // Not shown: a token in a URL ends up in logs and in process lists.
    throw bad(`${url.protocol}//…@${url.host}${url.pathname}`, 'it holds a user or a password', {
      hint: 'leave it out of the URL; tokens belong in github.token_file or GITHUB_TOKEN',
    });
  }
  if (!['https:', 'http:', 'ssh:'].includes(url.protocol))
    throw bad(text, `${url.protocol}// is not supported`);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw bad(text, 'http:// would send the token in clear', {
      hint: `use https://${url.host}${url.pathname}`,
    });
  }
  if (url.search !== '' || url.hash !== '') throw bad(text, 'it has a query or a fragment');
  return { host: url.hostname.toLowerCase(), path: decodePath(url.pathname, text) };
}

function decodePath(path: string, text: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw bad(text, 'it is not a URL');
  }
}

function bad(shown: string, why: string, more: { hint?: string } = {}): AutodevError {
  const hint = isRepoName(shown)
    ? `did you mean https://github.com/${shown}?`
    : 'a repository URL looks like https://github.com/owner/repo or git@github.com:owner/repo.git';
  return new AutodevError('invalid_input', `not a repository URL: ${shown}`, { why, hint, ...more });
}
