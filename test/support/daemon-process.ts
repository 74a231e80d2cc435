// A daemon in a process of its own, for tests that kill it: `node daemon-process.ts '{"home": …}'`.
// With `dieAfter` it kills itself with SIGKILL right after the first record of that kind reached the disk.
// Without, it ends by itself when everything is quiet.
import { appendFileSync, readFileSync } from 'node:fs';
import { openProgram, parsedConfig } from '../../src/compose/program.ts';
import type { Script } from '../../src/agents/scripted/script.ts';
import { DEMO_SCRIPT } from '../../src/demo/script.ts';
import type { Store } from '../../src/store/store.ts';
import { testHost } from './host.ts';
import { LOOP_SCRIPT } from './loop-script.ts';

/**
 * `step`: a step was recorded as finished. `intent`: a write is announced but not sent. `effect`: a write is recorded.
 * `word`: something about a word in a comment is recorded.
 */
export type RecordKind = 'step' | 'intent' | 'effect' | 'word';

export interface DaemonProcessOptions {
  home: string;
  config: string;
  /** After records of these kinds. */
  dieAfter?: readonly RecordKind[] | undefined;
  /**
   * Where it is written down at which boundaries lives have ended (`step pr 1 review 0`): each of them ends one.
   * Absent: every record does.
   */
  deathsLog?: string | undefined;
  /** Only boundaries that match it: those of the rest are another test's. */
  deathsAt?: string | undefined;
  /** Instead of the demo's. */
  script?: 'loop' | undefined;
  /** One line per finished paid step, over all lives. */
  paidLog: string;
}

/** The same step or write of the same flow at the same attempt, whichever item and commit it is about. */
function boundaryOf(run: string, what: string): string {
  const where = `${run.split(':')[0]} ${/\d+$/.exec(run)?.[0] ?? ''}`;
  return `${where} ${what.replaceAll(/\b[0-9a-f]{40}\b/g, '*').replaceAll(/issue-\d+/g, 'issue-n')}`;
}

function dying(store: Store, options: DaemonProcessOptions): Store {
  const died = new Set(
    options.deathsLog === undefined ? [] : readFileSync(options.deathsLog, 'utf8').split('\n'),
  );
  const wanted = new RegExp(options.deathsAt ?? '');
  const die = (kind: RecordKind, run = '', what = '') => {
    const boundary = `${kind} ${boundaryOf(run, what)}`;
    if (options.dieAfter?.includes(kind) !== true || died.has(boundary) || !wanted.test(boundary)) return;
    if (options.deathsLog !== undefined) appendFileSync(options.deathsLog, `${boundary}\n`);
    process.kill(process.pid, 'SIGKILL');
  };
  return {
    ...store,
    steps: {
      ...store.steps,
      finish: async (run, name, round, done) => {
        await store.steps.finish(run, name, round, done);
        if (done.costUsd > 0) appendFileSync(options.paidLog, `${run.split(':')[0]} ${name}\n`);
        die('step', run, `${name} ${round}`);
      },
    },
    meta: {
      ...store.meta,
      set: async (key, value) => {
        await store.meta.set(key, value);
        if (key.startsWith('word ')) die('word');
      },
    },
    effects: {
      ...store.effects,
      intend: async (run, key, intent) => {
        const known = await store.effects.get(run, key);
        await store.effects.intend(run, key, intent);
        if (known === undefined) die('intent', run, key);
      },
      done: async (run, key, result) => {
        await store.effects.done(run, key, result);
        die('effect', run, key);
      },
    },
  };
}

/** The demo's sessions without what they do for those who watch: they take their time, and try what the checks try again. */
const HURRIED: Script = DEMO_SCRIPT.map((rule) => ({
  ...rule,
  steps:
    typeof rule.steps === 'function'
      ? rule.steps
      : rule.steps.filter((step) => !['wait', 'run'].includes(step.do)),
}));

const options = JSON.parse(process.argv[2] ?? '{}') as DaemonProcessOptions;
const host = testHost();
const program = await openProgram({
  home: options.home,
  host,
  parsed: parsedConfig(options.config, options.home),
  script: options.script === 'loop' ? LOOP_SCRIPT : HURRIED,
  wrapStore: (store) => dying(store, options),
  settleMs: [20, 60],
});
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort(new Error('SIGTERM')));
const running = program.daemon.run(stop.signal);
while (!stop.signal.aborted) {
  await host.clock.sleep(30);
  if (program.daemon.quiet() && (await program.store.attempts.waiting(0)).length === 0)
    stop.abort(new Error('quiet'));
}
await running;
await program.close();
