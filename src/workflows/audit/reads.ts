import type { Forge } from '../../forge/forge.ts';
import { isAutodevError } from '../../work/errors.ts';
import type { Comment, Issue } from '../../work/issue.ts';
import type { Check, Pull, Review, ReviewComment } from '../../work/pull.ts';

/** What an audit asks of a forge, each thing once. What is not there is undefined. */
export interface Reads {
  branch(repo: string, name: string): Promise<string | undefined>;
  issue(repo: string, number: number): Promise<Issue | undefined>;
  pull(repo: string, number: number): Promise<Pull | undefined>;
  pullsFrom(repo: string, head: string): Promise<Pull[] | undefined>;
  comments(repo: string, number: number): Promise<Comment[] | undefined>;
  reviews(repo: string, number: number): Promise<Review[] | undefined>;
  reviewComments(repo: string, number: number): Promise<ReviewComment[] | undefined>;
  checks(repo: string, sha: string): Promise<Check[] | undefined>;
}

export function readsOf(forge: Forge): Reads {
  return {
    branch: once(async (repo, name: string) => (await forge.branch(repo, name)) ?? undefined),
    issue: once((repo, number: number) => forge.issue(repo, number)),
    pull: once((repo, number: number) => forge.pull(repo, number)),
    pullsFrom: once((repo, head: string) => forge.pullsFrom(repo, head, { state: 'all' })),
    comments: once((repo, number: number) => forge.comments(repo, number)),
    reviews: once((repo, number: number) => forge.reviews(repo, number)),
    reviewComments: once((repo, number: number) => forge.reviewComments(repo, number)),
    checks: once((repo, sha: string) => forge.checks(repo, sha)),
  };
}

function once<K extends string | number, T>(read: (repo: string, key: K) => Promise<T>) {
  const known = new Map<string, Promise<T | undefined>>();
  return (repo: string, key: K): Promise<T | undefined> => {
    const name = `${repo} ${key}`;
    const asked =
      known.get(name) ??
      read(repo, key).catch((error: unknown) => {
        if (isAutodevError(error, 'forge_not_found')) return undefined;
        throw error;
      });
    known.set(name, asked);
    return asked;
  };
}
