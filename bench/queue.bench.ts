// The queues of the daemon with 100,000 items: time per operation and memory per item.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { StateQueue } from '../src/daemon/queue/state-queue.ts';
import { measure, report } from './measure.ts';

const ITEMS = 100_000;
/** The naive way is quadratic; a thousandth of the lookups is enough to see it. */
const NAIVE_LOOKUPS = 100;

interface Item {
  id: string;
}
type State = 'Pending' | 'Analyzing' | 'Ready';

export async function run(): Promise<boolean> {
  const items: Item[] = Array.from({ length: ITEMS }, (_, at) => ({ id: `issue:org/repo:${at}` }));
  const ids = items.map(({ id }) => id);
  const array = [...items];
  let found = 0;

  const fill = (): StateQueue<Item, State> => {
    const queue = new StateQueue<Item, State>();
    for (const item of items) queue.push('Pending', item);
    return queue;
  };
  const operations = () => {
    const queue = fill();
    for (const id of ids) queue.transit('Pending', 'Analyzing', id);
    for (const id of ids) if (queue.get(id) !== undefined) found += 1;
    for (const id of ids) queue.remove(id);
  };
  const measured = await measure(
    [
      {
        name: 'Map: set, get, delete',
        as: 'floor',
        run: () => {
          const map = new Map<string, Item>();
          for (const item of items) map.set(item.id, item);
          for (const id of ids) if (map.get(id) !== undefined) found += 1;
          for (const id of ids) map.delete(id);
        },
      },
      {
        name: `array.find, ${NAIVE_LOOKUPS} lookups`,
        as: 'peer',
        run: () => {
          for (let at = 0; at < NAIVE_LOOKUPS; at += 1) {
            const id = ids[(at * 991) % ITEMS];
            if (array.find((item) => item.id === id) !== undefined) found += 1;
          }
        },
      },
      { name: 'StateQueue: push, transit, get, remove', as: 'ours', run: operations },
    ],
    7,
  );
  const best = (as: 'floor' | 'ours') => measured.find((each) => each.as === as)?.bestMs ?? NaN;
  const nanoseconds = (best('ours') * 1e6) / (4 * ITEMS);
  const floor = (best('floor') * 1e6) / (3 * ITEMS);
  const bytes = memoryPerItem(fill);
  return report(`queue, ${ITEMS.toLocaleString('en')} items`, measured, [
    {
      text: '≤ 3 × a Map per operation (300 ns where a Map takes 100)',
      met: nanoseconds <= 3 * floor,
      measured: `${nanoseconds.toFixed(0)} ns against ${floor.toFixed(0)}, ${(nanoseconds / floor).toFixed(2)} ×`,
    },
    { text: '≤ 300 B per item', met: bytes <= 300, measured: `${bytes.toFixed(0)} B` },
    { text: 'every lookup answers', met: found > 0, measured: String(found) },
  ]);
}

/** What the queue itself needs: the items are there before and after. */
function memoryPerItem(fill: () => StateQueue<Item, State>): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  const queues = Array.from({ length: 4 }, fill);
  const after = used();
  return (after - before) / queues.reduce((sum, queue) => sum + queue.size, 0);
}
