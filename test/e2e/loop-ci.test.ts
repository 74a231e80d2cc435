import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { itemsOf } from '../../src/daemon/control/items.ts';
import { workId } from '../../src/work/ids.ts';
import { answer, APPROVE, IMPLEMENT, openFlowWorld, type FlowWorld } from '../support/flow-world.ts';

const ACTIONS = 'github-actions[bot]';
const USERS = ['dev', 'autodev[bot]', ACTIONS];
const cost = { do: 'cost', usd: 0.1 } as const;
const script = () => [
  { when: /Analyse an issue/, steps: [cost, IMPLEMENT] },
  { when: /Implement an issue/, steps: [cost, { do: 'write' as const, path: 'a.txt', text: 'one\n' }] },
  { when: /Review pull request/, steps: [cost, APPROVE] },
  {
    when: /Improve pull request.*expected two/s,
    steps: (facts: { used: number }) => [
      cost,
      { do: 'write' as const, path: 'a.txt', text: `try ${facts.used}\n` },
      answer({ ok: true }),
    ],
  },
];

async function reviewedPull(world: FlowWorld): Promise<{ number: number; sha: string }> {
  await world.forge.owner.request('PUT', `/repos/${world.repo}/collaborators/${ACTIONS}`, {
    permission: 'push',
  });
  await world.issue('make it');
  await world.until('the pull request is approved', async () => {
    const [pull] = await world.get<{ labels: { name: string }[] }[]>('/pulls');
    return pull?.labels.some(({ name }) => name === 'autodev:done') === true;
  });
  await world.quiet();
  const [pull] = await world.get<{ number: number; head: { sha: string } }[]>('/pulls');
  assert.ok(pull !== undefined);
  return { number: pull.number, sha: pull.head.sha };
}

const head = async (world: FlowWorld, number: number) =>
  (await world.get<{ head: { sha: string } }>(`/pulls/${number}`)).head.sha;
const report = (world: FlowWorld, sha: string, more: Record<string, unknown>) =>
  world.forge.user(ACTIONS).request('POST', `/repos/${world.repo}/check-runs`, {
    name: 'test',
    head_sha: sha,
    status: 'completed',
    ...more,
  }) as Promise<{ id: number }>;
const RED = {
  conclusion: 'failure',
  output: {
    title: '1 test failed',
    summary: 'a.txt: expected two, not one',
    annotations: [
      { path: 'a.txt', start_line: 1, end_line: 1, annotation_level: 'failure', message: 'expected two' },
    ],
  },
};
const runs = (world: FlowWorld, sha: string) =>
  world.get<{ check_runs: { id: number; status: string }[] }>(`/commits/${sha}/check-runs`);
const end = (world: FlowWorld, id: number, more: Record<string, unknown>) =>
  world.forge
    .user(ACTIONS)
    .request('PATCH', `/repos/${world.repo}/check-runs/${id}`, { status: 'completed', ...more });
/** The check that was run again, once it is queued. */
async function queuedAgain(world: FlowWorld, sha: string): Promise<number> {
  const queued = async () => (await runs(world, sha)).check_runs.find(({ status }) => status === 'queued');
  await world.until('it is run again', async () => (await queued()) !== undefined);
  return (await queued())?.id ?? 0;
}
const waitsFor = async ({ program, repo }: FlowWorld, number: number) =>
  (await itemsOf(program.store, Date.now())).find(({ id }) => id === workId('pr', repo, number))?.waiting
    ?.reason;

describe('a red check on a head that we pushed', { concurrency: 2 }, () => {
  test('is run once more; green then, it is called a flake, once, and nothing is paid', async () => {
    await using world = await openFlowWorld({ users: USERS, script });
    const { number, sha } = await reviewedPull(world);
    await report(world, sha, RED);
    await end(world, await queuedAgain(world, sha), { conclusion: 'success' });
    await world.until('it is called a flake', () => world.events.some(({ type }) => type === 'check.flaky'));
    await world.quiet();
    assert.equal(world.events.filter(({ type }) => type === 'check.flaky').length, 1);
    assert.equal(world.sessions('improve'), 0);
    assert.deepEqual(await world.labels(number), ['autodev:done']);
    assert.equal(await head(world, number), sha);
  });

  test('always red, it is improved twice with its own output, reviewed each time; then a person is asked', async () => {
    await using world = await openFlowWorld({ users: USERS, script });
    const { number, sha: first } = await reviewedPull(world);
    const work = workId('pr', world.repo, number);
    let sha = first;
    for (let round = 1; round <= 2; round += 1) {
      await report(world, sha, RED);
      await end(world, await queuedAgain(world, sha), RED);
      const before = sha;
      await world.until(`it was improved (${round})`, async () => (await head(world, number)) !== before);
      sha = await head(world, number);
      await world.until('it is reviewed', () => world.sessions('review') === round + 1);
      await world.quiet();
    }
    await report(world, sha, RED);
    await end(world, await queuedAgain(world, sha), RED);
    await world.until(
      'a person is asked',
      async () => (await world.program.store.questions.open(work)).length > 0,
    );
    const [question] = await world.program.store.questions.open(work);
    assert.match(question?.text ?? '', /still red after 2 improvements: test/);
    assert.equal(world.sessions('improve'), 2);
  });

  test('red on the base too, never run, or green before on this commit: it waits, says so, and costs nothing', async () => {
    await using world = await openFlowWorld({ users: USERS, script, repo: { ci_rerun: false } });
    const { number, sha } = await reviewedPull(world);
    const base = (await world.get<{ object: { sha: string } }>('/git/ref/heads/main')).object.sha;
    await report(world, base, RED);
    await report(world, sha, RED);
    await world.until('it waits', async () => (await waitsFor(world, number)) !== undefined);
    assert.equal(await waitsFor(world, number), 'the check test is red on main too');

    await report(world, base, { conclusion: 'success' });
    await report(world, sha, { conclusion: 'action_required' });
    const reason = async (what: RegExp) => {
      await world.until(`it waits: ${what}`, async () => what.test((await waitsFor(world, number)) ?? ''));
    };
    await reason(/waits for a person to allow it/);
    await report(world, sha, { conclusion: 'success' });
    await world.until('nothing is left', async () => (await waitsFor(world, number)) === undefined);
    await report(world, sha, RED);
    await reason(/green on this very commit before: a flake/);
    assert.equal(world.sessions('improve'), 0);
    assert.equal(await head(world, number), sha);
  });

  test('whose check is waited for costs no counted request while nothing changes', async () => {
    await using world = await openFlowWorld({ users: USERS, script });
    const { number, sha } = await reviewedPull(world);
    await report(world, sha, { status: 'in_progress' });
    const used = async () =>
      ((await world.forge.bot.request('GET', '/rate_limit')) as { rate: { used: number } }).rate.used;
    await world.scans(3);
    const before = await used();
    await world.scans(3);
    assert.equal(await used(), before);
    await report(world, sha, { conclusion: 'success' });
    await world.quiet();
    assert.equal(await head(world, number), sha);
  });

  test('a job that the forge never started is told from its annotation, read once', async () => {
    await using world = await openFlowWorld({ users: USERS, script, repo: { ci_rerun: false } });
    const { number, sha } = await reviewedPull(world);
    const message = 'The job was not started because recent account payments have failed.';
    const annotations = [
      { path: '.github', start_line: 1, end_line: 1, annotation_level: 'failure', message },
    ];
    await report(world, sha, {
      conclusion: 'failure',
      output: { title: 'test', summary: '', annotations },
    });
    await world.until('it waits', async () => /never run/.test((await waitsFor(world, number)) ?? ''));
    const begun = () => world.events.filter(({ type }) => type === 'run.started').length;
    const before = begun();
    await world.scans(3);
    assert.ok(begun() - before <= 0, 'it is not taken up again');
    assert.equal(world.sessions('improve'), 0);
  });
});
