import type { Store } from '../../store/store.ts';
import { AutodevError } from '../../work/errors.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import { LABEL } from '../../work/labels.ts';
import { withdraw } from '../../workflows/engine/answers.ts';
import { changeLabels } from '../../workflows/engine/settle.ts';
import { CANCELLED } from './cancel.ts';
import type { Orders } from './orders.ts';

/** Lets an item begin again now: its failures forgotten, `skip` taken away, its repository scanned at once. */
export async function retryItem(id: WorkId, orders: Orders): Promise<string> {
  const { store, queues, forge, bus, daemon } = orders;
  const { repo, number, type } = parseWorkId(id);
  if (queues.has(id)) return `${id} is in work already (${queues.phaseOf(id)})`;
  const registered = await store.repositories.find(repo);
  if (registered?.enabled !== true) {
    throw new AutodevError(
      'not_found',
      `${repo} is ${registered === undefined ? 'not registered' : 'disabled'}`,
      {
        hint: registered === undefined ? 'autodev repo add URL' : `autodev repo enable ${repo}`,
      },
    );
  }
  const { labels, state, updatedAt } = await (type === 'issue'
    ? forge.issue(repo, number)
    : forge.pull(repo, number));
  if (state !== 'open') {
    throw new AutodevError('invalid_input', `${id} is closed on the forge`, {
      hint: 'open it there again first',
    });
  }
  for (const question of await store.questions.open(id))
    await withdraw(store, question, 'it was tried anew without an answer', bus.emit);
  await carryOver(store, id);
  if (labels.includes(LABEL.skip))
    await changeLabels(forge, { work: id, repo, number }, { remove: [LABEL.skip] }, bus.emit);
  await lookBack(store, registered.id, type === 'issue' ? 'issues' : 'pulls', updatedAt);
  daemon.wake(repo);
  if (labels.includes(LABEL.done) && type !== 'merge')
    return `${id} is finished; to have it done once more, remove the label ${LABEL.done} on the forge`;
  return `${id} is tried again now`;
}

/** The cursor has passed what was refused for good, or what was there before the first scan: it goes back that far. */
async function lookBack(store: Store, repo: string, target: string, to: string): Promise<void> {
  const cursor = await store.cursors.get(repo, target);
  if (cursor !== undefined && cursor.lastSeen > to)
    await store.cursors.set(repo, target, to, cursor.lastScan);
}

/** What the last attempt had finished and paid for is not paid again; its failures no longer count. */
async function carryOver(store: Store, id: WorkId): Promise<void> {
  const failed = await store.attempts.get(id);
  if (failed !== undefined) {
    await store.attempts.put({ ...failed, failures: 0, notBefore: 0 });
    return;
  }
  const last = await store.runs.latest(id);
  // Only a cancelled run: one that came to its end did so by what it found, and would come to the same end again.
  if (last?.status !== 'skipped' || last.reason !== CANCELLED) return;
  const finished = await store.steps.finished(last.id);
  await store.attempts.put({
    work: id,
    inputHash: last.inputHash,
    failures: 0,
    notBefore: 0,
    lastError: CANCELLED,
    carryFrom: last.id,
    carry: finished.map(({ name, round }) => ({ name, round })),
    lesson: null,
  });
}
