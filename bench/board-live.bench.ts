// The dashboard in a real browser: when a board of 500 items is painted, and how long after an event it shows it.
import { eventBus } from '../src/daemon/bus.ts';
import { systemClock } from '../src/host/clock.ts';
import { openStore } from '../src/store/sqlite/open.ts';
import { openWeb } from '../src/web/open.ts';
import { workId } from '../src/work/ids.ts';
import { fillStore, REPO, sourceOf } from '../test/support/board-store.ts';
import { NO_BROWSER, openBrowser } from '../test/support/browser.ts';
import { report } from './measure.ts';

const ITEMS = 500;
const EVENTS = 2_000;
const ROUNDS = 20;
const MOST_MS = 200;

/** Remembers when each element with an id that begins with `e` (a line of the activity) came to be. */
const WATCH = `
  window.seen = {};
  new MutationObserver(() => {
    for (const line of document.querySelectorAll('#activity li')) window.seen[line.id] ??= Date.now();
  }).observe(document.getElementById('main'), { childList: true, subtree: true });
`;
/** When a line came to be, once it has. Not `waitForFunction`: it needs `eval`, which the pages forbid. */
const seenAt = (id: string) => `new Promise((tell) => {
  const look = () => {
    const at = window.seen[${JSON.stringify(id)}];
    if (at === undefined) setTimeout(look, 5);
    else tell(at);
  };
  look();
})`;
const PAINT = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN`;

export async function run(): Promise<boolean> {
  if (NO_BROWSER !== false) {
    console.log(`\n== the dashboard in a browser: left out, ${NO_BROWSER}`);
    return true;
  }
  const store = openStore(':memory:');
  const bus = eventBus(store);
  await fillStore(store, {
    items: ITEMS,
    events: EVENTS,
    title: (number) => `Something to do, number ${number}`,
  });
  const source = sourceOf(store, '/nowhere', { bus });
  const web = await openWeb({ source, clock: systemClock, token: 'a'.repeat(64), port: 0 });
  await using browser = await openBrowser();
  try {
    const page = await browser.page(web.url);
    const { origin } = new URL(web.url);
    const paints: number[] = [];
    for (const path of ['/', `/items/issue/${REPO}/1`]) {
      await page.goto(`${origin}${path}`);
      paints.push(Number(await page.evaluate(PAINT)));
    }
    await page.goto(`${origin}/`);
    await page.evaluate(WATCH);
    const delays: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const happened = Date.now();
      const work = workId('issue', REPO, 1_000 + round);
      await bus.emit({ type: 'item.queued', work, phase: 'Pending', title: `News ${round}` });
      const id = `e${await store.events.lastSeq()}`;
      delays.push(Number(await page.evaluate(seenAt(id))) - happened);
    }
    const [best = NaN, median = NaN] = [0, ROUNDS / 2].map((at) => delays.toSorted((a, b) => a - b)[at]);
    return report(
      `the dashboard in a browser, ${ITEMS} items`,
      [],
      [
        {
          text: `an event on the screen ≤ ${MOST_MS} ms`,
          met: best <= MOST_MS,
          measured: `best ${best} ms, median ${median} ms`,
        },
        {
          text: 'first paint of the board, and of an item with 2,000 events: no goal',
          met: true,
          measured: paints.map((ms) => `${ms.toFixed(0)} ms`).join(', '),
        },
      ],
    );
  } finally {
    await web.close();
    await store.close();
  }
}
