import type { Identity } from '../../../host/git/git.ts';
import type { Site } from '../site.ts';
import { gitDirOf } from './bare.ts';
import { readCommits } from './commits.ts';

interface CommitPlan {
  tree: string;
  parents: readonly string[];
  message: string;
  author?: { name: string; email: string; date: string };
}

export async function commitTree(
  site: Site,
  repo: { id: number },
  who: Identity,
  plan: CommitPlan,
): Promise<string> {
  const seconds = Math.floor(site.host.clock.now() / 1000);
  return site.host.git.text(
    ['commit-tree', plan.tree, ...plan.parents.flatMap((sha) => ['-p', sha]), '-F', '-'],
    {
      gitDir: gitDirOf(site, repo),
      input: plan.message,
      identity: who,
      date: seconds,
      ...(plan.author === undefined
        ? {}
        : {
            env: {
              GIT_AUTHOR_NAME: plan.author.name,
              GIT_AUTHOR_EMAIL: plan.author.email,
              GIT_AUTHOR_DATE: plan.author.date,
            },
          }),
    },
  );
}

/** The tree of both merged; undefined when they conflict. Writes objects only: no ref, no working tree. */
export async function mergeTree(
  site: Site,
  repo: { id: number },
  ours: string,
  theirs: string,
): Promise<string | undefined> {
  const done = await site.host.git.run(['merge-tree', '--write-tree', '--no-messages', ours, theirs], {
    gitDir: gitDirOf(site, repo),
    ok: [1],
  });
  return done.code === 0 ? done.stdout.toString('utf8').split('\n')[0] : undefined;
}

/** Replays the commits of `base..head` on `base` one by one; undefined at the first conflict. */
export async function replay(
  site: Site,
  repo: { id: number },
  who: Identity,
  base: string,
  head: string,
): Promise<string | undefined> {
  const commits = (await readCommits(site, repo, `${base}..${head}`, { oldestFirst: true })).filter(
    (commit) => commit.parents.length < 2,
  );
  let tip = base;
  for (const commit of commits) {
    // git 2.39 cannot be told a merge base, so three commits are made up whose merge base is the one we mean.
    const made = (tree: string, parents: string[]) =>
      commitTree(site, repo, who, { tree, parents, message: 'replay' });
    const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
    const parent = commit.parents[0];
    const from = await made(parent === undefined ? emptyTree : `${parent}^{tree}`, []);
    const tree = await mergeTree(
      site,
      repo,
      await made(`${tip}^{tree}`, [from]),
      await made(commit.tree, [from]),
    );
    if (tree === undefined) return undefined;
    tip = await commitTree(site, repo, who, {
      tree,
      parents: [tip],
      message: commit.message,
      author: commit.author,
    });
  }
  return tip;
}
