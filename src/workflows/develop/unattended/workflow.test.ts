import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { systemRandom } from '../../../host/random.ts';
import { isAutodevError } from '../../../work/errors.ts';
import type { CheckpointPlan } from '../checkpoints/plan.ts';
import type { FailureClass } from '../checkpoints/ralph.ts';
import type { DevelopDone } from './done.ts';
import type { DevelopNeeds } from './needs.ts';
import { nextMove } from './next.ts';
import { developStep, outcomeOf } from './workflow.ts';

const cp = (id: string, ...dependencies: string[]): CheckpointPlan => ({
  id,
  description: id,
  interface: [],
  tests: [],
  files: [],
  validation: { command: [id] },
  dependencies,
});

interface Script {
  plan?: CheckpointPlan[];
  /** Verdicts by gate, in order; clean when they run out. */
  verdicts?: Partial<Record<'review' | 'verify' | 're-review', boolean[]>>;
  /** Failures of each checkpoint's validation, in order; green when they run out. */
  failures?: Record<string, FailureClass[]>;
  /** Steps that were finished in an earlier life. */
  journal?: DevelopDone[];
  stopAfter?: number;
}

/** A worker that follows a script and writes down what it was asked. */
function worker(script: Script) {
  const asked: string[] = [];
  const prompts: string[] = [];
  const journal = [...(script.journal ?? [])];
  const left = structuredClone({ verdicts: script.verdicts ?? {}, failures: script.failures ?? {} });
  const needs: DevelopNeeds = {
    random: systemRandom,
    language: 'en',
    session: async ({ role, prompt, schema }) => {
      prompts.push(prompt);
      asked.push(schema === undefined ? role : 'design');
      return {
        text: `${role} done`,
        structured: { summary: 'sums', checkpoints: script.plan ?? [cp('cp-1')] },
      };
    },
    opinions: async (prompt) => {
      const gate = prompt.includes('You are the architect')
        ? 'verify'
        : prompt.includes('Review the design')
          ? 'review'
          : 're-review';
      asked.push(gate);
      const clean = left.verdicts[gate]?.shift() ?? true;
      const verdict = clean ? ('approve' as const) : ('request_changes' as const);
      return [
        {
          agent: 'scripted',
          model: 'm',
          review: { verdict, summary: 'no edge cases', comments: [], earlier: [] },
          problem: null,
          costUsd: 0,
        },
      ];
    },
    validate: async (plan) =>
      plan.map(({ validation: { command } }) => {
        const id = String(command);
        const failure = left.failures[id]?.shift();
        asked.push(`${id} ${failure ?? 'green'}`);
        return {
          ok: failure === undefined,
          command: id,
          output: failure === undefined ? '' : 'red',
          ...(failure && { failure }),
        };
      }),
    diff: async () => '',
    commit: async () => 'c0ffee',
  };
  const task = { feature: 'sums', lesson: null };
  /** As the engine does it: a step that was recorded is not done again. */
  const run = async () => {
    const done: DevelopDone[] = [];
    for (;;) {
      const move = nextMove(done);
      if (move.kind === 'end') return outcomeOf(done, move);
      if (done.length >= journal.length) {
        if (journal.length === script.stopAfter) throw new Error('killed');
        journal.push((await developStep(needs, task, done)).done);
      }
      done.push(journal[done.length] as DevelopDone);
    }
  };
  return { run, asked, prompts, journal };
}

describe('the develop workflow without anybody to ask', () => {
  test('designs, has it reviewed, implements in order, has it verified and reviewed again', async () => {
    const { run, asked } = worker({ plan: [cp('cp-2', 'cp-1'), cp('cp-1')] });
    const outcome = await run();
    assert.equal(outcome.ok, true);
    assert.deepEqual(asked, [
      'design',
      'review',
      'implement',
      'cp-1 green',
      'implement',
      'cp-2 green',
      'verify',
      're-review',
    ]);
  });

  test('a design that is not clean is made again with the reasons, three times at most', async () => {
    const twice = worker({ verdicts: { review: [false, false] } });
    assert.equal((await twice.run()).ok, true);
    assert.match(twice.prompts[1] ?? '', /no edge cases/);
    const never = worker({ verdicts: { review: [false, false, false] } });
    const outcome = await never.run();
    assert.equal(outcome.ok, false);
    assert.deepEqual(never.asked, ['design', 'review', 'design', 'review', 'design', 'review']);
    assert.match(outcome.lesson, /no edge cases/);
  });

  test('a checkpoint gets three attempts, each told what failed before', async () => {
    const third = worker({ failures: { 'cp-1': ['LOGIC_ERROR', 'TYPE_ERROR'] } });
    assert.equal((await third.run()).ok, true);
    assert.match(third.prompts.at(-1) ?? '', /Two attempts failed[\s\S]*\$ cp-1\nred/);
    const never = await worker({ failures: { 'cp-1': ['LOGIC_ERROR', 'LOGIC_ERROR', 'LOGIC_ERROR'] } }).run();
    assert.equal(never.ok, false);
    assert.match(never.reason, /cp-1 did not pass/);
  });

  test('a broken environment and a wrong design end it at once', async () => {
    for (const failure of ['ENV_ISSUE', 'DESIGN_MISMATCH'] as const) {
      const { run, asked } = worker({ failures: { 'cp-1': [failure] } });
      assert.equal((await run()).ok, false);
      assert.equal(asked.filter((one) => one === 'implement').length, 1);
    }
  });

  test('what verify and re-review find is mended, and everything is validated again', async () => {
    const { run, asked } = worker({ verdicts: { verify: [false], 're-review': [false] } });
    assert.equal((await run()).ok, true);
    assert.deepEqual(asked.slice(4), [
      'verify',
      'improve',
      'cp-1 green',
      'verify',
      're-review',
      'improve',
      'cp-1 green',
      're-review',
    ]);
    const broke = await worker({ verdicts: { verify: [false] }, failures: { 'cp-1': [] } }).run();
    assert.equal(broke.ok, true);
    const red = worker({ verdicts: { verify: [false, false, false] } });
    const outcome = await red.run();
    assert.equal(outcome.ok, false);
    assert.match(outcome.reason, /verify was not clean after 3 rounds/);
  });

  test('killed anywhere, it goes on without paying for a finished step again', async () => {
    const whole = worker({ plan: [cp('cp-1'), cp('cp-2')], verdicts: { verify: [false] } });
    await whole.run();
    for (let stopAfter = 0; stopAfter < whole.journal.length; stopAfter += 1) {
      const first = worker({ plan: [cp('cp-1'), cp('cp-2')], verdicts: { verify: [false] }, stopAfter });
      await assert.rejects(first.run(), /killed/);
      const second = worker({
        plan: [cp('cp-1'), cp('cp-2')],
        verdicts: { verify: stopAfter < 5 ? [false] : [] },
        journal: first.journal,
      });
      assert.equal((await second.run()).ok, true);
      assert.equal(
        first.asked.length + second.asked.length,
        whole.asked.length,
        `stopped after ${stopAfter}`,
      );
    }
  });

  test('a plan that cannot be worked off is refused', async () => {
    const { run } = worker({ plan: [cp('cp-1', 'cp-2'), cp('cp-2', 'cp-1')] });
    await assert.rejects(run(), (error) => isAutodevError(error, 'no_answer'));
  });
});
