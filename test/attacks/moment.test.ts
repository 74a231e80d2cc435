import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { workId } from '../../src/work/ids.ts';
import { APPROVE, IMPLEMENT, openFlowWorld, type FlowWorld } from '../support/flow-world.ts';

const cost = { do: 'cost', usd: 0.1 } as const;
const write = (path: string, text = 'x\n') => ({ do: 'write', path, text }) as const;
const owner = ({ forge, repo }: FlowWorld, method: string, path: string, body: unknown) =>
  forge.owner.request(method, `/repos/${repo}${path}`, body);
const waiting = ({ events }: FlowWorld, number: number, reason: RegExp) =>
  events.some(
    (event) =>
      event.type === 'item.waiting' && event.work.endsWith(`:${number}`) && reason.test(event.reason),
  );

describe('a private repository that is made public', () => {
  test('starts no session outside a sandbox of what was queued before, and none of a running item', async () => {
    await using world = await openFlowWorld({
      private: true,
      config: {
        // Somebody with a model may take over, and nothing shuts them in.
        agent: { default: 'scripted', fallback: ['claude'] },
        sandbox: { mode: 'off' },
        daemon: { tick_interval_secs: 0.2, retry_base_secs: 0.2, drain_secs: 2, max_concurrent: 1 },
      },
      script: (gate) => [{ when: /Analyse an issue/, steps: [cost, gate('first').step, IMPLEMENT] }],
    });
    const all = [await world.issue('one'), await world.issue('two'), await world.issue('three')];
    await world.until('the first is analysed', () => world.gate('first').reached());
    await world.until('the others are queued', () => world.program.queues.size === 3);
    await owner(world, 'PATCH', '', { private: false });
    world.gate('first').open();
    await world.until('all of them wait', () =>
      all.every((each) => waiting(world, each, /may not work here/)),
    );
    assert.deepEqual([world.sessions('analyze'), world.sessions('implement')], [1, 0]);
    for (const number of all) {
      assert.deepEqual(await world.labels(number), [], 'it can be taken up again');
      const said = (await world.comments(number)).join('\n');
      assert.doesNotMatch(said, /bubblewrap|sandbox/, 'strangers are not told what this machine lacks');
    }
    assert.ok(world.events.some((event) => event.type === 'repo.failed' && /is public/.test(event.message)));
    // Nothing is lost: where it may be worked on again, it goes on with what was paid.
    await owner(world, 'PATCH', '', { private: true });
  });
});

describe('what the default branch says of us', () => {
  test('holds for the next effect: whose author is ignored while a session runs is not pushed', async () => {
    await using world = await openFlowWorld({
      // No scan comes between: the file is read for the effect itself.
      repo: { scan_interval_secs: 3_600 },
      script: (gate) => [
        { when: /Analyse an issue/, steps: [cost, IMPLEMENT] },
        { when: /Implement/, steps: [cost, write('rates.txt'), gate('work').step] },
      ],
    });
    const number = await world.issue('change the rates');
    world.program.daemon.wake(world.repo);
    await world.until('it is worked on', () => world.gate('work').reached());
    await world.commit('main', { '.autodev.yaml': `ignore_authors: [${world.forge.owner.login}]\n` });
    world.gate('work').open();
    const work = workId('issue', world.repo, number);
    await world.until('it has left', () => world.left(work).length > 0);
    assert.match(world.left(work)[0] ?? '', /^dropped: .* is in ignore_authors; .* kept as commit/);
    assert.equal((await world.get<unknown[]>('/branches')).length, 1);
  });
});

describe('limits of a change', () => {
  test("are those of the moment of its push: a person's yes is for what they were asked", async () => {
    await using world = await openFlowWorld({
      repo: { protected_paths: ['one/'] },
      script: () => [
        { when: /Analyse an issue/, steps: [cost, IMPLEMENT] },
        { when: /Implement/, steps: [cost, write('one/a.txt'), write('two/b.txt')] },
      ],
    });
    const number = await world.issue('both');
    const work = workId('issue', world.repo, number);
    await world.until('a person is asked', () =>
      world.events.some((event) => event.type === 'question.asked' && event.work === work),
    );
    await world.reload({ protected_paths: ['one/', 'two/'] });
    await world.tell({ name: 'answer', work, text: 'approve', by: 'dev' });
    const refused = () => world.left(work).find((left) => left.startsWith('skip: nothing was pushed'));
    await world.until('it is left to a person', () => refused() !== undefined);
    assert.match(refused() ?? '', /two\/b\.txt.*kept as commit/);
    assert.doesNotMatch(refused() ?? '', /one\/a\.txt/, 'that one they allowed');
    assert.equal((await world.get<unknown[]>('/pulls')).length, 0);
  });
});

describe('a conflict', () => {
  const script: Parameters<typeof openFlowWorld>[0]['script'] = (gate) => [
    { when: /Review pull request/, steps: [cost, gate('review').step, APPROVE] },
    { when: /conflict/i, steps: [cost, gate('resolve').step, write('a.txt', 'both\n')] },
  ];
  const permission = (world: FlowWorld, level: string) =>
    owner(world, 'PUT', `/collaborators/${world.forge.other.login}`, { permission: level });

  /** A pull request of somebody who may write, approved, in conflict with its base. */
  async function conflicting(world: Awaited<ReturnType<typeof openFlowWorld>>) {
    await permission(world, 'push');
    const head = await world.commit('topic', { 'a.txt': 'mine\n' });
    const { number } = (await world.forge.other.request('POST', `/repos/${world.repo}/pulls`, {
      title: 'change',
      body: '',
      head: 'topic',
      base: 'main',
    })) as { number: number };
    await world.until('the review runs', () => world.gate('review').reached());
    await world.commit('main', { 'a.txt': 'theirs\n' });
    return { head, number, work: workId('merge', world.repo, number) };
  }
  const headNow = async (world: FlowWorld, number: number) =>
    (await world.get<{ head: { sha: string } }>(`/pulls/${number}`)).head.sha;

  test('whose author has lost our trust is not pushed, though its resolution was paid for', async () => {
    await using world = await openFlowWorld({
      repo: { auto_merge: true, merge_require_ci: false },
      script,
    });
    const { head, number, work } = await conflicting(world);
    world.gate('review').open();
    await world.until('it is resolved', () => world.gate('resolve').reached());
    await permission(world, 'pull');
    world.gate('resolve').open();
    await world.until('it has left', () => world.left(work).length > 0);
    assert.match(world.left(work)[0] ?? '', /^dropped: guest has no write access/);
    assert.equal(await headNow(world, number), head);
  });

  test('whose author has lost our trust is not paid for, though a person approved it', async () => {
    await using world = await openFlowWorld({
      repo: { auto_merge: true, merge_require_ci: false, merge: { accept: ['human'] } },
      script,
      // It is not paid for: that is what is shown.
      spareGates: ['resolve'],
    });
    const { head, number, work } = await conflicting(world);
    await owner(world, 'POST', `/pulls/${number}/reviews`, { event: 'APPROVE' });
    await permission(world, 'pull');
    world.gate('review').open();
    await world.until('it is said why it waits', () =>
      waiting(world, number, /it conflicts, and guest has no/),
    );
    assert.equal(world.sessions('resolve'), 0);
    assert.equal(await headNow(world, number), head);
    assert.deepEqual(world.left(work), []);
  });
});

describe('an approval', () => {
  test('is remembered as it was published: rules that change in between make it one for other rules', async () => {
    const change: { rules?: () => Promise<unknown> } = {};
    await using world = await openFlowWorld({
      repo: { auto_merge: true },
      // Between the published review and what is remembered of it.
      wrapStore: (store) => ({
        ...store,
        effects: {
          ...store.effects,
          done: async (run, key, result) => {
            await store.effects.done(run, key, result);
            const { rules } = change;
            delete change.rules;
            if (key.startsWith('status')) await rules?.();
            else if (rules !== undefined) change.rules = rules;
          },
        },
      }),
      script: () => [{ when: /Review pull request/, steps: [cost, APPROVE] }],
    });
    change.rules = () =>
      owner(world, 'PUT', '/branches/main/protection', {
        required_status_checks: { strict: false, contexts: ['ci'] },
        enforce_admins: false,
        required_pull_request_reviews: null,
        restrictions: null,
      });
    await world.commit('topic', { 'a.txt': 'one\n' });
    const number = await world.pull('change', 'topic');
    await world.until('it is reviewed again, under the new rules', () => world.sessions('review') === 2);
    await world.until(
      'it is approved under them',
      () =>
        world.left(workId('pr', world.repo, number)).at(-1) === 'done: approved' &&
        world.sessions('review') === 2,
    );
    await world.green((await world.get<{ head: { sha: string } }>(`/pulls/${number}`)).head.sha);
    await world.until(
      'it is merged',
      async () => (await world.get<{ merged: boolean }>(`/pulls/${number}`)).merged,
    );
  });
});
