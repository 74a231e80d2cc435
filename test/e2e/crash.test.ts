import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { demoForge } from '../../src/compose/repos/forge.ts';
import { openCi } from '../../src/demo/ci.ts';
import { demoConfig } from '../../src/demo/config.ts';
import { seed } from '../../src/demo/seed.ts';
import { verify } from '../../src/demo/verify.ts';
import { checkHistory, journalIn } from '../support/check-history.ts';
import type { RecordKind } from '../support/daemon-process.ts';
import { startForgeProcess } from '../support/forge-process.ts';
import { testHost } from '../support/host.ts';
import { life } from '../support/lives.ts';
import { tmpdir } from '../support/tmpdir.ts';

/** What an undisturbed demo pays for: every session once, the failed attempt at the amounts apart. */
const PAID = {
  'issue analyze': 4,
  'issue implement': 3,
  'merge resolve': 1,
  'pr improve': 1,
  'pr review': 6,
};

const IMPLEMENTED = ['implement 0', 'check 0', 'push 0', 'pull 0'];
const WRITES = [
  'issue 1 comment',
  'issue 1 push',
  'issue 1 pull',
  'issue 2 push',
  'issue 2 pull',
  'pr 1 review',
  'pr 1 status',
  'pr 1 push',
  'merge 1 merge',
  'merge 1 push',
];
/** Where it has to be killed at least: every kind of step and write of each flow, an issue's second attempt too. */
const BOUNDARIES = {
  step: [
    ...['analyze 0', 'report 0', ...IMPLEMENTED].map((step) => `issue 1 ${step}`),
    ...IMPLEMENTED.map((step) => `issue 2 ${step}`),
    ...['review 0', 'publish 0', 'improve 0', 'check 0', 'push 0', 'review 1', 'publish 1'].map(
      (step) => `pr 1 ${step}`,
    ),
    // Whether the conflict shows at the first look or the second depends on which of the two is merged first.
    ...['inspect', 'merge', 'resolve', 'check', 'push'].map((step) => `merge 1 ${step} `),
  ],
  intent: WRITES,
  effect: WRITES,
} satisfies Partial<Record<RecordKind, string[]>>;

/**
 * The demo's pauses are for those who watch it. `atOnce`: how many items are in the middle of their work when it is
 * killed; what each of them had begun is begun again by the next life, which is most of what these tests cost.
 */
function hurried(config: string, atOnce: number): string {
  const parsed = JSON.parse(config) as { daemon: object };
  const limits = { max_concurrent: atOnce, max_concurrent_per_repo: atOnce };
  const daemon = { ...parsed.daemon, ...limits, tick_interval_secs: 0.1, retry_base_secs: 0.2 };
  return JSON.stringify({ ...parsed, daemon });
}

async function liveAndDie(dieAfter: readonly (keyof typeof BOUNDARIES)[], atOnce: number): Promise<void> {
  await using tmp = await tmpdir();
  const host = testHost();
  await using served = await startForgeProcess(join(tmp.path, 'forge'));
  const scratch = join(tmp.path, 'scratch');
  const home = join(tmp.path, 'home');
  await mkdir(scratch);
  await mkdir(home);
  const forge = { ...demoForge(host, served), close: async () => {} };
  const seeded = await seed(host, forge, scratch);
  const node = process.execPath;
  const config = hurried(
    demoConfig({
      apiUrl: forge.apiUrl,
      token: forge.bot.token,
      repo: seeded.repo,
      url: seeded.cloneUrl,
      agent: 'scripted',
      node,
    }),
    atOnce,
  );
  const ci = openCi(host, forge, { repo: seeded.repo, cloneUrl: seeded.cloneUrl, scratch, node });
  const paidLog = join(tmp.path, 'paid.log');
  writeFileSync(paidLog, '');
  const deathsLog = join(tmp.path, 'deaths.log');
  writeFileSync(deathsLog, '');

  let deaths = 0;
  for (;;) {
    const ended = await life({ home, config, dieAfter, deathsLog, paidLog });
    const tested = await ci.look();
    if (ended === 'killed') deaths += 1;
    else if (tested === 0) break;
    assert.ok(deaths < 200, 'it comes to an end');
  }
  const boundaries = readFileSync(deathsLog, 'utf8').trim().split('\n');
  for (const boundary of dieAfter.flatMap((kind) => BOUNDARIES[kind].map((each) => `${kind} ${each}`)))
    assert.ok(
      boundaries.some((each) => each.startsWith(boundary)),
      `it was killed at ${boundary}: ${boundaries.join(', ')}`,
    );

  const end = await verify(host, forge, seeded, { home, scratch, node });
  assert.deepEqual(end.problems, [], 'the end state is that of an undisturbed run');
  const paid: Record<string, number> = {};
  for (const line of readFileSync(paidLog, 'utf8').trim().split('\n')) paid[line] = (paid[line] ?? 0) + 1;
  assert.deepEqual(paid, PAID, 'no finished session was run again');

  for (const { number, kind } of end.items) {
    const comments = (await forge.owner.request(
      'GET',
      `/repos/${seeded.repo}/issues/${number}/comments?per_page=100`,
    )) as { body: string }[];
    const reviews =
      kind === 'PR'
        ? ((await forge.owner.request(
            'GET',
            `/repos/${seeded.repo}/pulls/${number}/reviews?per_page=100`,
          )) as { body: string }[])
        : [];
    const marks = [...comments, ...reviews].map(({ body }) => /<!-- autodev:(\S+ \S+)/.exec(body)?.[1]);
    assert.deepEqual([...new Set(marks)], marks, `#${number} has no comment or review twice`);
  }
  const { request } = forge.owner;
  const history = { request, repo: seeded.repo, logins: [forge.bot.login] };
  const journals = [journalIn(join(home, 'autodev.db'))];
  assert.deepEqual(
    await checkHistory({ ...history, journals }),
    [],
    'no invariant of the simulator is broken',
  );
}

describe(
  'kill -9 of the daemon, again and again, loses nothing and does nothing twice',
  { concurrency: 2 },
  () => {
    test('right after every step that was recorded', () => liveAndDie(['step'], 4));
    test('after a write was announced and before it was sent, and right after it was recorded', () =>
      liveAndDie(['intent', 'effect'], 1));
  },
);
