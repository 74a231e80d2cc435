import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answer, APPROVE, IMPLEMENT, openFlowWorld } from '../support/flow-world.ts';

const cost = { do: 'cost', usd: 0.1 } as const;
const must = { path: 'a.txt', line: 1, body: 'this is wrong', severity: 'must', category: 'bug' };

describe('people in between', { concurrency: 2 }, () => {
  test('an issue closed while it is being implemented is let go: no branch, no pull request, no label', async () => {
    await using world = await openFlowWorld({
      script: (gate) => [
        { when: /Analyse an issue/, steps: [cost, gate('analyse').step, IMPLEMENT] },
        { when: /Implement an issue/, steps: [cost, { do: 'write', path: 'a.txt', text: 'a' }] },
      ],
    });
    const number = await world.issue('close me');
    await world.until('the analysis runs', () => world.gate('analyse').reached());
    await world.forge.owner.request('PATCH', `/repos/${world.repo}/issues/${number}`, { state: 'closed' });
    world.gate('analyse').open();
    await world.quiet();
    assert.deepEqual(await world.labels(number), []);
    assert.deepEqual(world.left(`issue:${world.repo}:${number}`), [
      'dropped: it was closed while we worked on it',
    ]);
    assert.deepEqual(await world.get('/pulls?state=all'), []);
  });

  test('an issue edited while it is analysed is analysed again, as it reads now', async () => {
    await using world = await openFlowWorld({
      script: (gate) => [
        { when: /Analyse an issue.*the old text/s, steps: [cost, gate('old').step, IMPLEMENT] },
        {
          when: /Analyse an issue.*the new text/s,
          steps: [cost, answer({ verdict: 'wontfix', confidence: 1, summary: 'not any more' })],
        },
      ],
    });
    const number = await world.issue('edit me', 'the old text');
    await world.until('the analysis runs', () => world.gate('old').reached());
    await world.forge.owner.request('PATCH', `/repos/${world.repo}/issues/${number}`, {
      body: 'the new text',
    });
    world.gate('old').open();
    await world.quiet();
    assert.deepEqual(await world.labels(number), ['autodev:skip']);
    assert.equal((await world.comments(number)).filter((body) => body.includes('not any more')).length, 1);
  });

  test('a label taken away by hand while the work runs does no harm', async () => {
    await using world = await openFlowWorld({
      script: (gate) => [
        { when: /Analyse an issue/, steps: [cost, gate('analyse').step, IMPLEMENT] },
        { when: /Implement an issue/, steps: [cost, { do: 'write', path: 'a.txt', text: 'a' }] },
        { when: /Review pull request/, steps: [cost, APPROVE] },
      ],
    });
    const number = await world.issue('unlabel me');
    await world.until('the analysis runs', () => world.gate('analyse').reached());
    await world.forge.owner.request('DELETE', `/repos/${world.repo}/issues/${number}/labels/autodev:wip`);
    world.gate('analyse').open();
    await world.quiet();
    assert.deepEqual(await world.labels(number), ['autodev:done']);
    assert.equal((await world.get<unknown[]>('/pulls?state=all')).length, 1);
  });

  test('a base that moves during the work does not stop the pull request', async () => {
    await using world = await openFlowWorld({
      script: (gate) => [
        { when: /Analyse an issue/, steps: [cost, IMPLEMENT] },
        {
          when: /Implement an issue/,
          steps: [cost, gate('work').step, { do: 'write', path: 'a.txt', text: 'a' }],
        },
        { when: /Review pull request/, steps: [cost, APPROVE] },
      ],
    });
    const number = await world.issue('take your time');
    await world.until('the work runs', () => world.gate('work').reached());
    await world.commit('main', { 'other.txt': 'o' });
    world.gate('work').open();
    await world.quiet();
    assert.deepEqual(await world.labels(number), ['autodev:done']);
    const [pull] = await world.get<{ number: number; mergeable_state?: string }[]>('/pulls?state=open');
    assert.deepEqual(
      (await world.get<{ filename: string }[]>(`/pulls/${pull?.number}/files`)).map((file) => file.filename),
      ['a.txt'],
    );
  });

  test('a branch force-pushed during its review is reviewed at its new head, and only that is approved', async () => {
    await using world = await openFlowWorld({
      script: (gate) => [
        {
          when: /Review pull request.*\+first/s,
          steps: [
            cost,
            gate('first').step,
            answer({ verdict: 'request_changes', summary: 'no', comments: [must] }),
          ],
        },
        { when: /Review pull request.*\+second/s, steps: [cost, APPROVE] },
        { when: /Improve pull request/, steps: [cost, { do: 'write', path: 'a.txt', text: 'never' }] },
      ],
    });
    await world.commit('topic', { 'a.txt': 'first' });
    const number = await world.pull('change', 'topic');
    await world.until('the review runs', () => world.gate('first').reached());
    const head = await world.commit('topic', { 'a.txt': 'second' }, { force: true });
    world.gate('first').open();
    await world.quiet();
    assert.equal(
      (await world.get<{ head: { sha: string } }>(`/pulls/${number}`)).head.sha,
      head,
      'nobody pushed over it',
    );
    const approvals = (await world.reviews(number)).filter((review) => review.state === 'APPROVED');
    assert.deepEqual(
      approvals.map((review) => review.commit_id),
      [head],
    );
    assert.deepEqual(await world.labels(number), ['autodev:done']);
  });

  test('a push after the approval is not merged on the strength of it, but reviewed again', async () => {
    await using world = await openFlowWorld({
      repo: { auto_merge: true },
      script: () => [{ when: /Review pull request/, steps: [cost, APPROVE] }],
    });
    await world.commit('topic', { 'a.txt': 'one' });
    const number = await world.pull('change', 'topic');
    await world.until('it is approved', async () => (await world.labels(number)).includes('autodev:done'));
    const head = await world.commit('topic', { 'a.txt': 'two' });
    await world.until('the new head is approved', async () =>
      (await world.reviews(number)).some(
        (review) => review.state === 'APPROVED' && review.commit_id === head,
      ),
    );
    assert.equal(
      (await world.get<{ merged: boolean }>(`/pulls/${number}`)).merged,
      false,
      'no check has reported',
    );
    await world.green(head);
    await world.until(
      'it is merged',
      async () => (await world.get<{ merged: boolean }>(`/pulls/${number}`)).merged,
    );
  });

  test('a repository without CI waits with a reason, and merges where CI is not required', async () => {
    await using world = await openFlowWorld({
      repo: { auto_merge: true, merge_require_ci: false },
      script: () => [{ when: /Review pull request/, steps: [cost, APPROVE] }],
    });
    await world.commit('topic', { 'a.txt': 'one' });
    const number = await world.pull('change', 'topic');
    await world.until(
      'it is merged',
      async () => (await world.get<{ merged: boolean }>(`/pulls/${number}`)).merged,
    );
    await world.quiet();
    assert.deepEqual(await world.labels(number), ['autodev:done']);
  });

  test('an answer and the removal of skip start the issue again, with the conversation', async () => {
    await using world = await openFlowWorld({
      script: () => [
        {
          when: { prompt: /Analyse an issue/, not: /use version two/ },
          steps: [
            cost,
            answer({
              verdict: 'needs_clarification',
              confidence: 0.2,
              summary: 'unclear',
              questions: ['Version one or two?'],
            }),
          ],
        },
        {
          when: /Analyse an issue.*use version two/s,
          steps: [cost, answer({ verdict: 'wontfix', confidence: 1, summary: 'two is there already' })],
        },
      ],
    });
    const number = await world.issue('unclear');
    await world.until('it is skipped', async () => (await world.labels(number)).includes('autodev:skip'));
    assert.ok((await world.comments(number)).some((body) => body.includes('Version one or two?')));
    await world.forge.owner.request('POST', `/repos/${world.repo}/issues/${number}/comments`, {
      body: 'use version two',
    });
    await world.forge.owner.request('DELETE', `/repos/${world.repo}/issues/${number}/labels/autodev:skip`);
    await world.until('it was analysed again', async () =>
      (await world.comments(number)).some((body) => body.includes('two is there already')),
    );
    await world.quiet();
    const said = (await world.comments(number)).filter((body) => !body.includes('<!-- autodev:claim'));
    const order = ['Version one or two?', 'use version two', 'two is there already'];
    assert.deepEqual(
      said.map((body) => order.findIndex((words) => body.includes(words))),
      [0, 1, 2],
      'the question stays as it was, and what follows stands below it',
    );
  });
});

describe('bounds', { concurrency: 2 }, () => {
  test('review rounds stop at the limit, and a person is asked', async () => {
    await using world = await openFlowWorld({
      repo: { max_review_rounds: 2 },
      script: () => [
        {
          when: /Review pull request/,
          steps: [cost, answer({ verdict: 'request_changes', summary: 'still wrong', comments: [must] })],
        },
        {
          when: /Improve pull request/,
          steps: (facts) => [cost, { do: 'write', path: `try-${facts.used}.txt`, text: 'x' }],
        },
      ],
    });
    await world.commit('topic', { 'a.txt': 'one\n' });
    const number = await world.pull('change', 'topic');
    await world.until('it is skipped', async () => (await world.labels(number)).includes('autodev:skip'));
    const reviews = await world.reviews(number);
    assert.equal(reviews.length, 2);
    assert.ok((await world.comments(number)).some((body) => body.includes('After 2 rounds of review')));
  });

  test('what fails three times is left to a person, with the reason and how to try again', async () => {
    await using world = await openFlowWorld({
      repo: { checks: [['sh', '-c', 'echo the build is broken; exit 1']] },
      script: () => [
        { when: /Analyse an issue/, steps: [cost, IMPLEMENT] },
        {
          when: /Implement an issue/,
          steps: (facts) => [cost, { do: 'write', path: 'a.txt', text: `${facts.used}` }],
        },
      ],
    });
    const number = await world.issue('fail');
    await world.until('it is skipped', async () => (await world.labels(number)).includes('autodev:skip'));
    await world.quiet();
    const said = (await world.comments(number)).filter((body) => body.includes('I tried 3 times'));
    assert.equal(said.length, 1);
    assert.match(said[0] ?? '', /the build is broken/);
    assert.match(said[0] ?? '', /autodev:skip/);
    const analyses = world.events.filter(
      (event) => event.type === 'session.finished' && event.step === 'analyze',
    );
    assert.equal(analyses.length, 1, 'the analysis is paid for once');
  });

  test('who has no write access can make nothing happen', async () => {
    await using world = await openFlowWorld({ script: () => [] });
    await world.program.daemon.pause();
    const number = await world.issue('mine');
    await world.forge.owner.request('DELETE', `/repos/${world.repo}/collaborators/${world.forge.bot.login}`);
    const before = world.events.length;
    await world.program.daemon.resume();
    await world.until(
      'it was looked at thrice',
      () =>
        world.events.slice(before).filter(({ type }) => /^repo\.(scanned|failed)$/.test(type)).length >= 6,
    );
    assert.deepEqual(
      world.events.filter((event) => event.type === 'session.started'),
      [],
    );
    assert.ok(number > 0);
  });

  test('a spent budget stops the item before the next paid step, without counting a failure', async () => {
    await using world = await openFlowWorld({
      config: { budget: { per_item_usd: 5, per_repo_day_usd: 0.1, per_day_usd: 100 } },
      script: () => [
        { when: /Analyse an issue/, steps: [cost, IMPLEMENT] },
        { when: /Implement an issue/, steps: [cost, { do: 'write', path: 'a.txt', text: 'a' }] },
      ],
    });
    const number = await world.issue('expensive');
    await world.until('it waits', () =>
      world.events.some((event) => event.type === 'item.waiting' && /budget/.test(event.reason)),
    );
    const waiting = await world.program.store.attempts.waiting(0);
    assert.equal(waiting[0]?.failures, 0);
    assert.deepEqual(
      (await world.labels(number)).filter((label) => label === 'autodev:skip'),
      [],
    );
    assert.equal(
      world.events.filter((event) => event.type === 'session.started').length,
      1,
      'the second session was not begun',
    );
  });

  test('an item that waits for money of the day goes on when the budget is raised', async () => {
    await using world = await openFlowWorld({
      repo: { budget: { per_repo_day_usd: 0.1 } },
      script: () => [
        { when: /Analyse an issue/, steps: [cost, IMPLEMENT] },
        { when: /Implement an issue/, steps: [cost, { do: 'write', path: 'a.txt', text: 'a' }] },
        { when: /Review pull request/, steps: [cost, APPROVE] },
      ],
    });
    const work = `issue:${world.repo}:${await world.issue('thrift')}`;
    await world.until('it waits', () =>
      world.events.some((event) => event.type === 'item.waiting' && event.work === work),
    );
    await world.reload({ budget: { per_repo_day_usd: 5 } });
    await world.until('it has left', () => world.left(work).length > 0);
    assert.match(world.left(work)[0] ?? '', /^done/);
    assert.equal(world.sessions('analyze'), 1);
  });

  test('an agent that is missing or logged out counts against no item: it waits, and a retry goes on', async () => {
    let loggedIn = false;
    await using world = await openFlowWorld({
      repo: { max_attempts: 1 },
      script: () => [
        {
          when: ({ prompt }) => !loggedIn && /Analyse an issue/.test(prompt),
          steps: [{ do: 'fail', reason: 'not_logged_in', text: 'run claude and log in' }],
        },
        { when: /Analyse an issue/, steps: [cost, IMPLEMENT] },
        { when: /Implement an issue/, steps: [cost, { do: 'write', path: 'a.txt', text: 'a' }] },
        { when: /Review pull request/, steps: [cost, APPROVE] },
      ],
    });
    const number = await world.issue('later');
    const work = `issue:${world.repo}:${number}`;
    await world.until('it waits', () =>
      world.events.some(
        (event) => event.type === 'item.waiting' && event.cause === 'agent' && /log in/.test(event.reason),
      ),
    );
    await world.until('it is let go', async () => (await world.labels(number)).length === 0);
    const [waiting] = await world.program.store.attempts.waiting(0);
    assert.equal(waiting?.failures, 0);
    loggedIn = true;
    // As `autodev retry` does: the agent rests until somebody says that it can work again.
    await world.program.daemon.tryAgents();
    world.program.daemon.wake(world.repo);
    await world.until('it has left', () => world.left(work).length > 0);
    assert.match(world.left(work)[0] ?? '', /^done/);
  });

  test('a change to a protected path is kept and handed to a person, not pushed', async () => {
    await using world = await openFlowWorld({
      script: () => [
        { when: /Analyse an issue/, steps: [cost, IMPLEMENT] },
        {
          when: /Implement an issue/,
          steps: [cost, { do: 'write', path: '.github/workflows/ci.yml', text: 'on: push' }],
        },
      ],
    });
    const number = await world.issue('change CI');
    await world.until('it is skipped', async () => (await world.labels(number)).includes('autodev:skip'));
    assert.ok((await world.comments(number)).some((body) => body.includes('.github/workflows/ci.yml')));
    assert.deepEqual(
      (await world.get<{ name: string }[]>('/branches')).map((branch) => branch.name),
      ['main'],
    );
  });
});

describe('several at once', { concurrency: 2 }, () => {
  test('a pull request that is approved already is not reviewed and merged side by side', async () => {
    await using world = await openFlowWorld({
      repo: { auto_merge: true },
      script: (gate) => [{ when: /Review pull request/, steps: [cost, gate('review').step, APPROVE] }],
    });
    const head = await world.commit('topic', { 'a.txt': 'one' });
    await world.green(head);
    const number = await world.pull('change', 'topic');
    await world.forge.bot.request('POST', `/repos/${world.repo}/pulls/${number}/reviews`, {
      event: 'APPROVE',
      body: 'fine',
    });
    await world.until('the review runs', () => world.gate('review').reached());
    await world.scans(3);
    const mergeBegan = () =>
      world.events.some(
        (event) => event.type === 'item.queued' && event.work === `merge:${world.repo}:${number}`,
      );
    assert.equal(mergeBegan(), false);
    world.gate('review').open();
    await world.until(
      'it is merged',
      async () => (await world.get<{ merged: boolean }>(`/pulls/${number}`)).merged,
    );
  });

  test('a merge that the forge refuses is not tried again at once', async () => {
    await using world = await openFlowWorld({
      repo: { auto_merge: true, merge_require_ci: false, scan_interval_secs: 60 },
      script: () => [{ when: /Review pull request/, steps: [cost, APPROVE] }],
    });
    await world.forge.owner.request('PUT', `/repos/${world.repo}/branches/main/protection`, {
      required_status_checks: null,
      enforce_admins: true,
      required_pull_request_reviews: { required_approving_review_count: 2 },
      restrictions: null,
    });
    await world.commit('topic', { 'a.txt': 'one' });
    const number = await world.pull('change', 'topic');
    world.program.daemon.wake();
    await world.until('the merge was refused', () => world.left(`merge:${world.repo}:${number}`).length > 0);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    assert.equal(world.left(`merge:${world.repo}:${number}`).length, 1);
    assert.match(world.left(`merge:${world.repo}:${number}`)[0] ?? '', /^waiting/);
  });

  test('what a person pushed to our branch is never overwritten', async () => {
    await using world = await openFlowWorld({
      script: (gate) => [
        { when: /Analyse an issue/, steps: [cost, IMPLEMENT] },
        {
          when: /Implement an issue/,
          steps: [cost, gate('work').step, { do: 'write', path: 'a.txt', text: 'ours' }],
        },
      ],
    });
    const number = await world.issue('mine');
    await world.until('the work runs', () => world.gate('work').reached());
    const theirs = await world.commit(`autodev/issue-${number}`, { 'b.txt': 'theirs' });
    world.gate('work').open();
    await world.until('it is left to a person', async () =>
      (await world.labels(number)).includes('autodev:skip'),
    );
    assert.equal(
      (await world.get<{ commit: { sha: string } }>(`/branches/autodev%2Fissue-${number}`)).commit.sha,
      theirs,
    );
  });
});
