import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { goal, iteration, passing, play, written, type Given } from '../../../../test/support/pdca-play.ts';
import type { PdcaOptions } from '../options.ts';

const LIGHT = 0;
const STANDARD = 2;
const HEAVY = 4;

const reject = (domain: string) => () => ({
  verdict: 'REJECT' as const,
  domain,
  reasons: ['no'],
  guidance: 'do',
});
const red = (name: string, signature = `${name}: broken`) => ({ goals: [goal(name, 'FAIL', { signature })] });
const with_ = (score: number, more: Given, options: Partial<PdcaOptions> = {}) =>
  play({ ...passing(score), ...more }, options);
const fixers = (played: ReturnType<typeof play>) =>
  played.moves.flatMap(({ work }) => (work.kind === 'fix' ? [work.role] : []));

describe('modes × phases', () => {
  const rows: [number, string, string][] = [
    [
      LIGHT,
      'LIGHT',
      'team baseline close findings complexity plan link close implement close qa verify close report',
    ],
    [
      STANDARD,
      'STANDARD',
      'team baseline close findings complexity plan critic link close design close implement gate close ' +
        'qa verify gap review e2e coverage close report',
    ],
    [
      HEAVY,
      'HEAVY',
      'team baseline close findings complexity plan feasibility critic link close design close split implement gate close ' +
        'qa verify gap review e2e coverage close report',
    ],
  ];
  for (const [score, mode, kinds] of rows)
    test(`${mode} runs exactly its own steps`, () => {
      const played = play(passing(score));
      assert.equal(played.kinds.join(' '), kinds);
      assert.deepEqual([played.end.outcome, played.end.mode, played.end.score], ['done', mode, score]);
    });
  test('the phases follow each other', () => {
    const phases = [...new Set(play(passing(STANDARD)).moves.map(({ phase }) => phase))];
    assert.deepEqual(phases, [0, 1, 2, 3, 4, 5]);
  });
});

describe('plan review', () => {
  test('LIGHT asks the planner once more and goes on whatever comes', () => {
    const played = with_(LIGHT, { plan: () => written({ missing: ['a path'] }) });
    assert.equal(played.count('plan'), 2);
    assert.equal(played.end.outcome, 'done');
  });
  test('STANDARD revises once and accepts without another review', () => {
    const played = with_(STANDARD, { critic: () => ({ verdict: 'REVISE', feedback: 'why' }) });
    assert.deepEqual([played.count('plan'), played.count('critic')], [2, 1]);
    const second = played.moves.filter(({ work }) => work.kind === 'plan')[1]?.work;
    assert.equal(second?.kind === 'plan' && second.feedback, 'why');
  });
  test('HEAVY goes at most five rounds, then on with a WARNING in the plan', () => {
    const played = with_(HEAVY, { critic: () => ({ verdict: 'REVISE', feedback: 'never' }) });
    assert.deepEqual([played.count('plan'), played.count('feasibility'), played.count('critic')], [5, 5, 5]);
    assert.equal(played.count('warn-plan'), 1);
    assert.equal(played.end.outcome, 'done');
    assert.equal(played.end.warnings.length, 1);
  });
  test('with --strict that WARNING ends unresolved', () => {
    const played = with_(HEAVY, { critic: () => ({ verdict: 'REVISE', feedback: '' }) }, { strict: true });
    assert.deepEqual([played.end.outcome, played.end.phase], ['unresolved', 1]);
  });
  test('with --interactive a person is asked instead, and may stop', () => {
    const played = with_(
      HEAVY,
      {
        critic: () => ({ verdict: 'REVISE', feedback: '' }),
        ask: ({ about }) => ({ answer: about === 'warning' ? 'stop' : 'go on' }),
      },
      { interactive: true },
    );
    assert.equal(played.end.outcome, 'stopped');
  });
  test('a failed code check overrules an APPROVE', () => {
    const played = with_(STANDARD, { plan: (_, n) => written({ checks: n === 1 ? ['QG1: x.ts'] : [] }) });
    assert.equal(played.count('plan'), 2);
  });
  test('gate 1→2: two repairs by the planner, then unresolved; LIGHT has its own gate only', () => {
    const missing = { plan: () => written({ missing: ['## Risks'] }) };
    const played = with_(STANDARD, missing);
    assert.deepEqual([played.count('plan'), played.end.outcome, played.end.phase], [3, 'unresolved', 1]);
    assert.deepEqual(played.end.unresolved, ['## Risks']);
    assert.equal(with_(LIGHT, missing).end.outcome, 'done');
    assert.equal(
      with_(STANDARD, { plan: (_, n) => written({ missing: n === 1 ? ['x'] : [] }) }).end.outcome,
      'done',
    );
  });
  test('a plan that is not written fails the run', () => {
    assert.equal(with_(LIGHT, { plan: () => written({ ok: false }) }).end.outcome, 'failed');
  });
});

describe('gate 2→3', () => {
  test('two repairs, then unresolved', () => {
    const played = with_(STANDARD, { design: () => written({ missing: ['tests'] }) });
    assert.deepEqual([played.count('design'), played.end.outcome, played.end.phase], [3, 'unresolved', 2]);
  });
  test('a design that is not written fails the run', () => {
    assert.equal(with_(STANDARD, { design: () => written({ ok: false }) }).end.outcome, 'failed');
  });
});

describe('implementation', () => {
  const open = (signature: string, more = {}) =>
    iteration({ status: 'completed', signatures: [signature], ...more });
  const conditions = ['todo', 'build', 'test', 'lint', 'review'] as const;
  for (const name of conditions)
    test(`the condition ${name} alone keeps an implementation open`, () => {
      const unmet = iteration();
      unmet.conditions[name] = false;
      const played = with_(STANDARD, {
        implement: (_, n) => ({ parts: [{ ...(n === 1 ? unmet : iteration()), name: '' }] }),
      });
      assert.deepEqual([played.count('implement'), played.end.outcome], [2, 'done']);
    });
  test('ten iterations and not one more', () => {
    const played = with_(STANDARD, {
      implement: (_, n) => ({ parts: [{ ...open(`failure ${n}`), name: '' }] }),
      ask: () => ({ answer: 'stop' }),
    });
    assert.deepEqual([played.count('implement'), played.end.outcome], [10, 'unresolved']);
    assert.equal(played.count('gate'), 0);
  });
  test('a flag costs an iteration', () => {
    const flags = [{ rule: 'todo', where: 'src/a.ts:1', say: 'a TODO' }];
    const played = with_(STANDARD, {
      implement: (_, n) => ({ parts: [{ ...iteration(n === 1 ? { flags } : {}), name: '' }] }),
    });
    assert.equal(played.count('implement'), 2);
    const second = played.moves.filter(({ work }) => work.kind === 'implement')[1]?.work;
    assert.deepEqual(second?.kind === 'implement' && second.tell, ['src/a.ts:1: a TODO']);
  });
  test('the same failure three times ends the loop', () => {
    const played = with_(STANDARD, {
      implement: () => ({ parts: [{ ...open('same'), name: '' }] }),
      ask: () => ({ answer: 'stop' }),
    });
    assert.deepEqual([played.count('implement'), played.end.outcome], [3, 'unresolved']);
  });
  test('A → B → A ends the loop', () => {
    const played = with_(STANDARD, {
      implement: (_, n) => ({ parts: [{ ...open(n % 2 === 0 ? 'B' : 'A'), name: '' }] }),
      ask: () => ({ answer: 'stop' }),
    });
    assert.equal(played.count('implement'), 3);
  });
  test('a person may let a failed implementation go on', () => {
    const played = with_(STANDARD, { implement: () => ({ parts: [{ ...open('same'), name: '' }] }) });
    assert.deepEqual([played.count('ask'), played.count('gate'), played.end.outcome], [1, 1, 'done']);
  });
  test('LIGHT: the first failed build goes back, the second lifts it to STANDARD, through DESIGN', () => {
    const unbuilt = iteration({ signatures: ['build: x'] });
    unbuilt.conditions.build = false;
    const played = with_(LIGHT, {
      implement: ({ light }) => ({ parts: [{ ...(light ? unbuilt : iteration()), name: '' }] }),
    });
    assert.deepEqual(
      played.kinds.filter((kind) => ['implement', 'design', 'gate'].includes(kind)),
      ['implement', 'implement', 'design', 'implement', 'gate'],
    );
    assert.deepEqual([played.end.outcome, played.end.mode], ['done', 'STANDARD']);
    const eco = with_(LIGHT, { implement: () => ({ parts: [{ ...unbuilt, name: '' }] }) }, { eco: true });
    assert.deepEqual([eco.end.outcome, eco.end.mode, eco.count('implement')], ['unresolved', 'LIGHT', 2]);
  });
  test('five files on the diff lift to HEAVY', () => {
    const files = ['a', 'b', 'c', 'd', 'e'];
    for (const score of [LIGHT, STANDARD]) {
      const played = with_(score, { implement: () => ({ parts: [{ ...iteration({ files }), name: '' }] }) });
      assert.deepEqual([played.end.outcome, played.end.mode], ['done', 'HEAVY']);
    }
    const eco = with_(
      LIGHT,
      { implement: () => ({ parts: [{ ...iteration({ files }), name: '' }] }) },
      { eco: true },
    );
    assert.equal(eco.end.mode, 'LIGHT');
  });
  test('five files in the plan or the design lift to HEAVY', () => {
    const files = ['a', 'b', 'c', 'd', 'e'];
    assert.equal(with_(LIGHT, { plan: () => written({ files }) }).end.mode, 'HEAVY');
    assert.equal(with_(STANDARD, { design: () => written({ files }) }).end.mode, 'HEAVY');
    assert.equal(with_(STANDARD, { design: () => written({ files: files.slice(1) }) }).end.mode, 'STANDARD');
  });
  test('HEAVY splits work whose paths do not overlap, and integrates it', () => {
    const parts = [
      { name: 'api', paths: ['src/api'] },
      { name: 'ui', paths: ['src/ui'] },
    ];
    const played = with_(HEAVY, { split: () => ({ parts }) });
    const first = played.moves.find(({ work }) => work.kind === 'implement')?.work;
    assert.deepEqual(first?.kind === 'implement' && first.parts.map(({ name }) => name), ['api', 'ui']);
    assert.deepEqual([played.count('integrate'), played.end.outcome], [1, 'done']);
  });
  test('one part, or overlapping paths, and one impl-manager does it all', () => {
    for (const parts of [
      [{ name: 'api', paths: ['src/api'] }],
      [
        { name: 'a', paths: ['src'] },
        { name: 'b', paths: ['src/ui'] },
      ],
      [
        { name: 'a', paths: ['.'] },
        { name: 'b', paths: ['../x'] },
      ],
    ]) {
      const played = with_(HEAVY, { split: () => ({ parts }) });
      assert.equal(played.count('integrate'), 0);
      const first = played.moves.find(({ work }) => work.kind === 'implement')?.work;
      assert.deepEqual(first?.kind === 'implement' && first.parts, []);
    }
  });
  test('only the part that is open goes on; one that leaves its paths is open', () => {
    const parts = [
      { name: 'api', paths: ['src/api'] },
      { name: 'ui', paths: ['src/ui'] },
    ];
    const played = with_(HEAVY, {
      split: () => ({ parts }),
      implement: (work, n) => ({
        parts: work.parts.map(({ name }) => ({
          ...iteration(n === 1 && name === 'ui' ? { outside: ['src/api/x.ts'] } : {}),
          name,
        })),
      }),
    });
    const names = played.moves.flatMap(({ work }) =>
      work.kind === 'implement' ? [work.parts.map(({ name }) => name)] : [],
    );
    assert.deepEqual(names, [['api', 'ui'], ['ui']]);
    assert.ok(played.notes.some((line) => line.includes('src/api/x.ts')));
  });
  test('resumed elsewhere it goes on under five used iterations and from the start otherwise', () => {
    const given = passing(STANDARD);
    const at = (iteration: number) => {
      const played = play(
        given,
        {},
        { phase: 3, mode: 'STANDARD', score: 2, iteration, remaining: ['left'] },
      );
      const first = played.moves.find(({ work }) => work.kind === 'implement')?.work;
      return first?.kind === 'implement' ? [first.iteration, first.tell] : [];
    };
    assert.deepEqual(at(4), [5, ['left']]);
    assert.deepEqual(at(5), [1, ['left']]);
  });
});

describe('architect gate and routing', () => {
  const rows: [string, string][] = [
    ['UI', 'designer'],
    ['component', 'designer'],
    ['style', 'designer'],
    ['build', 'build-fixer'],
    ['compile', 'build-fixer'],
    ['type', 'build-fixer'],
    ['test', 'executor'],
    ['coverage', 'executor'],
    ['security', 'security-reviewer'],
    ['logic', 'executor'],
    ['other', 'executor'],
    ['constructor', 'executor'],
  ];
  for (const [domain, role] of rows)
    test(`${domain} is fixed by the ${role}`, () => {
      const gate = with_(STANDARD, { gate: (_, n) => (n === 1 ? reject(domain)() : passing(0).gate!(_, n)) });
      assert.deepEqual(fixers(gate), [role]);
      const qa = with_(STANDARD, {
        qa: (_, n) => (n === 1 ? red('test') : { goals: [] }),
        diagnose: () => ({ diagnosis: 'd', fix_guide: 'a.ts:1', domain }),
      });
      assert.deepEqual(fixers(qa), [role]);
    });
  test('two rejections: a person is told, work goes on, the improvement limit is 7', () => {
    const played = with_(STANDARD, {
      gate: reject('logic'),
      gap: (_, n) => ({ rate: 50, open: [`gap ${n}`] }),
    });
    assert.deepEqual([played.count('gate'), played.count('fix')], [2, 1 + 7]);
    assert.ok(played.notes.some((line) => line.includes('rejected twice')));
  });
});

describe('QA cycles', () => {
  test('LIGHT runs once; a failure is reported, without a fix', () => {
    const played = with_(LIGHT, { qa: () => red('test') });
    assert.deepEqual([played.count('qa'), played.count('fix'), played.end.outcome], [1, 0, 'unresolved']);
    assert.equal(played.count('verify'), 0);
  });
  test('STANDARD: the third failed cycle lifts to HEAVY and goes on to five', () => {
    const played = with_(STANDARD, { qa: (_, n) => red('test', `test: ${n}`) });
    assert.deepEqual([played.count('qa'), played.end.mode, played.end.outcome], [5, 'HEAVY', 'unresolved']);
  });
  test('HEAVY ends after five', () => {
    assert.equal(with_(HEAVY, { qa: (_, n) => red('test', `test: ${n}`) }).count('qa'), 5);
  });
  test('an environment error ends at once', () => {
    const played = with_(STANDARD, {
      qa: () => ({ goals: [goal('lint', 'FAIL', { environment: 'eslint: command not found' })] }),
    });
    assert.deepEqual(
      [played.count('qa'), played.count('diagnose'), played.end.outcome],
      [1, 0, 'unresolved'],
    );
  });
  test('the same failure three times ends with its cause', () => {
    const played = with_(HEAVY, { qa: () => red('test') });
    assert.deepEqual([played.count('qa'), played.count('fix'), played.end.outcome], [3, 2, 'unresolved']);
    assert.ok(
      played.notes.some((line) => line.startsWith('[Phase 4] The same failure three times: test: broken')),
    );
  });
  test('A → B → A ends', () => {
    const played = with_(HEAVY, { qa: (_, n) => red('test', n % 2 === 0 ? 'B' : 'A') });
    assert.equal(played.count('qa'), 3);
  });
  test('only goal met leads to verification, and every fix has its diagnosis', () => {
    const played = with_(STANDARD, { qa: (_, n) => (n === 1 ? red('test') : { goals: [] }) });
    const kinds = played.kinds.slice(played.kinds.indexOf('qa'));
    assert.deepEqual(kinds.slice(0, 5), ['qa', 'diagnose', 'fix', 'qa', 'verify']);
    const blind = with_(STANDARD, {
      qa: (_, n) => (n < 3 ? red('test', `${n}`) : { goals: [] }),
      diagnose: () => null,
    });
    assert.equal(blind.count('fix'), 0);
  });
});

describe('verification and ACT', () => {
  test('LIGHT is verified by the architect alone', () => {
    const played = play(passing(LIGHT));
    assert.deepEqual([played.count('verify'), played.count('gap'), played.count('review')], [1, 0, 0]);
  });
  test('a gap under 90 % is improved and measured inside ACT, then CHECK again', () => {
    const played = with_(STANDARD, {
      gap: (_, n) => (n === 1 ? { rate: 70, open: ['x'] } : { rate: 95, open: [] }),
    });
    assert.deepEqual(
      [played.end.outcome, played.count('fix'), played.count('gap'), played.count('qa')],
      ['done', 1, 3, 2],
    );
  });
  test('89 is not 90', () => {
    assert.equal(with_(STANDARD, { gap: (_, n) => ({ rate: n === 1 ? 89 : 90, open: [] }) }).count('fix'), 1);
  });
  test('five improvements, then the final report and the end', () => {
    const played = with_(STANDARD, { gap: (_, n) => ({ rate: 50, open: [`item ${n}`] }) });
    assert.deepEqual([played.count('fix'), played.count('report'), played.end.outcome], [5, 1, 'unresolved']);
  });
  test('the third re-entry of CHECK reports what is unresolved and ends', () => {
    const played = with_(STANDARD, { verify: reject('logic') });
    assert.deepEqual([played.count('verify'), played.count('fix'), played.end.outcome], [3, 3, 'unresolved']);
    assert.deepEqual(played.end.unresolved, ['no']);
  });
  test('an open must of the code analysis is fixed like a rejection', () => {
    const played = with_(STANDARD, { review: (_, n) => ({ must: n === 1 ? ['injection'] : [] }) });
    assert.deepEqual([played.count('fix'), played.end.outcome], [1, 'done']);
  });
  test('E2E: red, its details, a diagnosis, a fix, again; red again is a rejection', () => {
    const played = with_(STANDARD, { e2e: (_, n) => ({ status: n < 3 ? 'FAIL' : 'PASS', output: '' }) });
    assert.deepEqual([played.count('e2e'), played.count('diagnose'), played.end.outcome], [3, 1, 'done']);
    const red_ = with_(STANDARD, { e2e: () => ({ status: 'FAIL', output: '' }) });
    assert.equal(red_.end.outcome, 'unresolved');
    assert.equal(with_(STANDARD, {}, { skipE2e: true }).count('e2e'), 0);
    // The fix of an end-to-end test breaks another goal: that is no approval.
    const broke = with_(STANDARD, {
      e2e: (_, n) => ({ status: n < 3 ? 'FAIL' : 'PASS', output: '' }),
      qa: (_, n) => ({ goals: [goal('test', n === 2 ? 'FAIL' : 'PASS')] }),
    });
    assert.deepEqual([broke.count('fix'), broke.count('verify'), broke.end.outcome], [2, 2, 'done']);
  });
  test('coverage under 80 % is a warning, with --strict an end', () => {
    const low = { coverage: () => ({ percent: 79, output: '' }) };
    assert.deepEqual(
      [with_(STANDARD, low).end.outcome, with_(STANDARD, low).end.warnings.length],
      ['done', 1],
    );
    assert.equal(with_(STANDARD, low, { strict: true }).end.outcome, 'unresolved');
  });
});

describe('phase 0 and options', () => {
  test('a command that cannot start ends the run before anything is paid', () => {
    const played = with_(STANDARD, {
      baseline: () => ({ goals: [goal('test', 'FAIL', { environment: 'exit code 127' })] }),
    });
    assert.deepEqual([played.kinds, played.end.outcome], [['team', 'baseline'], 'failed']);
  });
  test('what was red before is listed', () => {
    const played = with_(LIGHT, {
      baseline: () => ({ goals: [goal('lint', 'FAIL'), goal('build', 'SKIP')] }),
    });
    assert.equal(played.end.outcome, 'done');
    assert.ok(played.notes.some((line) => line.includes('Red before') && line.includes('lint')));
    assert.ok(played.notes.some((line) => line.includes('build')));
  });
  test('--dry-run ends with the score and writes nothing', () => {
    const played = with_(HEAVY, {}, { dryRun: true });
    assert.deepEqual(played.kinds, ['findings', 'complexity']);
    assert.deepEqual([played.end.outcome, played.end.mode, played.end.score], ['done', 'HEAVY', 4]);
  });
  test('--skip-analysis explores nothing; the score is still asked', () => {
    const played = with_(LIGHT, {}, { skipAnalysis: true });
    assert.deepEqual([played.count('findings'), played.count('complexity')], [0, 1]);
  });
  test('--no-issue links nothing; related issues are passed on', () => {
    assert.equal(with_(LIGHT, {}, { noIssue: true }).count('link'), 0);
    const played = with_(LIGHT, {
      findings: () => ({ summary: '', overlaps: [], issues: [{ number: 7, why: '' }] }),
    });
    const link = played.moves.find(({ work }) => work.kind === 'link')?.work;
    assert.deepEqual(link?.kind === 'link' && link.related, [7]);
  });
  test('--eco forces LIGHT whatever the score', () => {
    const played = with_(HEAVY, {}, { eco: true });
    assert.deepEqual([played.end.mode, played.end.score, played.count('design')], ['LIGHT', 4, 0]);
  });
  test('ralplan in the request is a point', () => {
    assert.equal(with_(1, {}, { task: 'ralplan: a greeting' }).end.mode, 'STANDARD');
  });
  test('no answer about the complexity is not a light task', () => {
    assert.equal(with_(LIGHT, { complexity: () => null }).end.mode, 'STANDARD');
  });
  test('--interactive asks at each phase end: change asks again, skip leaves DESIGN out, by hand stops', () => {
    const asked = with_(STANDARD, {}, { interactive: true });
    const options = asked.moves.flatMap(({ work }) => (work.kind === 'ask' ? [work.options] : []));
    assert.deepEqual(options, [
      ['go on', 'change', 'skip'],
      ['go on', 'change', 'skip'],
      ['go on', 'change'],
      ['improve', 'by hand', 'finish'],
    ]);
    assert.equal(asked.end.outcome, 'done');
    const skip = with_(
      STANDARD,
      { ask: (_, n) => ({ answer: n === 1 ? 'skip' : (_.options[0] ?? '') }) },
      { interactive: true },
    );
    assert.equal(skip.count('design'), 0);
    const second = with_(
      STANDARD,
      { ask: (_, n) => ({ answer: n === 2 ? 'skip' : (_.options[0] ?? '') }) },
      { interactive: true },
    );
    assert.deepEqual([second.count('implement'), second.count('qa')], [0, 1]);
    const hand = with_(
      STANDARD,
      { ask: ({ options: all }) => ({ answer: all.at(-2) === 'by hand' ? 'by hand' : 'go on' }) },
      { interactive: true },
    );
    assert.equal(hand.end.outcome, 'stopped');
    const change = with_(
      STANDARD,
      { ask: (_, n) => ({ answer: n === 1 ? 'change' : (_.options[0] ?? '') }) },
      { interactive: true },
    );
    assert.deepEqual([change.count('ask'), change.count('plan')], [6, 2]);
  });
  test('mails that are only read, answered or listed need no plan; a task goes on', () => {
    const gmail = { query: null, stamp: 'x' };
    for (const work of ['analysis', 'drafts', 'todos'] as const)
      assert.deepEqual(with_(LIGHT, {}, { gmail: { ...gmail, work } }).kinds, [
        'team',
        'baseline',
        'close',
        'context',
      ]);
    const both = with_(LIGHT, {}, { gmail: { ...gmail, work: 'task' }, slack: 'C1' });
    assert.deepEqual([both.count('context'), both.end.outcome], [2, 'done']);
  });
  test('resumed elsewhere no finished phase is repeated', () => {
    for (const [phase, kinds] of [
      [2, ['plan']],
      [3, ['plan', 'design']],
      [4, ['plan', 'design', 'implement']],
    ] as const) {
      const played = play(
        passing(STANDARD),
        {},
        { phase, mode: 'STANDARD', score: 2, iteration: 0, remaining: [] },
      );
      for (const kind of kinds) assert.equal(played.count(kind), 0, `${kind} from phase ${phase}`);
      assert.equal(played.end.outcome, 'done');
    }
  });
});
