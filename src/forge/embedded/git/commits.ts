import type { Site } from '../site.ts';
import { gitDirOf } from './bare.ts';

export interface Person {
  name: string;
  email: string;
  date: string;
}

export interface Commit {
  sha: string;
  tree: string;
  parents: string[];
  author: Person;
  committer: Person;
  message: string;
}

const FORMAT = ['%H', '%T', '%P', '%an', '%ae', '%aI', '%cn', '%ce', '%cI', '%B'].join('%x1f');

export interface LogOptions {
  skip?: number;
  limit?: number;
  path?: string;
  oldestFirst?: boolean;
}

/** Commits of a range of SHAs (`a..b` or `b`), newest first. */
export async function readCommits(
  site: Site,
  repo: { id: number },
  range: string,
  options: LogOptions = {},
): Promise<Commit[]> {
  const text = await site.host.git.text(
    [
      'log',
      '-z',
      `--format=${FORMAT}`,
      ...(options.oldestFirst ? ['--reverse', '--topo-order'] : []),
      ...(options.skip === undefined ? [] : [`--skip=${options.skip}`]),
      ...(options.limit === undefined ? [] : [`--max-count=${options.limit}`]),
      range,
      '--',
      ...(options.path === undefined ? [] : [`:(literal)${options.path}`]),
    ],
    { gitDir: gitDirOf(site, repo) },
  );
  return text
    .split('\0')
    .filter((record) => record !== '')
    .map(parseCommit);
}

function parseCommit(record: string): Commit {
  const [
    sha = '',
    tree = '',
    parents = '',
    an = '',
    ae = '',
    ad = '',
    cn = '',
    ce = '',
    cd = '',
    ...message
  ] = record.split('\x1f');
  return {
    sha,
    tree,
    parents: parents === '' ? [] : parents.split(' '),
    author: { name: an, email: ae, date: utc(ad) },
    committer: { name: cn, email: ce, date: utc(cd) },
    message: message.join('\x1f').replace(/\n+$/, ''),
  };
}

function utc(iso: string): string {
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? '1970-01-01T00:00:00Z' : `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

export async function countCommits(site: Site, repo: { id: number }, range: string): Promise<number> {
  return Number(
    await site.host.git.text(['rev-list', '--count', range, '--'], { gitDir: gitDirOf(site, repo) }),
  );
}
