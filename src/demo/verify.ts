import { join } from 'node:path';
import type { DemoForge } from '../compose/repos/forge.ts';
import { list } from '../host/fs/files.ts';
import type { Host } from '../host/host.ts';
import { processesIn } from '../host/process/processes-in.ts';
import { testsPass } from './ci.ts';
import type { Seeded } from './seed.ts';

interface ForgeIssue {
  number: number;
  title: string;
  state: string;
  labels: { name: string }[];
  pull_request?: { merged_at: string | null };
}

export interface EndState {
  items: {
    number: number;
    kind: 'issue' | 'PR';
    title: string;
    state: string;
    labels: string[];
    closes: string;
  }[];
  /** What does not hold; empty when the demo did what it promises. */
  problems: string[];
}

/** Whether the end state really holds, asked of the forge, of git and of the machine – not of our own events. */
export async function verify(
  host: Host,
  forge: DemoForge,
  seeded: Seeded,
  where: { home: string; scratch: string; node: string; workspaces?: readonly string[] },
): Promise<EndState> {
  const { repo } = seeded;
  const problems: string[] = [];
  const expect = (holds: boolean, problem: string) => void (holds || problems.push(problem));
  const all = (await forge.owner.request(
    'GET',
    `/repos/${repo}/issues?state=all&per_page=100`,
  )) as ForgeIssue[];
  const items = all
    .map((entry) => ({
      number: entry.number,
      kind: entry.pull_request ? ('PR' as const) : ('issue' as const),
      title: entry.title,
      state: entry.pull_request?.merged_at ? 'merged' : entry.state,
      labels: entry.labels.map((label) => label.name).filter((name) => name.startsWith('autodev:')),
      closes: '',
    }))
    .sort((a, b) => a.number - b.number);
  const [accents, faster, rust, thousands] = seeded.issues;
  const label = (number: number | undefined, wanted: string) => {
    const item = items.find((entry) => entry.number === number);
    expect(
      item?.labels.join() === wanted,
      `#${number} should carry ${wanted}, has ${item?.labels.join() || 'none'}`,
    );
  };
  label(accents, 'autodev:done');
  label(thousands, 'autodev:done');
  label(faster, 'autodev:skip');
  label(rust, 'autodev:skip');
  for (const number of [accents, thousands])
    expect(
      items.find((entry) => entry.number === number)?.state === 'closed',
      `#${number} should be closed by its merged pull request`,
    );
  const pulls = items.filter((entry) => entry.kind === 'PR');
  expect(pulls.length === 4, `there should be four pull requests, there are ${pulls.length}`);
  for (const pull of pulls) {
    expect(pull.state === 'merged', `PR #${pull.number} should be merged, is ${pull.state}`);
    expect(
      pull.labels.join() === 'autodev:done',
      `PR #${pull.number} should carry autodev:done, has ${pull.labels.join() || 'none'}`,
    );
  }
  const branch = (await forge.owner.request('GET', `/repos/${repo}/branches/main`)) as {
    commit: { sha: string };
  };
  for (const pull of pulls) {
    const { head } = (await forge.owner.request('GET', `/repos/${repo}/pulls/${pull.number}`)) as {
      head: { sha: string };
    };
    const compared = (await forge.owner.request('GET', `/repos/${repo}/compare/main...${head.sha}`)) as {
      ahead_by: number;
    };
    expect(compared.ahead_by === 0, `the commits of PR #${pull.number} should be in main`);
  }
  expect(
    await testsPass(host, forge, {
      cloneUrl: seeded.cloneUrl,
      folder: join(where.scratch, 'verify'),
      commit: branch.commit.sha,
      node: where.node,
    }),
    'the tests of main should pass',
  );
  const { workspaces = [join(where.home, 'workspaces')] } = where;
  const folders = await Promise.all(workspaces.map((root) => list(join(root, ...repo.split('/')))));
  const worktrees = folders
    .flat()
    .map((entry) => entry.name)
    .filter((name) => name !== 'main');
  expect(worktrees.length === 0, `no worktree should be left, found ${worktrees.join(', ')}`);
  const left = await processesIn(where.home);
  expect(left.length === 0, `no process of a session should be left, found ${left.join(', ')}`);
  return { items, problems };
}
