import { isoTime } from '../../src/host/clock.ts';
import { randomFrom, type Random } from '../../src/host/random.ts';
import type { Store } from '../../src/store/store.ts';
import { runId, workId } from '../../src/work/ids.ts';
import { LABEL } from '../../src/work/labels.ts';
import type { VirtualClock } from './clock.ts';
import { seeded } from './seeded.ts';

/** The same ids in every store that the story is told to. */
export function seededRandom(): Random {
  const numbers = seeded(20);
  return randomFrom((count) => Buffer.from(Array.from({ length: count }, () => numbers.below(256))));
}

const [first, second, review] = [
  workId('issue', 'o/Repo_1', 1),
  workId('issue', 'o/Repo_1', 12),
  workId('pull', 'o/repo-2', 3),
];
const [old, now, other] = [runId(first, 'aaaa', 1), runId(first, 'aaaa', 2), runId(review, 'bbbb', 1)];

/** Asks every question that a store can be asked, after something happened to every table; all answers in order. */
export async function tellStory(store: Store, clock: VirtualClock): Promise<unknown[]> {
  const answers: unknown[] = [];
  const tell = async (asked: unknown) => void answers.push(await asked);
  for (const part of [journal, ledger, money, happenings, people, knowledge, forgeFacts]) {
    await part(store, tell, clock);
    await clock.advance(1_000);
  }
  await store.close();
  return answers;
}

type Part = (store: Store, tell: (asked: unknown) => Promise<void>, clock: VirtualClock) => Promise<void>;

const journal: Part = async ({ runs, steps, attempts }, tell, clock) => {
  for (const [id, work] of [
    [old, first],
    [now, first],
    [other, review],
  ] as const) {
    await tell(runs.submit({ id, work, attempt: 1, inputHash: 'h', input: { a: ['ü', '\u0001'] } }));
    await tell(runs.submit({ id, work, attempt: 9, inputHash: 'x', input: {} }));
  }
  await steps.start(old, 'analyze', 0);
  await steps.start(old, 'implement', 0);
  await clock.advance(5);
  await steps.finish(old, 'implement', 0, { result: { ok: true }, commit: 'c1', costUsd: 0.1 });
  await steps.finish(old, 'analyze', 0, { result: undefined, commit: null, costUsd: 0.25 });
  await steps.start(old, 'review', 1);
  await steps.fail(old, 'review', 1, { error: 'no', costUsd: 0.5 });
  await steps.carry(old, now, [
    { name: 'implement', round: 0 },
    { name: 'none', round: 0 },
  ]);
  await steps.carry(old, now, [{ name: 'implement', round: 0 }]);
  for (const run of [old, now, other]) await tell(steps.finished(run));
  await tell(steps.count(first, 'implement'));
  await tell(steps.named('implement'));
  await tell(steps.named('implement', { from: 0, to: clock.now() - 60_000 }));
  await runs.leave(old, { outcome: 'failed', reason: 'r' });
  await tell(runs.get(old));
  await runs.finish(old, 'failed', 'because');
  await runs.setAside(now, 'asks');
  await tell(runs.unfinished(first));
  await runs.goOn(now);
  await tell(runs.unfinished(first));
  await tell(runs.ofWork(first));
  await tell(runs.latest(first));
  await tell(runs.open('o/Repo_1'));
  await tell(runs.open('o/repo_1'));
  const attempt = {
    inputHash: 'h',
    lastError: 'e',
    carryFrom: old,
    carry: [{ name: 'a', round: 0 }],
    lesson: null,
  };
  await attempts.put({ ...attempt, work: first, failures: 1, notBefore: clock.now() + 10 });
  await attempts.put({ ...attempt, work: first, failures: 2, notBefore: Number.MAX_SAFE_INTEGER });
  await attempts.put({
    ...attempt,
    work: second,
    failures: 3,
    notBefore: 5,
    lesson: { text: 't', commit: null },
  });
  await tell(attempts.get(first));
  await tell(attempts.waiting(clock.now()));
  await tell(attempts.due('o/Repo_1', clock.now()));
  await tell(attempts.failures([second, first]).then((map) => [map.get(first), map.get(second)]));
  await attempts.clear(second);
  await tell(attempts.get(second));
};

const ledger: Part = async ({ effects, sessions }, tell, clock) => {
  await effects.intend(now, 'push main', { sha: '1' });
  await effects.intend(now, 'push main', { sha: '2' });
  await tell(effects.get(now, 'push main'));
  await effects.done(now, 'push main', { ok: 1 });
  await effects.intend(now, 'push main', { sha: '3' });
  await effects.intend(now, 'comment a', 'text');
  await clock.advance(10);
  await effects.done(now, 'comment a', undefined);
  const log = {
    repo: 'o/Repo_1',
    queueType: 'issue',
    itemKey: first,
    workerId: 'w',
    command: 'claude',
    stdout: 'out',
    stderr: '',
    exitCode: null,
    startedAt: isoTime(clock.now() - 500),
    finishedAt: isoTime(clock.now() - 20),
    durationMs: 480.4,
  };
  await sessions.add({ ...log, id: 's1' });
  await sessions.add({ ...log, id: 's2', repo: 'not/known', startedAt: isoTime(clock.now()) });
  await tell(sessions.ofWork(first));
  await tell(effects.ofWork(first));
  await tell(effects.ofKind(first, 'push'));
  await tell(effects.caused());
  await tell(effects.head());
  const { entries, head, rowsBefore } = await effects.chain();
  await tell({ entries, head, rowsBefore });
};

const money: Part = async ({ costs }, tell, clock) => {
  const paid = { run: now, step: 'implement', role: 'implement', at: clock.now() } as const;
  const tokens = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 };
  for (const usd of [0.1, 0.2, 1e-6])
    await costs.book({ ...paid, repo: 'o/Repo_1', work: first, usd, model: 'opus', tokens });
  await costs.book({
    ...paid,
    repo: 'o/repo-2',
    work: review,
    usd: 3,
    at: clock.now() - 86_400_000,
    model: '',
  });
  await tell(costs.spent({}));
  await tell(costs.spent({ repo: 'o/Repo_1', since: 5, work: first }));
  await tell(costs.spentOn([first, second]).then((map) => [...map]));
  await tell(costs.byStep(first));
  for (const by of ['day', 'repo', 'item', 'model', 'role'] as const) await tell(costs.totals(by, 0));
  await tell(costs.entries({ repo: 'o/Repo_1', from: 0, to: clock.now() + 1 }));
};

const happenings: Part = async ({ events, outbox }, tell, clock) => {
  const left = { type: 'item.left', reason: 'r', durationMs: 1, costUsd: 0 } as const;
  const notice = { channel: 'desktop', once: 'x', body: { hello: 1 } };
  await tell(
    events.append({ type: 'item.queued', work: first, phase: 'Pending', title: 'old' }, [notice, notice]),
  );
  await events.append({ type: 'item.queued', work: first, phase: 'Pending', title: 'ＮＥＷ "1"' });
  await events.append({ ...left, work: first, outcome: 'failed' });
  await events.append({ ...left, work: first, outcome: 'done' });
  await clock.advance(50);
  await events.append({ ...left, work: second, outcome: 'done' });
  await events.append({ ...left, work: review, outcome: 'skip' });
  await events.append({ type: 'repo.failed', repo: 'o/repo-2', message: 'away' });
  await tell(events.scanFailure('o/repo-2'));
  await events.append({ type: 'repo.scanned', repo: 'o/repo-2', target: 'issues', found: 1, taken: 0 });
  await tell(events.scanFailure('o/repo-2'));
  await tell(events.after(2, 3));
  await tell(events.ofWork(first, 2, ['item.queued']));
  await tell(events.newest(['item.left', 'item.queued'], { limit: 3 }));
  await tell(events.newest(['item.left'], { work: first, since: 1, limit: 3 }));
  await tell(events.latest(first, 'item.left'));
  await tell(events.titles([first, second]).then((map) => [...map]));
  const span = { repo: 'o/Repo_1', from: 0, to: clock.now() + 1 };
  await tell(events.between(span));
  await tell(events.between({ ...span, types: ['item.left', 'repo.failed'], also: ['repo.failed'] }));
  await tell(events.lastSeq());
  for (const prefix of ['', 'issue:o/Repo_1:1', 'issue:o/R', 'x']) await tell(events.works(prefix, 2));
  const byRepo = async () =>
    (await events.outcomes()).sort((a, b) => `${a.repo}${a.outcome}`.localeCompare(`${b.repo}${b.outcome}`));
  await tell(byRepo());
  await tell(events.lastLeft(['done', 'skip'], { limit: 2 }));
  await tell(events.lastLeft(['done'], { since: clock.now(), limit: 5 }));
  await tell(events.leftAs('done'));
  await events.forget(['repo.failed', 'repo.scanned'], clock.now() + 1);
  await tell(events.after(0, 100));
  await tell(outbox.nextAt('desktop'));
  const due = await outbox.due('desktop', clock.now());
  await tell(due);
  await outbox.postpone(due?.id ?? '', clock.now() + 10, 'later');
  await tell(outbox.due('desktop', clock.now()));
  await outbox.settle(due?.id ?? '', null);
  await tell(outbox.nextAt('desktop'));
  await outbox.clean(clock.now() + 1);
  await tell(outbox.due('desktop', clock.now() + 100));
};

const people: Part = async ({ questions, commands, waits, reviewed, meta }, tell, clock) => {
  const asked = { work: first, run: now, step: 'ask:x', text: 't', options: ['yes'], free: false } as const;
  const question = await questions.ask({ ...asked, round: 0, options: ['yes'], expiresAt: null });
  await tell(question);
  await tell(questions.ask({ ...asked, round: 1, options: [], expiresAt: isoTime(clock.now() + 5) }));
  await tell(questions.open());
  await tell(questions.open(second));
  await tell(questions.ofWork(first));
  await tell(questions.ofRun(now));
  await tell(questions.awaited('o/Repo_1'));
  await tell(questions.answer(question.id, 'no', 'ann'));
  await tell(questions.answer(question.id, 'yes', 'ann'));
  await tell(questions.apply(question.id));
  await tell(questions.withdraw(question.id, 'r'));
  await tell(questions.get(question.id));
  await tell(commands.leave({ kind: 'pause' }));
  const left = await commands.leave({ kind: 'resume' });
  await commands.settle(left, 'done');
  await tell(commands.pending());
  await tell(waits.put({ work: first, title: 't', reason: 'r', since: 1 }));
  await tell(waits.put({ work: first, title: 't', reason: 'r', since: 2 }));
  await tell(waits.put({ work: review, title: 't', reason: 's', since: 3 }));
  await tell(waits.get(first));
  await tell(waits.ofRepo('o/Repo_1'));
  await tell(waits.all());
  await waits.clear(first);
  await reviewed.set(review, 'a');
  await reviewed.set(review, 'b');
  await tell(reviewed.get(review));
  await tell(reviewed.ofRepo('o/repo-2'));
  await reviewed.forget(review);
  await tell(reviewed.ofRepo('o/repo-2'));
  await meta.set('k', 'ö');
  await meta.set('k', '');
  await tell(meta.get('k'));
  await tell(meta.get('none'));
};

const knowledge: Part = async ({ reports, suggestions, pullOutcomes }, tell) => {
  await reports.put({ repo: 'o/Repo_1', day: '2026-01-15', body: [1] });
  await reports.put({ repo: 'o/Repo_1', day: '2026-01-15', body: { b: 2 } });
  await tell(reports.get('o/Repo_1', '2026-01-15'));
  await tell(reports.since('o/Repo_1', '2026-01-16'));
  const suggestion = {
    repo: 'o/Repo_1',
    day: '2026-01-15',
    target: 't',
    content: 'c',
    pattern: '',
    action: 'add',
    pull: null,
    status: 'proposed',
  } as const;
  for (const id of ['b', 'a', 'b']) await suggestions.add({ ...suggestion, id });
  await suggestions.settle('a', 'accepted', '2026-01-16');
  await tell(suggestions.ofRepo('o/Repo_1'));
  const outcome = { repo: 'o/Repo_1', number: 1, mergeSha: null, mergedAt: null, linesAdded: 3 } as const;
  const rest = { survived7: null, survived30: 1, method: 'squash' } as const;
  await pullOutcomes.put({ ...outcome, ...rest, state: 'open', reverted: false });
  await pullOutcomes.put({ ...outcome, ...rest, state: 'merged', reverted: true });
  await tell(pullOutcomes.all());
};

const forgeFacts: Part = async ({ repositories, cursors, labels, etags, questions }, tell) => {
  const url = 'https://example.invalid/r';
  const put = await repositories.put({ name: 'o/Repo_1', url, enabled: true, origin: 'command' });
  await tell(put);
  await tell(repositories.put({ name: 'o/Repo_1', url: `${url}2`, enabled: false, origin: 'config' }));
  await tell(repositories.setEnabled('o/Repo_1', true));
  await tell(repositories.setEnabled('none', true));
  await tell(repositories.list());
  await cursors.set(put.id, 'issues', 'a', 'b');
  await cursors.set(put.id, 'issues', 'c', 'd');
  await tell(cursors.get(put.id, 'issues'));
  await labels.see('o/Repo_1', 1, [LABEL.wip, LABEL.done]);
  await labels.change('o/Repo_1', 1, { added: [LABEL.skip], removed: [LABEL.wip] });
  await labels.see('else/where', 1, [LABEL.wip]);
  await tell(labels.of('o/Repo_1', 1));
  await tell(labels.counts());
  await etags.set('s', 'u', { etag: 'e', link: '', body: 'b' });
  await etags.set('s', 'u', { etag: 'f', link: '', body: 'b' });
  await tell(etags.get('s', 'u'));
  await tell(etags.get('t', 'u'));
  await tell(repositories.remove('o/Repo_1'));
  await tell(repositories.find('o/Repo_1'));
  await tell(cursors.get(put.id, 'issues'));
  await tell(questions.ofWork(first));
};
