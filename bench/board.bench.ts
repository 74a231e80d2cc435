// The server part of the dashboard: a board of 500 items and an item with 2,000 events, through the whole application.
import { systemClock } from '../src/host/clock.ts';
import { openStore } from '../src/store/sqlite/open.ts';
import { webApp } from '../src/web/app.ts';
import { openDoor } from '../src/web/door.ts';
import { fillStore, REPO, sourceOf } from '../test/support/board-store.ts';
import { measure, report } from './measure.ts';

const ITEMS = 500;
const EVENTS = 2_000;
const MOST_MS = 20;

export async function run(): Promise<boolean> {
  const store = openStore(':memory:');
  try {
    await fillStore(store, {
      items: ITEMS,
      events: EVENTS,
      title: (number) => `Something to do, number ${number}`,
    });
    const door = openDoor({ token: 'a'.repeat(64), port: 1 });
    const app = webApp({ source: sourceOf(store, '/nowhere'), door, clock: systemClock });
    const headers = { host: '127.0.0.1:1', cookie: door.cookie.split(';')[0] ?? '' };
    const get = async (path: string) => {
      const answer = await app.request(path, { headers });
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
      return answer.text();
    };
    const measured = await measure(
      [
        { name: 'the costs of an empty sheet', as: 'floor', run: async () => void (await get('/costs')) },
        { name: `a board of ${ITEMS} items`, as: 'ours', run: async () => void (await get('/')) },
        {
          name: `an item with ${EVENTS} events`,
          as: 'ours',
          run: async () => void (await get(`/items/issue/${REPO}/1`)),
        },
      ],
      20,
    );
    const goals = measured
      .filter(({ as }) => as === 'ours')
      .map(({ name, bestMs }) => ({
        text: `${name} ≤ ${MOST_MS} ms`,
        met: bestMs <= MOST_MS,
        measured: `${bestMs.toFixed(1)} ms`,
      }));
    return report('the server part of the dashboard', measured, goals);
  } finally {
    await store.close();
  }
}
