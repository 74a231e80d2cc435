import { sha256 } from '../../../src/host/hash.ts';
import { seededChooser } from '../../../src/sim/chooser.ts';
import { runWorld } from '../../../src/sim/run.ts';
import { traceText } from '../../../src/sim/trace.ts';
import { busy, countedLater, idle } from './worlds.ts';

/** `npm run sim:long -- idle|week|same [N]`: what takes too long for a test. Exit code 1: it was not as it has to be. */
const say = (line: string) => void process.stdout.write(`${line}\n`);
const [what = '', text = ''] = process.argv.slice(2);

/** An idle day of a hundred repositories: nothing is paid, nothing is counted, nothing grows. */
async function idleDay(repos: number): Promise<boolean> {
  const heap: number[] = [];
  const ran = await idle(repos, 24, (now) => {
    if (now / 3_600_000 <= heap.length) return;
    global.gc?.();
    heap.push(process.memoryUsage().heapUsed / 2 ** 20);
  });
  const later = countedLater(ran).length;
  const [second = 0, last = 0] = [heap[2], heap.at(-1)];
  say(
    `${repos} repositories, 24 h: ${ran.sessions} sessions, ${later} requests counted after the first hour`,
  );
  say(`heap after 2 h ${second.toFixed(1)} MB, after 24 h ${last.toFixed(1)} MB`);
  return ran.sessions === 0 && later === 0 && ran.violations.length === 0 && last < second * 1.5 + 20;
}

/** A week with every fault: all items come to their end within it. */
async function week(items: number): Promise<boolean> {
  let told = 0;
  const ran = await busy(1, { repos: 50, items, days: 7 }, (now) => {
    if (now < told) return;
    told = now + 6 * 3_600_000;
    say(`${(now / 3_600_000).toFixed(0)} h`);
  });
  say(
    `${items} items: ${ran.merged} merged, ${ran.sessions} sessions, ${(ran.took / 3_600_000).toFixed(1)} h`,
  );
  for (const each of ran.violations.slice(0, 5)) say(`${each.invariant}: ${each.about ?? ''} ${each.what}`);
  return ran.violations.length === 0;
}

/** One seed again and again, each time after other worlds: one trace. */
async function same(times: number): Promise<boolean> {
  const trace = async (seed: number) =>
    (await runWorld(seededChooser(seed), { mode: 'safety', steps: 20_000 })).trace.map(traceText).join('\n');
  const first = sha256(await trace(11));
  for (let n = 1; n < times; n += 1) {
    if (n % 10 === 0) await trace(n);
    if (sha256(await trace(11)) !== first) {
      say(`the trace differs the ${n}th time`);
      return false;
    }
  }
  say(`${times} times the same trace`);
  return true;
}

const SCRIPTS = new Map([
  ['idle', () => idleDay(Number(text || 100))],
  ['week', () => week(Number(text || 2_000))],
  ['same', () => same(Number(text || 100))],
]);
const script = SCRIPTS.get(what);
if (script === undefined) {
  say('idle [repositories], week [items] or same [times]');
  process.exitCode = 2;
} else process.exitCode = (await script()) ? 0 : 1;
