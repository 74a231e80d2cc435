// A daemon in a process of its own, for tests that kill it: `node daemon-process.ts '{"home": …}'`.
// With `dieAfter` it kills itself with SIGKILL right after the first record of that kind reached the disk.
// Without, it ends by itself when everything is quiet.
import { appendFileSync } from 'node:fs';
import { openProgram, parsedConfig } from '../../src/compose/program.ts';
import type { Script } from '../../src/agents/scripted/script.ts';
import { DEMO_SCRIPT } from '../../src/demo/script.ts';
import type { Store } from '../../src/store/store.ts';
import { testHost } from './host.ts';
import { LOOP_SCRIPT } from './loop-script.ts';

export interface DaemonProcessOptions {
  home: string;
  config: string;
  /**
   * `step`: a step was recorded as finished. `intent`: a write is announced but not sent. `effect`: a write is recorded.
   * `word`: something about a word in a comment is recorded.
   */
  dieAfter?: 'step' | 'intent' | 'effect' | 'word' | undefined;
  /** Instead of the demo's. */
  script?: 'loop' | undefined;
  /** One line per finished paid step, over all lives. */
  paidLog: string;
}

function dying(store: Store, options: DaemonProcessOptions): Store {
  const die = (when: DaemonProcessOptions['dieAfter']) => {
    if (options.dieAfter === when) process.kill(process.pid, 'SIGKILL');
  };
  return {
    ...store,
    steps: {
      ...store.steps,
      finish: async (run, name, round, done) => {
        await store.steps.finish(run, name, round, done);
        if (done.costUsd > 0) appendFileSync(options.paidLog, `${run.split(':')[0]} ${name}\n`);
        die('step');
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
        if (known === undefined) die('intent');
      },
      done: async (run, key, result) => {
        await store.effects.done(run, key, result);
        die('effect');
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
