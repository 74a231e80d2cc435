import { AutodevError } from '../../../work/errors.ts';
import type { Site } from '../site.ts';
import { gitDirOf } from './bare.ts';

/**
 * Refs besides branches and tags:
 *   refs/pull/N/head           the head of a pull request, as on GitHub
 *   refs/forge/pull/N/base     the base as it was when the pull request was merged or closed
 *   refs/forge/pull/N/merged   what the merge made
 *   refs/forge/seen/<branch>   where a branch stood when its pushes were last told to others
 * The last three are hidden from clients.
 */
export const pullHead = (number: number): string => `refs/pull/${number}/head`;
export const pullBase = (number: number): string => `refs/forge/pull/${number}/base`;
export const pullMerged = (number: number): string => `refs/forge/pull/${number}/merged`;
export const seenRef = (branch: string): string => `refs/forge/seen/${branch}`;
export const branchRef = (branch: string): string => `refs/heads/${branch}`;

export type Refs = ReadonlyMap<string, string>;

const NONE = '0'.repeat(40);

export async function readRefs(site: Site, repo: { id: number }, ...prefixes: string[]): Promise<Refs> {
  const text = await site.host.git.text(['for-each-ref', '--format=%(objectname) %(refname)', ...prefixes], {
    gitDir: gitDirOf(site, repo),
  });
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(41), line.slice(0, 40)] as const),
  );
}

export async function readRef(site: Site, repo: { id: number }, ref: string): Promise<string | undefined> {
  return (await readRefs(site, repo, ref)).get(ref);
}

/** Moves a ref if it still stands at `old` (undefined: if it does not exist). False when somebody was faster. */
export async function moveRef(
  site: Site,
  repo: { id: number },
  ref: string,
  to: string,
  old: string | undefined,
): Promise<boolean> {
  return site.host.git.succeeds(['update-ref', ref, to, old ?? NONE], { gitDir: gitDirOf(site, repo) });
}

/** Sets or deletes (`undefined`) refs that only this server writes, all or none. */
export async function setRefs(
  site: Site,
  repo: { id: number },
  refs: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const lines = Object.entries(refs).map(([ref, sha]) =>
    sha === undefined ? `delete ${ref}\n` : `update ${ref} ${sha}\n`,
  );
  if (lines.length === 0) return;
  await site.host.git.run(['update-ref', '--stdin'], { gitDir: gitDirOf(site, repo), input: lines.join('') });
}

export async function deleteRef(
  site: Site,
  repo: { id: number },
  ref: string,
  old: string,
): Promise<boolean> {
  return site.host.git.succeeds(['update-ref', '-d', ref, old], { gitDir: gitDirOf(site, repo) });
}

export async function isValidRef(site: Site, ref: string): Promise<boolean> {
  return !ref.startsWith('-') && (await site.host.git.succeeds(['check-ref-format', ref]));
}

/** The commit that a branch, tag, ref or SHA names; undefined when there is none. Never an option, never a range. */
export async function resolveCommit(
  site: Site,
  repo: { id: number },
  name: string,
): Promise<string | undefined> {
  if (name === '' || name.startsWith('-') || /[\0-\x20\x7f~^:?*[\\]|\.\.|@\{/.test(name)) return undefined;
  const gitDir = gitDirOf(site, repo);
  const tries = /^[0-9a-f]{4,40}$/i.test(name)
    ? [name, branchRef(name), `refs/tags/${name}`]
    : [
        branchRef(name),
        `refs/tags/${name}`,
        ...(name.startsWith('refs/') ? [name] : [`refs/${name}`]),
        ...(name === 'HEAD' ? [name] : []),
      ];
  for (const candidate of tries) {
    const done = await site.host.git.run(
      ['rev-parse', '-q', '--verify', '--end-of-options', `${candidate}^{commit}`],
      {
        gitDir,
        ok: [1, 128],
      },
    );
    const sha = done.stdout.toString('utf8').trim();
    if (done.code === 0 && /^[0-9a-f]{40}$/.test(sha)) return sha;
  }
  return undefined;
}

export async function isAncestor(
  site: Site,
  repo: { id: number },
  older: string,
  newer: string,
): Promise<boolean> {
  return site.host.git.succeeds(['merge-base', '--is-ancestor', older, newer], {
    gitDir: gitDirOf(site, repo),
  });
}

export async function mergeBase(
  site: Site,
  repo: { id: number },
  a: string,
  b: string,
): Promise<string | undefined> {
  const done = await site.host.git.run(['merge-base', a, b], { gitDir: gitDirOf(site, repo), ok: [1] });
  return done.code === 0 ? done.stdout.toString('utf8').trim().split('\n')[0] : undefined;
}

export async function objectType(site: Site, repo: { id: number }, sha: string): Promise<string> {
  try {
    return await site.host.git.text(['cat-file', '-t', sha], { gitDir: gitDirOf(site, repo) });
  } catch (error) {
    if (error instanceof AutodevError) return 'commit';
    throw error;
  }
}
