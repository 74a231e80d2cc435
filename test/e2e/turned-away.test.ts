import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { why } from '../../src/daemon/control/why.ts';
import type { WorkId } from '../../src/work/ids.ts';
import { answer, APPROVE, IMPLEMENT, openFlowWorld, type FlowWorld } from '../support/flow-world.ts';

const WONTFIX = answer({ verdict: 'wontfix', confidence: 1, summary: 'no' });
const script = () => [
  { when: /Analyse an issue.*implement me/s, steps: [IMPLEMENT] },
  { when: /Analyse an issue/, steps: [WONTFIX] },
  { when: /Implement an issue/, steps: [{ do: 'write' as const, path: 'a.txt', text: 'a' }] },
  { when: /Review pull request/, steps: [APPROVE] },
];

const explained = ({ program }: FlowWorld, id: string) =>
  why(id as WorkId, {
    store: program.store,
    now: Date.now(),
    live: { queues: program.queues, daemon: program.daemon, stopping: false, maxConcurrent: 3 },
    reads: { forge: program.forge, flows: program.flows },
  });
const said = ({ events }: FlowWorld, id: string, type: string) =>
  events.filter((event) => event.type === type && 'work' in event && event.work === id).length;

/** Several scans, whatever their interval. */
async function scans(world: FlowWorld, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const before = world.events.length;
    world.program.daemon.wake();
    await world.until('the repository was scanned', () =>
      world.events.slice(before).some((event) => event.type === 'repo.scanned' && event.target === 'pulls'),
    );
  }
}

describe('what a scan leaves alone', () => {
  test('a merge without any check waits, says so once, and why tells what for', async () => {
    await using world = await openFlowWorld({ script, repo: { auto_merge: true } });
    const number = await world.issue('implement me');
    await world.quiet();
    const merge = `merge:${world.repo}:${number + 1}`;
    await scans(world, 3);
    const told = await explained(world, merge);
    assert.equal(told.state, 'waiting');
    assert.match(told.because, /no check has reported/);
    assert.equal(said(world, merge, 'item.waiting'), 1);
    const pull = `pr:${world.repo}:${number + 1}`;
    assert.equal((await explained(world, pull)).state, 'done');
    assert.equal(said(world, pull, 'item.refused'), 0);
  });

  test("a stranger's issue is refused once; when the stranger is trusted, a retry takes it up", async () => {
    await using world = await openFlowWorld({ script, repo: { trusted: { permission: 'admin' } } });
    const stranger = world.forge.bot;
    const made = (await stranger.request('POST', `/repos/${world.repo}/issues`, { title: 'outside' })) as {
      number: number;
    };
    const id = `issue:${world.repo}:${made.number}`;
    await world.until('it is refused', () => said(world, id, 'item.refused') > 0);
    // Something newer makes the cursor pass it; the forge's times are whole seconds.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const newer = await world.issue('newer');
    await world.until('the newer one has left', () => world.left(`issue:${world.repo}:${newer}`).length > 0);
    await scans(world, 2);
    const told = await explained(world, id);
    assert.equal(told.state, 'refused');
    assert.match(told.because, /no admin access/);
    assert.equal(told.title, 'outside');
    assert.equal(said(world, id, 'item.refused'), 1);
    await world.reload({ trusted: { permission: 'admin', logins: [stranger.login] } });
    await scans(world, 2);
    assert.deepEqual(world.left(id), []);
    assert.match((await explained(world, id)).next, /^autodev retry/);
    await world.tell({ name: 'retry', work: id });
    await world.until('it has left', () => world.left(id).length > 0);
    assert.deepEqual(await world.labels(made.number), ['autodev:skip']);
  });

  test('why knows an item that no scan has seen, and says what keeps it', async () => {
    await using world = await openFlowWorld({ script, repo: { filter_labels: ['Agent'] } });
    await world.quiet();
    await world.tell({ name: 'pause' });
    const plain = `issue:${world.repo}:${await world.issue('without a label')}`;
    const told = await explained(world, plain);
    assert.equal(told.state, 'refused');
    assert.match(told.because, /filter_labels \(Agent\)/);
    const labelled = (await world.forge.owner.request('POST', `/repos/${world.repo}/issues`, {
      title: 'labelled',
      labels: ['agent'],
    })) as { number: number };
    const id = `issue:${world.repo}:${labelled.number}`;
    const waits = await explained(world, id);
    assert.deepEqual([waits.state, waits.next], ['waiting', 'autodev resume']);
    await assert.rejects(explained(world, `issue:${world.repo}:999`), { code: 'not_found' });
    await world.tell({ name: 'resume' });
    await world.until('the label in another case counts', () => world.left(id).length > 0);
  });

  test('the oldest goes first, whichever changed last; the others wait for max_queued, and why says so', async () => {
    await using world = await openFlowWorld({
      script: (gate) => [{ when: /Analyse an issue/, steps: [gate('work').step, WONTFIX] }],
      repo: { max_queued: 1 },
    });
    await world.quiet();
    await world.tell({ name: 'pause' });
    const [older, younger] = [await world.issue('older'), await world.issue('younger')];
    // Until the older one has changed in a later second than the younger one: the forge counts seconds.
    const changedAt = async (number: number) =>
      (await world.get<{ updated_at: string }>(`/issues/${number}`)).updated_at;
    await world.until('the older one changed last', async () => {
      await world.forge.owner.request('PATCH', `/repos/${world.repo}/issues/${older}`, { body: 'changed' });
      return (await changedAt(older)) > (await changedAt(younger));
    });
    await world.tell({ name: 'resume' });
    await world.until('one is at work', () => world.gate('work').reached());
    assert.equal((await explained(world, `issue:${world.repo}:${older}`)).state, 'running');
    const waits = await explained(world, `issue:${world.repo}:${younger}`);
    assert.equal(waits.state, 'waiting');
    assert.match(waits.because, /max_queued/);
    world.gate('work').open();
    await world.until(
      'the younger one has left too',
      () => world.left(`issue:${world.repo}:${younger}`).length > 0,
    );
  });

  test('what is finished or closed cannot be cancelled, and a second cancel changes nothing', async () => {
    await using world = await openFlowWorld({ script });
    const done = await world.issue('implement me');
    const skipped = await world.issue('leave me');
    await world.quiet();
    assert.match(await world.tell({ name: 'cancel', work: `issue:${world.repo}:${done}` }), /is finished/);
    assert.deepEqual(await world.labels(done), ['autodev:done']);
    const id = `issue:${world.repo}:${skipped}`;
    await world.tell({ name: 'cancel', work: id });
    await world.program.daemon.pause();
    const before = world.events.length;
    assert.match(await world.tell({ name: 'cancel', work: id }), /cancelled already/);
    const closed = await world.issue('closed before anybody saw it');
    await world.forge.owner.request('PATCH', `/repos/${world.repo}/issues/${closed}`, { state: 'closed' });
    const gone = await world.tell({ name: 'cancel', work: `issue:${world.repo}:${closed}` });
    assert.match(gone, /is closed; there is nothing to cancel/);
    assert.deepEqual([await world.labels(closed), await world.comments(closed)], [[], []]);
    assert.equal(world.events.length, before);
  });
});
