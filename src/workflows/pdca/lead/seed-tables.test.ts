import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { goal, iteration, passing, play, written, type Given } from '../../../../test/support/pdca-play.ts';
import type { PdcaFrom, PdcaOptions } from '../options.ts';

/** The seed's tables, row by row; a test's name is the row. The messages are the seed's, so the runs are Korean. */

const LIGHT = 0;
const STANDARD = 2;
const HEAVY = 4;
const FIVE = ['a', 'b', 'c', 'd', 'e'];

const run = (score: number, given: Given = {}, options: Partial<PdcaOptions> = {}) =>
  play({ ...passing(score), ...given }, { language: 'ko', ...options });
const red = (name: string, signature = `${name}: broken`, environment: string | null = null) => ({
  goals: [goal(name, 'FAIL', { signature, environment })],
});
const REJECT = { verdict: 'REJECT' as const, domain: 'logic', reasons: ['no'], guidance: '' };
const APPROVE = { verdict: 'APPROVE' as const, domain: 'other', reasons: [], guidance: '' };
const builds = (...answers: boolean[]): Given => ({
  implement: (_, n) => {
    const one = iteration();
    one.conditions.build = answers[n - 1] ?? true;
    return { parts: [{ ...one, name: '' }] };
  },
});
const changes = (files: string[]): Given => ({
  implement: () => ({ parts: [{ ...iteration({ files }), name: '' }] }),
});

const mended = (files: string[]): Given => ({ fix: () => ({ ok: true, summary: '', files }) });

describe('자동 승격 규칙', () => {
  const rows: [row: string, score: number, given: Given, mode: string][] = [
    ['빌드 실패 1회: LIGHT stays', LIGHT, builds(false), 'LIGHT'],
    ['빌드 실패 2회 in DO: LIGHT → STANDARD', LIGHT, builds(false, false), 'STANDARD'],
    [
      '빌드 실패 2회, one in DO and one in CHECK: LIGHT → STANDARD',
      LIGHT,
      { ...builds(false), qa: (_, n) => (n === 1 ? red('build') : { goals: [] }) },
      'STANDARD',
    ],
    [
      'QA 3사이클: STANDARD stays when the third is green',
      STANDARD,
      { qa: (_, n) => (n < 3 ? red('test', `${n}`) : { goals: [] }) },
      'STANDARD',
    ],
    [
      'QA 3사이클 초과: STANDARD → HEAVY, and its fourth cycle may be green',
      STANDARD,
      { qa: (_, n) => (n < 4 ? red('test', `${n}`) : { goals: [] }) },
      'HEAVY',
    ],
    ['영향 파일 4개: LIGHT stays', LIGHT, changes(FIVE.slice(1)), 'LIGHT'],
    ['영향 파일 5개 in the plan: LIGHT → HEAVY', LIGHT, { plan: () => written({ files: FIVE }) }, 'HEAVY'],
    [
      '영향 파일 5개 in the plan: STANDARD → HEAVY',
      STANDARD,
      { plan: () => written({ files: FIVE }) },
      'HEAVY',
    ],
    [
      '영향 파일 5개 in the design: STANDARD → HEAVY',
      STANDARD,
      { design: () => written({ files: FIVE }) },
      'HEAVY',
    ],
    ['영향 파일 5개 on the diff: LIGHT → HEAVY', LIGHT, changes(FIVE), 'HEAVY'],
    ['영향 파일 5개 on the diff: STANDARD → HEAVY', STANDARD, changes(FIVE), 'HEAVY'],
    [
      '영향 파일 5개 by the fix of an architect rejection in DO: STANDARD → HEAVY',
      STANDARD,
      { ...mended(FIVE), gate: (_, n) => (n === 1 ? REJECT : APPROVE) },
      'HEAVY',
    ],
    [
      '영향 파일 5개 by a fix in CHECK: STANDARD → HEAVY',
      STANDARD,
      { ...mended(FIVE), qa: (_, n) => (n === 1 ? red('test') : { goals: [] }) },
      'HEAVY',
    ],
    [
      '영향 파일 5개 by an improvement in ACT: STANDARD → HEAVY',
      STANDARD,
      { ...mended(FIVE), gap: (_, n) => ({ rate: n === 1 ? 70 : 95, open: [] }) },
      'HEAVY',
    ],
    [
      '영향 파일 5개 by a fix in ACT: LIGHT → HEAVY',
      LIGHT,
      { ...mended(FIVE), verify: (_, n) => (n === 1 ? REJECT : APPROVE) },
      'HEAVY',
    ],
    [
      '영향 파일 4개 by a fix in ACT: LIGHT stays',
      LIGHT,
      { ...mended(FIVE.slice(1)), verify: (_, n) => (n === 1 ? REJECT : APPROVE) },
      'LIGHT',
    ],
    ['one file named five times is one file', LIGHT, changes(['a', 'a', 'a', 'a', 'a']), 'LIGHT'],
    ['Architect REJECT 2회: the mode stays', STANDARD, { gate: () => REJECT }, 'STANDARD'],
  ];
  for (const [row, score, given, mode] of rows)
    test(row, () => {
      const { end } = run(score, given);
      assert.deepEqual([end.outcome, end.mode], ['done', mode]);
    });

  test('lifted out of LIGHT in ACT it is designed and implemented as HEAVY before it is checked again', () => {
    const { kinds } = run(LIGHT, { ...mended(FIVE), verify: (_, n) => (n === 1 ? REJECT : APPROVE) });
    const after = kinds.slice(kinds.indexOf('fix'), kinds.lastIndexOf('verify') + 1);
    assert.equal(after.join(' '), 'fix close design close split implement gate close qa verify');
  });

  test('a run that is lifted out of LIGHT by its plan passes gate 1→2 before it is designed', () => {
    const lifted = (missing: (reads: number) => string[]) => {
      let reads = 0;
      return run(LIGHT, {
        plan: ({ reread }) => written({ files: FIVE, missing: reread === true ? missing((reads += 1)) : [] }),
      });
    };
    const complete = lifted(() => []);
    assert.deepEqual([complete.count('plan'), complete.end.outcome], [2, 'done']);
    const repaired = lifted(() => ['## 위험']);
    const last = repaired.moves.findLast(({ work }) => work.kind === 'plan')?.work;
    assert.deepEqual(last?.kind === 'plan' && last.missing, ['## 위험']);
    assert.deepEqual([repaired.count('plan'), repaired.end.outcome], [3, 'done']);
  });

  const gap = (_: unknown, n: number) => ({ rate: 50, open: [`item ${n}`] });
  const improvements = (given: Given) =>
    run(STANDARD, given).moves.filter(({ phase, work }) => phase === 5 && work.kind === 'fix').length;
  for (const [row, given, limit] of [
    ['no rejection: pdca-iterator 5회', { gap }, 5],
    ['one rejection: pdca-iterator 5회', { gap, gate: (_, n) => (n === 1 ? REJECT : APPROVE) }, 5],
    ['Architect REJECT 2회 at the gate: pdca-iterator +2', { gap, gate: () => REJECT }, 7],
    [
      'Architect REJECT 2회, at the gate and in CHECK: pdca-iterator +2',
      { gap, gate: (_, n) => (n === 1 ? REJECT : APPROVE), verify: () => REJECT },
      7,
    ],
  ] satisfies [string, Given, number][])
    test(row, () => assert.equal(improvements(given), limit));

  for (const [why, given] of [
    ['빌드 실패 2회', builds(false, false)],
    ['QA 실패', { qa: () => red('test') }],
    ['영향 파일 5개', { plan: () => written({ files: FIVE }), ...changes(FIVE) }],
  ] satisfies [string, Given][])
    test(`--eco forbids promotion by ${why}`, () =>
      assert.equal(run(HEAVY, given, { eco: true }).end.mode, 'LIGHT'));
});

describe('4종 Exit Conditions', () => {
  const rows: [row: string, score: number, given: Given, qa: number, says: string][] = [
    [
      '1 Environment Error, also with a failure that is none',
      HEAVY,
      { qa: () => ({ goals: [...red('test').goals, ...red('lint', 'l', 'ruff: command not found').goals] }) },
      1,
      '[Phase 4] 환경 오류 감지: ruff: command not found. 환경 설정 필요.',
    ],
    [
      '1 Environment Error comes before the others, in a later cycle too',
      HEAVY,
      { qa: (_, n) => red('test', 'test: x', n === 3 ? 'not installed' : null) },
      3,
      '[Phase 4] 환경 오류 감지: not installed. 환경 설정 필요.',
    ],
    [
      '1 Environment Error in LIGHT',
      LIGHT,
      { qa: () => red('lint', 'l', 'x: not found in PATH') },
      1,
      '[Phase 4] 환경 오류 감지: x: not found in PATH. 환경 설정 필요.',
    ],
    [
      '2 Same Failure 3x, before STANDARD is lifted',
      STANDARD,
      { qa: () => red('test') },
      3,
      '[Phase 4] 동일 실패 3회: test: broken. Root cause 보고.',
    ],
    [
      '2 Same Failure 3x, with others that come and go',
      HEAVY,
      { qa: (_, n) => ({ goals: [...red('test', 'test: same').goals, ...red('lint', `lint: ${n}`).goals] }) },
      3,
      '[Phase 4] 동일 실패 3회: test: same. Root cause 보고.',
    ],
    [
      '2 a set of failures that comes back after another one',
      HEAVY,
      { qa: (_, n) => red('test', n === 2 ? 'B' : 'A') },
      3,
      '[Phase 4] 이전 실패 집합이 다시 나타남.',
    ],
    [
      '3 Max Cycles, of HEAVY',
      HEAVY,
      { qa: (_, n) => red('test', `test: ${n}`) },
      5,
      '[Phase 4] QA 5회 도달. 미해결: test: 5',
    ],
  ];
  for (const [row, score, given, cycles, says] of rows)
    test(row, () => {
      const played = run(score, given);
      assert.deepEqual(
        [played.count('qa'), played.count('verify'), played.end.outcome, played.end.phase, played.end.reason],
        [cycles, 0, 'unresolved', 4, says],
      );
      assert.ok(played.notes.includes(says), played.notes.join('\n'));
    });
  test('4 Goal Met: 이중 검증', () => {
    for (const score of [LIGHT, STANDARD, HEAVY])
      assert.deepEqual([run(score).count('qa'), run(score).count('verify')], [1, 1]);
  });
});

describe('limits, guards and what they say', () => {
  const rows: [row: string, score: number, given: Given, says: string][] = [
    [
      'Critic 5회',
      HEAVY,
      { critic: () => ({ verdict: 'REVISE', feedback: 'x' }) },
      'WARNING: Critic 5회 반복으로 강제 승인',
    ],
    [
      'Architect 2회 거부',
      STANDARD,
      { gate: () => REJECT },
      '[Phase 3] Architect 2회 거부. 사용자 판단 필요.',
    ],
    [
      'MAX_PHASE4_REENTRY',
      STANDARD,
      { verify: () => REJECT },
      '[Phase 5] Phase 4 재진입 3회 초과. 미해결 이슈 보고 후 종료.',
    ],
    [
      'MAX_CUMULATIVE_ITERATIONS',
      STANDARD,
      { gap: (_, n) => ({ rate: 50, open: [`item ${n}`] }) },
      '[Phase 5] 누적 5회 개선 시도 초과. 최종 결과 보고.',
    ],
    ['gap 70 %', STANDARD, { gap: (_, n) => ({ rate: n === 1 ? 70 : 95, open: [] }) }, '[Phase 4] gap 70%'],
    ['gap 95 %', STANDARD, { gap: (_, n) => ({ rate: n === 1 ? 70 : 95, open: [] }) }, '[Phase 5] gap 95%'],
  ];
  for (const [row, score, given, says] of rows)
    test(row, () => {
      const { notes } = run(score, given);
      assert.ok(notes.includes(says), notes.join('\n'));
    });
  test('ten iterations: IMPLEMENTATION_FAILED with what a completed one says, and what the seed lists', () => {
    const { notes } = run(STANDARD, {
      implement: (_, n) => ({
        parts: [{ ...iteration({ signatures: [`f ${n}`], recommendation: 'split it' }), name: '' }],
      }),
    });
    const said = notes.find((line) => line.startsWith('[Phase 3] IMPLEMENTATION_FAILED: ')) ?? '';
    const failed = JSON.parse(said.slice(said.indexOf('{'))) as Record<string, unknown>;
    assert.deepEqual(Object.keys(failed), [
      'iterations',
      'files_changed',
      'test_results',
      'build_results',
      'lint_results',
      'self_review',
      'remaining_issues',
      'last_attempt',
      'recommendation',
    ]);
    assert.deepEqual([failed['iterations'], failed['recommendation']], [10, 'split it']);
  });
});

describe('--interactive', () => {
  const says = (about: string, nth: number, answer: string) => {
    let phases = 0;
    return run(
      STANDARD,
      {
        verify: () => (about === 'rejected' ? REJECT : APPROVE),
        ask: (work) => {
          if (work.about === 'phase') phases += 1;
          return { answer: work.about === 'phase' && phases === nth ? answer : (work.options[0] ?? '') };
        },
      },
      { interactive: true },
    );
  };
  const rows: [row: string, nth: number, answer: string, expected: Record<string, number>][] = [
    ['1→2 진행', 1, 'go on', { design: 1, implement: 1 }],
    ['1→2 수정: the plan is read again, and it is asked again', 1, 'change', { plan: 2, ask: 6 }],
    ['1→2 건너뛰기: no design', 1, 'skip', { design: 0, implement: 1 }],
    ['2→3 수정: the design is read again', 2, 'change', { design: 2, ask: 6 }],
    ['2→3 건너뛰기: nothing is implemented', 2, 'skip', { implement: 0, qa: 1 }],
    ['3→4 수정: asked again, no session', 3, 'change', { implement: 1, ask: 6 }],
    ['3→4 does not know 건너뛰기: the first option is taken', 3, 'skip', { qa: 1, ask: 4 }],
    ['4→5 자동 개선, with nothing open: the report', 4, 'improve', { report: 1, fix: 0 }],
  ];
  for (const [row, nth, answer, expected] of rows)
    test(row, () => {
      const played = says('approved', nth, answer);
      const kinds = Object.keys(expected) as (keyof Given)[];
      assert.deepEqual(Object.fromEntries(kinds.map((kind) => [kind, played.count(kind)])), expected);
      assert.equal(played.end.outcome, 'done');
    });
  test('4→5 수동 수정 stops and can be resumed; 완료 reports with what is open', () => {
    assert.equal(says('rejected', 4, 'by hand').end.outcome, 'stopped');
    const finished = says('rejected', 4, 'finish');
    assert.deepEqual(
      [finished.end.outcome, finished.end.unresolved, finished.count('report'), finished.count('fix')],
      ['unresolved', ['no'], 1, 0],
    );
  });
});

describe('resume', () => {
  const at = (more: Partial<PdcaFrom>, given: Given = {}) =>
    play(
      { ...passing(STANDARD), ...given },
      {},
      { phase: 5, mode: 'STANDARD', score: 2, iteration: 1, remaining: [], ...more },
    );
  const checked = { approve: true, reasons: [], guidance: '', domain: 'other', must: [] };
  test('in ACT with everything met only the report is left', () => {
    const played = at({ checked: { ...checked, gap: { rate: 95, open: [] } } });
    assert.deepEqual(played.kinds, ['team', 'baseline', 'close', 'report']);
    assert.equal(played.end.outcome, 'done');
  });
  test('in ACT with something open it is improved first, then CHECK is entered again', () => {
    const played = at({ checked: { ...checked, gap: { rate: 70, open: ['x'] } } });
    assert.deepEqual(played.kinds.slice(2, 7), ['close', 'fix', 'gap', 'close', 'qa']);
    assert.equal(played.end.outcome, 'done');
  });
  test('what was counted elsewhere counts: the third re-entry, the fifth improvement and the second rejection are the last', () => {
    const counted = { builds: 0, rejections: 0, improvements: 0, reentries: 0 };
    const rejected = { ...checked, approve: false };
    const reentered = at({ checked: rejected, counted: { ...counted, reentries: 2 } });
    assert.deepEqual(
      [reentered.count('fix'), reentered.count('qa'), reentered.end.outcome],
      [1, 0, 'unresolved'],
    );
    const improved = at({ checked: rejected, counted: { ...counted, improvements: 4 } });
    assert.deepEqual(
      [improved.count('report'), improved.count('qa'), improved.end.outcome],
      [1, 0, 'unresolved'],
    );
    const twice = at({ checked: rejected, counted: { ...counted, improvements: 4, rejections: 2 } });
    assert.equal(twice.end.outcome, 'done');
    const built = play(
      { ...passing(LIGHT), ...builds(false) },
      {},
      {
        phase: 3,
        mode: 'LIGHT',
        score: 0,
        iteration: 0,
        remaining: [],
        counted: { ...counted, builds: 1 },
      },
    );
    assert.deepEqual([built.count('implement'), built.end.mode], [2, 'STANDARD']);
  });
  test('in ACT without what CHECK came to, CHECK is done again', () => {
    assert.deepEqual([at({}).count('qa'), at({}).count('plan')], [1, 0]);
  });
});
