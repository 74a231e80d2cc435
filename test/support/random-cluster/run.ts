import { check } from '../../../src/sim/invariants/check.ts';
import type { Violation } from '../../../src/sim/invariants/invariant.ts';
import { openClusterWorld, type ClusterWorld } from '../cluster-world.ts';
import { seeded } from '../seeded.ts';
import { openTcpProxy } from '../tcp-proxy.ts';
import { begin, disturbFor, type Member } from './chaos.ts';
import { factsOf, overlappingMerges } from './facts.ts';

export interface RandomRun {
  seed: number;
  /** Issues; each becomes three items: itself, the review of its pull request, and the merge. */
  issues: number;
  workers: number;
  coordinators: number;
  /** How often something goes wrong. */
  disturbances: number;
  /** When it has not come to its end by then, that is a violation too. */
  limitMs: number;
  tell(what: string): void;
}

const AT_ONCE = 6;

/** Every issue has a file of its own, so that nothing conflicts; sessions take long enough to be met in the middle. */
const RULES = [
  {
    when: '^\\[autodev\\] Implement.*change number (\\d+)',
    steps: [
      { do: 'wait', ms: 400 },
      { do: 'write', path: 'made-{{1}}.txt', text: 'made {{1}}\n' },
      { do: 'cost', usd: 0.5 },
    ],
  },
  {
    when: '^\\[autodev\\] Review pull request',
    steps: [
      { do: 'wait', ms: 200 },
      { do: 'cost', usd: 0.1 },
      { do: 'answer', value: { verdict: 'approve', summary: 'It does what it says.', comments: [] } },
    ],
  },
];

/** A cluster of processes in which things go wrong at random; gives what does not hold in the end. */
export async function runRandomly(run: RandomRun): Promise<Violation[]> {
  const { seed, tell } = run;
  const random = seeded(seed);
  await using cluster = await openClusterWorld({ rules: RULES });
  const { world } = cluster;
  await using proxy = await openTcpProxy(() => cluster.cluster.server.port);
  await world.configure((config) => {
    const [repo = {}] = config['repos'] as Record<string, unknown>[];
    const { scan_targets: _, ...others } = repo;
    config['repos'] = [{ ...others, auto_merge: true, merge_require_ci: false }];
    const daemon = config['daemon'] as Record<string, unknown>;
    config['daemon'] = { ...daemon, max_concurrent: AT_ONCE, max_concurrent_per_repo: AT_ONCE };
  });
  const members = await membersOf(cluster, run, proxy.port);
  for (let number = 1; number <= run.issues; number += 1) await world.issue(`change number ${number}`);
  await disturbFor({ cluster, members, proxy, random, tell }, run.disturbances);
  tell('nothing goes wrong any more');
  const unfinished = await untilOver(cluster, run);
  tell('all is over');
  const facts = await factsOf(cluster, AT_ONCE);
  const [journal] = facts.journals ?? [];
  return [...unfinished, ...check(facts), ...overlappingMerges(journal?.events ?? [])];
}

async function membersOf(cluster: ClusterWorld, run: RandomRun, proxied: number): Promise<Member[]> {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
  const members: Member[] = [];
  for (const number of numbers(run.coordinators)) {
    const name = `coordinator ${number}`;
    members.push(begin({ name, machine: await cluster.machine(`c${number}`), words: ['start'] }));
  }
  for (const number of numbers(run.workers)) {
    const name = `worker ${number}`;
    const port = number === 1 ? proxied : undefined;
    const machine = await cluster.machine(`w${number}`, port);
    members.push(begin({ name, machine, words: ['worker', '--slots', '2', '--quiet'] }));
  }
  return members;
}

interface Listed {
  number: number;
  state: string;
  pull_request?: object;
}

/** Until every issue is closed by the merge of its pull request and nobody is at work. */
async function untilOver({ world, query }: ClusterWorld, run: RandomRun): Promise<Violation[]> {
  const open = async () =>
    (await world.forge.owner.request('GET', `/repos/${world.repo}/issues?per_page=100`)) as Listed[];
  for (const deadline = Date.now() + run.limitMs; ;) {
    const left = await open();
    const [tasks] = await query<{ count: string }>('SELECT count(*) AS count FROM tasks').catch(() => []);
    const queued = await query<{ work: string }>(
      `SELECT work_id AS work FROM events WHERE type IN ('item.queued', 'item.left')
       GROUP BY work_id HAVING (array_agg(type ORDER BY seq DESC))[1] = 'item.queued'`,
    ).catch(() => [{ work: 'unknown' }]);
    if (left.length === 0 && tasks?.count === '0' && queued.length === 0) return [];
    if (Date.now() > deadline) {
      const what = `${left.map(({ number }) => `#${number}`).join(' ')} open, ${tasks?.count} tasks, queued ${queued.map(({ work }) => work).join(' ')}`;
      return [{ invariant: 'everything-ends', what }];
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
