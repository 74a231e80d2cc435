// A cluster of processes that are killed, stopped, resumed and cut off at random, and a database that is restarted:
// npm run cluster:random -- [--issues 20] [--seed 1] [--disturbances 40] [--workers 4] [--coordinators 2]
import { parseArgs } from 'node:util';
import { withoutPostgres } from '../support/postgres.ts';
import { runRandomly } from '../support/random-cluster/run.ts';

const { values } = parseArgs({
  options: {
    issues: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    disturbances: { type: 'string', default: '100' },
    workers: { type: 'string', default: '4' },
    coordinators: { type: 'string', default: '2' },
    minutes: { type: 'string', default: '30' },
  },
});
const missing = withoutPostgres();
const say = (text: string) => void process.stdout.write(`${text}\n`);
if (missing !== undefined) {
  say(missing);
  process.exit(1);
}
const began = Date.now();
const seconds = () => ((Date.now() - began) / 1_000).toFixed(1).padStart(7);
const violations = await runRandomly({
  seed: Number(values.seed),
  issues: Number(values.issues),
  disturbances: Number(values.disturbances),
  workers: Number(values.workers),
  coordinators: Number(values.coordinators),
  limitMs: Number(values.minutes) * 60_000,
  tell: (what) => say(`${seconds()}  ${what}`),
});
for (const { invariant, what, about = '' } of violations) say(`✖ ${invariant}: ${what} ${about}`);
say(
  `${values.issues} issues, seed ${values.seed}: ${violations.length === 0 ? 'every invariant holds' : `${violations.length} violations`} after ${seconds().trim()} s`,
);
process.exit(violations.length === 0 ? 0 : 1);
