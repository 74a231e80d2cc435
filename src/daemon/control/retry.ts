import type { Store } from '../../store/store.ts';
import { AutodevError } from '../../work/errors.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import { LABEL } from '../../work/labels.ts';
import { STANDINGS } from '../../work/standings.ts';
import { readEntry } from '../intake/entry.ts';
import { setLabels } from '../claims/marks.ts';
import { withdrawQuestion } from '../waiting/withdraw-question.ts';
import { want } from '../intake/wanted.ts';
import { writtenEnd } from '../leaving/leave.ts';
import { CANCELLED } from './cancel.ts';
import { rejectedProduct } from './rejected-product.ts';
import type { Orders } from './orders.ts';
import { repositoryHint, repositoryState, REPOSITORY_WORDS } from './repository-state.ts';

/** Lets exactly this item begin again now: its failures forgotten, `skip` taken away, its repository scanned at once. */
export async function retryItem(id: WorkId, orders: Orders): Promise<string> {
  const { store, queues, forge, flows, clock, daemon } = orders;
  const { repo } = parseWorkId(id);
  const { items } = flows.of(id);
  // A person who says "now" may know more than the provider said: each agent that rests is tried once.
  await daemon.tryAgents();
  if (queues.has(id)) return `${id} is in work already (${queues.phaseOf(id)})`;
  const registered = await store.repositories.find(repo);
  const watched = repositoryState(registered);
  if (watched !== 'enabled')
    throw new AutodevError('not_found', `${repo} ${REPOSITORY_WORDS[watched]}`, {
      hint: repositoryHint(watched, repo),
    });
  const read = await readEntry(flows, { forge, store, clock }, id);
  if (read === undefined) throw new AutodevError('not_found', `there is no item ${id}`);
  if (read.on === 'journal' || items.on === 'journal') return retryOwn(id, orders);
  const { labels, state } = read.entry;
  if (state !== 'open') {
    throw new AutodevError('invalid_input', `${id} is closed on the forge`, {
      hint: 'open it there again first',
    });
  }
  const finished = labels.includes(LABEL.done) && items.finished === 'label';
  const rejected = finished ? await rejectedProduct(flows, { forge, store }, id) : undefined;
  await beginAnew(id, orders);
  const remove = [LABEL.skip, ...(rejected === undefined ? [] : [LABEL.done])].filter((label) =>
    labels.includes(label),
  );
  if (remove.length > 0) {
    await daemon.hold(id);
    await setLabels(orders, id, { remove });
  }
  await want(store, id);
  daemon.wake(repo);
  if (rejected !== undefined)
    return `${id} is done once more, from the beginning and into a new pull request: ${rejected}`;
  if (finished)
    return `${id} is finished; to have it done once more, remove the label ${LABEL.done} on the forge`;
  return `${id} is tried again now`;
}

/** One that stands nowhere on the forge: the journal says that a person wants it once more, and the next scan takes it. */
async function retryOwn(id: WorkId, orders: Orders): Promise<string> {
  const { store, bus, daemon } = orders;
  const left = await store.events.latest(id, 'item.left');
  if (left?.outcome === 'done') return `${id} is finished`;
  await beginAnew(id, orders);
  await bus.emit({ type: 'item.retried', work: id });
  daemon.wake(parseWorkId(id).repo);
  return `${id} is tried again now`;
}

async function beginAnew(id: WorkId, { store, bus, daemon }: Orders): Promise<void> {
  for (const question of await store.questions.open(id))
    await withdrawQuestion(
      { store, bus, sayLeft: daemon.sayLeft },
      question,
      'it was tried anew without an answer',
      'waiting',
    );
  // It ended, and we died before its labels said so: nobody is to carry that out any more.
  const over = await writtenEnd(store, id);
  if (over !== undefined)
    await store.runs.finish(over.run.id, STANDINGS[over.left.outcome].run, over.left.reason);
  await carryOver(store, id);
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
  if (last?.status !== 'skip' || last.reason !== CANCELLED) return;
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
