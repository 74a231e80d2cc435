import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { workId, type WorkId, type WorkType } from '../../work/ids.ts';
import type { WorkItem } from '../../work/item.ts';
import type { Phase } from '../../work/phases.ts';
import { issueFlow } from '../../workflows/issue/flow.ts';
import { mergeFlow } from '../../workflows/merge/flow.ts';
import { pullFlow } from '../../workflows/pull/flow.ts';
import { pick, type Load } from './schedule.ts';
import { TaskQueues } from '../queue/task-queues.ts';

const FLOWS = [issueFlow, pullFlow, mergeFlow];
const item = (
  type: WorkType,
  repo: string,
  number: number,
  phase: Phase = 'Pending',
  baseRef = 'main',
): WorkItem => ({
  id: workId(type, repo, number),
  type,
  repo,
  number,
  title: '',
  author: 'a',
  createdAt: `2026-01-01T00:00:${String(number).padStart(2, '0')}Z`,
  updatedAt: '',
  headSha: '',
  baseRef,
  phase,
  queuedAt: 0,
});
const queued = (...items: WorkItem[]) => {
  const queues = new TaskQueues(FLOWS);
  for (const each of items) queues.push(each);
  return queues;
};
const load = (change: Partial<{ running: WorkItem[]; lastServed: Record<string, number> }> = {}): Load => {
  const running = change.running ?? [];
  const perRepo = new Map<string, number>();
  for (const { repo } of running) perRepo.set(repo, (perRepo.get(repo) ?? 0) + 1);
  return {
    running: new Set<WorkId>(running.map(({ id }) => id)),
    perRepo,
    exclusive: new Set(
      running.filter(({ type }) => type === 'merge').map(({ repo, baseRef }) => `merge ${repo} ${baseRef}`),
    ),
    lastServed: new Map(Object.entries(change.lastServed ?? {})),
  };
};
const limits = { maxConcurrent: 3, maxConcurrentPerRepo: 2 };

describe('the scheduler picks', () => {
  test('nothing when nothing waits', () => assert.equal(pick(queued(), load(), limits), undefined));

  test('what is nearly done before what is new', () => {
    const all = [
      item('issue', 'o/a', 1),
      item('pr', 'o/a', 2),
      item('issue', 'o/a', 3, 'Ready'),
      item('pr', 'o/a', 4, 'ReviewDone'),
      item('pr', 'o/a', 5, 'Improved'),
      item('merge', 'o/a', 6),
    ];
    const order: number[] = [];
    const queues = queued(...all);
    for (;;) {
      const next = pick(queues, load(), limits);
      if (next === undefined) break;
      order.push(next.number);
      queues.remove(next);
    }
    assert.deepEqual(order, [6, 5, 4, 3, 2, 1]);
  });

  test('the oldest of equals', () =>
    assert.equal(pick(queued(item('issue', 'o/a', 9), item('issue', 'o/a', 2)), load(), limits)?.number, 2));

  test('nothing beyond the limit of all', () => {
    const running = [item('issue', 'o/a', 1), item('issue', 'o/b', 1), item('issue', 'o/c', 1)];
    assert.equal(pick(queued(item('issue', 'o/d', 1)), load({ running }), limits), undefined);
  });

  test('nothing of a repository beyond its limit, but another repository', () => {
    const running = [item('issue', 'o/a', 1), item('issue', 'o/a', 2)];
    assert.equal(pick(queued(item('issue', 'o/a', 3)), load({ running }), limits), undefined);
    assert.equal(
      pick(queued(item('issue', 'o/a', 3), item('issue', 'o/b', 9)), load({ running }), limits)?.repo,
      'o/b',
    );
  });

  test('one merge at a time per repository and base branch', () => {
    const running = [item('merge', 'o/a', 1)];
    assert.equal(pick(queued(item('merge', 'o/a', 2)), load({ running }), limits), undefined);
    assert.equal(
      pick(queued(item('merge', 'o/a', 2, 'Pending', 'release')), load({ running }), limits)?.number,
      2,
    );
    assert.equal(pick(queued(item('merge', 'o/b', 3)), load({ running }), limits)?.number, 3);
  });

  test('fairly: the repository with less running, then the one served longest ago', () => {
    const queues = queued(item('issue', 'o/a', 1), item('issue', 'o/b', 5));
    assert.equal(pick(queues, load({ running: [item('issue', 'o/a', 8)] }), limits)?.repo, 'o/b');
    assert.equal(pick(queues, load({ lastServed: { 'o/a': 7, 'o/b': 3 } }), limits)?.repo, 'o/b');
  });

  test('never what is running already', () => {
    const one = item('issue', 'o/a', 1);
    assert.equal(pick(queued(one), load({ running: [one] }), limits), undefined);
  });
});
