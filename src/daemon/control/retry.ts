import { AutodevError } from '../../work/errors.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import { LABEL } from '../../work/labels.ts';
import { changeLabels } from '../../workflows/engine/settle.ts';
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
  const { labels, state } = await (type === 'issue' ? forge.issue(repo, number) : forge.pull(repo, number));
  if (state !== 'open') {
    throw new AutodevError('invalid_input', `${id} is closed on the forge`, {
      hint: 'open it there again first',
    });
  }
  const failed = await store.attempts.get(id);
  // What the failed attempt had finished and paid for is still carried over.
  if (failed !== undefined) await store.attempts.put({ ...failed, failures: 0, notBefore: 0 });
  if (labels.includes(LABEL.skip))
    await changeLabels(forge, { work: id, repo, number }, { remove: [LABEL.skip] }, bus.emit);
  daemon.wake(repo);
  if (labels.includes(LABEL.done) && type !== 'merge')
    return `${id} is finished; to have it done once more, remove the label ${LABEL.done} on the forge`;
  return `${id} is tried again now`;
}
