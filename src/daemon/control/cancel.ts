import { AutodevError } from '../../work/errors.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import { LABEL } from '../../work/labels.ts';
import { STANDINGS } from '../../work/standings.ts';
import { withdraw } from '../../workflows/engine/questions/answers.ts';
import { readEntry } from '../intake/entry.ts';
import { setLabels } from '../claims/marks.ts';
import type { Orders } from './orders.ts';

const PATIENCE_MS = 30_000;
const LOOK_MS = 50;
/** As the runner says it when it stops a session. */
export const CANCELLED = 'cancelled';

/**
 * Ends what is being done on an item and leaves it to a person: without `skip` the next scan would take it up again.
 * What the stopped step has cost so far is booked.
 */
export async function cancelItem(id: WorkId, orders: Orders): Promise<string> {
  const { store, queues, bus, daemon } = orders;
  const { type } = parseWorkId(id);
  const item = queues.get(id, type);
  const wasRunning = daemon.cancel(id);
  const stood = wasRunning && (await stoodStill(id, orders)) && !queues.has(id);
  // It may have been leaving with a question when it was stopped: nobody waits for that answer any more.
  if (stood && (await store.questions.open(id)).length === 0) return `${id} was stopped; it is left to you`;
  const over = item === undefined ? await alreadyOver(id, orders) : undefined;
  if (over !== undefined) return over;
  if (item !== undefined) queues.remove(item);
  await daemon.sayLeft(id, 'skip', CANCELLED);
  for (const question of await store.questions.open(id)) await withdraw(store, question, CANCELLED, bus.emit);
  await store.attempts.clear(id);
  await setLabels(orders, id, STANDINGS.skip.labels);
  const run = await store.runs.unfinished(id);
  if (run !== undefined) await store.runs.finish(run.id, 'skip', CANCELLED);
  await bus.emit({
    type: 'item.left',
    work: id,
    outcome: 'skip',
    reason: CANCELLED,
    durationMs: item === undefined ? 0 : orders.clock.now() - item.queuedAt,
    costUsd: await store.costs.spent({ work: id }),
  });
  return `${id} is cancelled; it is left to you`;
}

/** What is finished, closed, or was cancelled before keeps the labels it has. */
async function alreadyOver(id: WorkId, { store, forge, flows, clock }: Orders): Promise<string | undefined> {
  const read = await readEntry(flows, { forge, store, clock }, id);
  if (read === undefined) throw new AutodevError('not_found', `there is no item ${id}`);
  const labels = read.on === 'forge' ? read.entry.labels : null;
  const left = await store.events.latest(id, 'item.left');
  const byLabel = flows.onForge(id)?.finished === 'label';
  if (byLabel ? labels?.includes(LABEL.done) === true : left?.outcome === 'done')
    return `${id} is finished; there is nothing to cancel`;
  if (read.on === 'forge' && read.entry.state !== 'open')
    return `${id} is closed; there is nothing to cancel`;
  return labels?.includes(LABEL.skip) !== false && left?.reason === CANCELLED
    ? `${id} was cancelled already; it is left to you`
    : undefined;
}

async function stoodStill(id: WorkId, { daemon, clock }: Orders): Promise<boolean> {
  const deadline = clock.now() + PATIENCE_MS;
  while (daemon.standing(id).running) {
    if (clock.now() > deadline) return false;
    await clock.sleep(LOOK_MS);
  }
  return true;
}
