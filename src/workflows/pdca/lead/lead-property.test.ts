import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goal, iteration, passing, play, written, type Given } from '../../../../test/support/pdca-play.ts';
import { seeded, type Seeded } from '../../../../test/support/seeded.ts';
import { LIMITS } from '../mode.ts';

const RUNS = 1_500;

/** Answers of any kind, mostly bad ones: the lead has to come to an end with each. */
function anyAnswers(random: Seeded): Given {
  const often = random.fraction();
  const bad = () => random.fraction() < often;
  const some = (what: string) => `${what} ${random.below(3)}`;
  const files = () => ['a', 'b', 'c', 'd', 'e', 'f'].slice(0, 1 + random.below(6));
  const doc = () =>
    written({
      ok: random.fraction() > 0.02,
      missing: bad() ? [some('gate')] : [],
      checks: bad() ? ['QG3'] : [],
      files: files(),
    });
  const one = () => {
    const made = iteration({
      status: random.pick(['completed', 'failed', 'none'] as const),
      signatures: bad() ? [some('test')] : [],
      flags: bad() ? [{ rule: 'todo', where: some('x'), say: 'y' }] : [],
      outside: random.below(9) === 0 ? ['z'] : [],
      files: files(),
    });
    for (const name of ['todo', 'build', 'test', 'lint', 'review'] as const) made.conditions[name] = !bad();
    return made;
  };
  const verdict = () => ({
    verdict: bad() ? ('REJECT' as const) : ('APPROVE' as const),
    domain: random.pick(['UI', 'build', 'type', 'nobody knows', 'security']),
    reasons: [some('reason')],
    guidance: '',
  });
  return {
    ...passing(random.below(5)),
    complexity: (_, n) => (bad() ? null : (passing(random.below(5)).complexity?.(_, n) ?? null)),
    findings: () => null,
    plan: doc,
    design: doc,
    critic: () => ({ verdict: bad() ? 'REVISE' : 'APPROVE', feedback: some('because') }),
    split: () => ({
      parts: [
        { name: 'a', paths: ['src/a'] },
        { name: 'b', paths: [bad() ? 'src' : 'src/b'] },
      ],
    }),
    implement: ({ parts }) => ({
      parts: parts.length === 0 ? [{ ...one(), name: '' }] : parts.map(({ name }) => ({ ...one(), name })),
    }),
    integrate: one,
    gate: verdict,
    verify: verdict,
    qa: () => ({
      goals: ['lint', 'test', 'build'].map((name) =>
        goal(name, bad() ? 'FAIL' : 'PASS', {
          signature: some(name),
          environment: random.below(60) === 0 ? 'ENOENT' : null,
        }),
      ),
    }),
    fix: () => ({ ok: !bad(), summary: '', files: files() }),
    diagnose: () => (bad() ? null : { diagnosis: 'd', fix_guide: 'g', domain: 'test' }),
    gap: () => ({ rate: random.below(101), open: [some('item')] }),
    review: () => ({ must: bad() ? [some('must')] : [] }),
    e2e: () => ({ status: random.pick(['PASS', 'FAIL', 'SKIP'] as const), output: '' }),
    coverage: () => ({ percent: random.below(101), output: '' }),
    ask: ({ options }) => ({ answer: random.pick(options) }),
  };
}

test(`over ${RUNS} runs with random answers: each ends, no limit is exceeded, the order of phases holds, a set of failures that comes back ends its loop`, () => {
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const random = seeded(seed);
    const chance = () => random.below(4) === 0;
    const options = {
      interactive: chance(),
      eco: chance(),
      strict: chance(),
      skipE2e: chance(),
      noIssue: chance(),
    };
    const answers = anyAnswers(random);
    const cycles: { cycle: number; failed: string }[] = [];
    const qa: Given['qa'] = (work, n) => {
      const said = answers.qa?.(work, n) ?? { goals: [] };
      const failed = said.goals.filter(({ status }) => status === 'FAIL').map(({ signature }) => signature);
      cycles.push({ cycle: work.cycle, failed: [...new Set(failed)].sort().join('; ') });
      return said;
    };
    const played = play({ ...answers, qa }, options);
    const say = (what: string) => `seed ${seed}: ${what}`;
    const count = (kind: string) => played.kinds.filter((each) => each === kind).length;

    assert.ok(['done', 'unresolved', 'failed', 'stopped'].includes(played.end.outcome));
    if (played.end.outcome === 'unresolved')
      assert.ok(played.end.unresolved.length > 0, say('nothing is unresolved'));
    assert.ok(count('critic') <= LIMITS.critic, say('critic'));
    assert.ok(count('gate') <= LIMITS.rejections, say('architect gate'));
    assert.ok(count('verify') <= LIMITS.reentries, say('entries of CHECK'));
    const improvements = played.moves.filter(({ phase, work }) => phase === 5 && work.kind === 'fix').length;
    assert.ok(improvements <= LIMITS.improvements + LIMITS.moreImprovements, say('improvements'));
    assert.ok(!cycles.some(cameBack(cycles)), say('a set of failures came back'));
    let cycle = 0;
    let phase = 0;
    let back = 0;
    let mode = 0;
    for (const move of played.moves) {
      const { work } = move;
      if (work.kind === 'implement') assert.ok(work.iteration <= LIMITS.iterations, say('iterations'));
      if (work.kind === 'qa') cycle = work.cycle;
      assert.ok(cycle <= LIMITS.cycles.HEAVY, say('cycles'));
      if (move.phase < phase) {
        // Backwards only from ACT into CHECK, and once out of LIGHT to be designed.
        const lifted = move.phase === 2 && phase >= 3;
        assert.ok(lifted || (phase === 5 && move.phase === 4), say(`phase ${phase} → ${move.phase}`));
        if (lifted) back += 1;
      }
      phase = move.phase;
      const order = ['LIGHT', 'STANDARD', 'HEAVY'].indexOf(move.mode);
      if (phase > 1) assert.ok(order >= mode, say('the mode went down'));
      mode = order;
      if (options.eco && phase > 1) assert.equal(move.mode, 'LIGHT', say('eco'));
    }
    assert.ok(back <= 1, say('designed more than once'));
  }
});

/** Whether a cycle was begun although the one before it had a set of failures that an earlier one of its loop had, with another between. */
function cameBack(cycles: readonly { cycle: number; failed: string }[]) {
  return ({ cycle }: { cycle: number }, at: number): boolean => {
    if (cycle < 4) return false;
    const loop = cycles.slice(at - cycle + 1, at).map(({ failed }) => failed);
    const last = loop.pop() ?? '';
    return loop.at(-1) !== last && loop.includes(last);
  };
}
