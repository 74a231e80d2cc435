import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DependencyGraph } from '../graph/graph.ts';
import { parseSpec } from '../parse/parse.ts';
import { claudeMd } from '../../../test/support/spec-project.ts';
import { missingDomainValues } from './domain-values.ts';
import { estimateOf, tokensOf } from './estimate.ts';
import { compileKey, standingOf, type KeyParts } from './finished.ts';
import { classifyIssues, healQuestion } from './heal.ts';
import { writeNotes } from './notes.ts';
import { planTargets } from './plan.ts';
import { redBlock, resultBlock, resultFile, summaryText, targetName, type CompileResult } from './result.ts';
import { reviewVerdict, testScore } from './score.ts';

function graph(edges: readonly (readonly [string, string])[], cycles: string[][] = []): DependencyGraph {
  const dirs = [...new Set(edges.flat())];
  return {
    nodes: dirs.map((dir) => ({ dir, summary: '', exports: [] })),
    edges: edges.filter(([a, b]) => a !== b).map(([from, to]) => ({ from, to, symbols: [], valid: true })),
    cycles,
    violations: [],
  };
}

describe('the plan of a compile', () => {
  const ALL = { path: '.', incremental: false, rootIsModule: false };
  const web = graph([
    ['src/web', 'src/auth'],
    ['src/auth', 'src/utils'],
    ['src/new', 'src/new'],
    ['.', '.'],
  ]);

  test('puts every module after those it depends on', () => {
    const { targets } = planTargets({ targets: [], up_to_date: [] }, web, ALL);
    assert.deepEqual(
      targets.map(({ dir, after }) => [dir, after]),
      [
        ['src/new', []],
        ['src/utils', []],
        ['src/auth', ['src/utils']],
        ['src/web', ['src/auth']],
      ],
    );
  });

  test('is the union of all three reasons when incremental, with the mode of each', () => {
    const status = {
      targets: [
        { dir: 'src/auth', reasons: ['uncommitted', 'outdated'], mode: 'update' },
        { dir: 'src/new', reasons: ['no_source'], mode: 'create' },
      ],
      up_to_date: ['src/utils', 'src/web'],
    } as const;
    const { targets } = planTargets(status as never, web, { ...ALL, incremental: true });
    assert.deepEqual(targets, [
      { dir: 'src/auth', reasons: ['uncommitted', 'outdated'], mode: 'update', after: [] },
      { dir: 'src/new', reasons: ['no_source'], mode: 'create', after: [] },
    ]);
  });

  test('takes the root only when it is a module, and a path with what is below it', () => {
    const none = { targets: [], up_to_date: [] };
    const dirs = (asked: typeof ALL) => planTargets(none, web, asked).targets.map(({ dir }) => dir);
    assert.ok(dirs({ ...ALL, rootIsModule: true }).includes('.'));
    assert.ok(!dirs(ALL).includes('.'));
    assert.deepEqual(dirs({ ...ALL, path: 'src/auth' }), ['src/auth']);
    assert.deepEqual(dirs({ ...ALL, path: 'src/au' }), []);
  });

  test('leaves out modules in a cycle and names them; the others compile', () => {
    const circle = graph(
      [
        ['a', 'b'],
        ['b', 'a'],
        ['c', 'a'],
      ],
      [['a', 'b']],
    );
    const { targets, cyclic } = planTargets({ targets: [], up_to_date: [] }, circle, ALL);
    assert.deepEqual(cyclic, ['a', 'b']);
    assert.deepEqual(
      targets.map(({ dir }) => dir),
      ['c'],
    );
  });
});

describe('the score of tests', () => {
  const all = { behavior: 100, export: 100, contract: 100, quality: 100, edge: 100 };

  test('weighs its parts, and what does not apply counts as done', () => {
    assert.equal(testScore(all), 100);
    const weights = { behavior: 35, export: 25, contract: 15, quality: 15, edge: 10 };
    for (const [part, weight] of Object.entries(weights))
      assert.equal(testScore({ ...all, [part]: 0 }), 100 - weight);
    assert.equal(testScore({ ...all, contract: null, behavior: 80 }), 93);
  });

  test('100 passes; three rounds or less than 5 more end it with a warning', () => {
    assert.deepEqual(reviewVerdict([100]), { go: 'on' });
    assert.deepEqual(reviewVerdict([80]), { go: 'again' });
    assert.deepEqual(reviewVerdict([80, 85]), { go: 'again' });
    assert.match(JSON.stringify(reviewVerdict([80, 84.9])), /less than 5/);
    assert.match(JSON.stringify(reviewVerdict([70, 80, 90])), /after 3 rounds/);
  });
});

const RESULT: CompileResult = {
  claude_md_path: 'src/auth/CLAUDE.md',
  implements_md_path: 'src/auth/IMPLEMENTS.md',
  target_dir: 'src/auth',
  detected_language: 'TypeScript',
  generated_files: ['src/auth/index.ts', 'src/auth/types.ts', 'src/auth/errors.ts'],
  skipped_files: [],
  overwritten_files: [],
  tests: { total: 5, passed: 5, failed: 0 },
  implements_md_updated: true,
  retry_count: 0,
  status: 'success',
};

describe('what a compile prints is what the seeds show', () => {
  test('the block of phase green-refactor', () => {
    assert.equal(
      resultBlock('.claude/tmp/{session-id}-compile-src-auth.json', RESULT, 'green-refactor'),
      `---compiler-result---
phase: green-refactor
result_file: .claude/tmp/{session-id}-compile-src-auth.json
status: success
generated_files: ["src/auth/index.ts", "src/auth/types.ts", "src/auth/errors.ts"]
skipped_files: []
tests_passed: 5
tests_failed: 0
implements_md_updated: true
---end-compiler-result---
`,
    );
  });

  test('the block of phase full, with what was overwritten and retried', () => {
    const files = ['parser.ts', 'types.ts', 'parser.test.ts'];
    const result = {
      ...RESULT,
      generated_files: files,
      overwritten_files: files,
      tests: { total: 4, passed: 4, failed: 0 },
      retry_count: 2,
    };
    assert.equal(
      resultBlock('.claude/tmp/{session-id}-compile-src-parser.json', result, 'full'),
      `---compiler-result---
result_file: .claude/tmp/{session-id}-compile-src-parser.json
status: success
generated_files: ["parser.ts", "types.ts", "parser.test.ts"]
skipped_files: []
overwritten_files: ["parser.ts", "types.ts", "parser.test.ts"]
tests_passed: 4
tests_failed: 0
retry_count: 2
implements_md_updated: true
---end-compiler-result---
`,
    );
  });

  test('the block of phase red', () => {
    assert.equal(
      redBlock('.claude/tmp/{session-id}-compile-src-auth.json', {
        ...RESULT,
        phase: 'red',
        test_files: ['src/auth/auth.test.ts'],
        spec_json_path: '.claude/tmp/{session-id}-spec-src-auth.json',
      }),
      `---compiler-result---
phase: red
result_file: .claude/tmp/{session-id}-compile-src-auth.json
status: success
test_files: ["src/auth/auth.test.ts"]
spec_json_path: .claude/tmp/{session-id}-spec-src-auth.json
detected_language: TypeScript
---end-compiler-result---
`,
    );
  });

  test('the summary and the names of result files', () => {
    assert.equal(
      summaryText(2, [
        RESULT,
        { ...RESULT, skipped_files: ['a'], tests: { total: 2, passed: 1, failed: 1 } },
      ]),
      '\n=== 생성 완료 ===\n총 CLAUDE.md: 2개\n생성된 파일: 6개\n건너뛴 파일: 1개\n테스트: 6 passed, 1 failed\n',
    );
    assert.equal(resultFile('s', targetName('src/auth')), '.claude/tmp/s-compile-src-auth.json');
    const both = ['src/a-b', 'src/a/b'];
    assert.deepEqual(
      both.map((dir) => targetName(dir, both)),
      ['src-a-b', 'src-a-b-2'],
    );
    assert.equal(targetName('.'), 'root');
  });
});

describe('the implementation half', () => {
  test('is written by code: constants as a list, the guide grows, what is not said stays', () => {
    const before =
      '## Planning\n\n### Technology Choices\nNone\n\n## Implementation\n\n### Algorithm\nOld words.\n\n### Key Constants\nNone\n\n### Implementation Guide\n- 2025-01-01: begun (first)\n';
    const notes = {
      key_constants: [{ name: 'MAX_RETRY', value: '3', rationale: 'SLA', scope: 'all calls' }],
      guide: [{ change: 'retries added', why: 'outages' }],
    };
    const after = writeNotes(before, notes, '2026-11-16');
    assert.equal(
      after,
      before
        .replace('### Key Constants\nNone', '### Key Constants\n- `MAX_RETRY`: 3 (SLA) - all calls')
        .replace('begun (first)\n', 'begun (first)\n- 2026-11-16: retries added (outages)\n'),
    );
    assert.equal(writeNotes(after, notes, '2026-11-17'), after, 'said again it changes nothing');
  });
});

test('values of Domain Context are looked for in the code, in any unit they may be written in', () => {
  const context = [
    '### Decision Rationale',
    '- TOKEN_EXPIRY: 7일 (PCI-DSS)',
    '- TIMEOUT: 2000ms (IdP SLA × 4)',
    '- MAX_RETRY: 3 (외부 API SLA)',
    '- FORMAT: `RS256`',
    '- chosen after 12 incidents in 2022',
    '### Constraints',
    '- 동시 세션 최대 5개',
    '- uploads up to 5 MB, of which 10% are kept',
  ].join('\n');
  const { spec } = parseSpec(claudeMd('m', { context }));
  const code =
    'const EXPIRY = 604_800; const TIMEOUT_MS = 2_000; const alg = "RS256"; const CAP = 5_242_880 * 0.1;';
  assert.deepEqual(
    missingDomainValues(spec, [code]).map(({ text }) => text),
    ['MAX_RETRY: 3 (외부 API SLA)', '동시 세션 최대 5개'],
  );
  assert.deepEqual(missingDomainValues(spec, [code, 'if (tries > 3 || open > 5)']), []);
});

describe('a finished module', () => {
  const parts: KeyParts = {
    claudeMd: 'x',
    planning: { a: '1', b: '2' },
    conventions: [],
    dependencies: { 'src/a': ['f(): void'] },
    language: 'python',
    promptsVersion: 1,
    model: 'sonnet',
  };
  const finished = {
    key: compileKey(parts),
    files: { 'a.py': 'h1' },
    clauses: [],
    status: 'success' as const,
  };

  test('is not compiled again while everything it came from is the same', () => {
    assert.equal(
      standingOf(finished, compileKey({ ...parts, planning: { b: '2', a: '1' } }), () => 'h1'),
      'finished',
    );
    for (const changed of [
      { claudeMd: 'y' },
      { planning: {} },
      { conventions: ['tabs'] },
      { dependencies: { 'src/a': ['f(a: number): void'] } },
      { promptsVersion: 2 },
      { model: 'opus' },
    ])
      assert.equal(
        standingOf(finished, compileKey({ ...parts, ...changed }), () => 'h1'),
        'to_do',
      );
  });

  test('is made anew when a file is gone, and only validated when one was changed by hand', () => {
    const key = compileKey(parts);
    assert.equal(
      standingOf(finished, key, () => undefined),
      'gone',
    );
    assert.equal(
      standingOf(finished, key, () => 'h2'),
      'by_hand',
    );
    assert.equal(
      standingOf(undefined, key, () => 'h1'),
      'to_do',
    );
  });
});

test('issues in what the run made are told from those in older code', () => {
  const issue = (kind: 'MISSING' | 'MISMATCH' | 'UNCOVERED', name: string) => ({
    kind,
    section: kind === 'UNCOVERED' ? ('Structure' as const) : ('Exports' as const),
    name,
    line: 3,
    message: `${name} …`,
  });
  const modules = [
    {
      dir: 'src/auth',
      status: 'needs_work' as const,
      export_coverage: 50,
      issues: [
        issue('MISSING', 'made'),
        issue('MISMATCH', 'old'),
        issue('UNCOVERED', 'made.ts'),
        issue('UNCOVERED', 'old.ts'),
      ],
    },
  ];
  const made = {
    files: new Set(['src/auth/made.ts']),
    symbols: new Set(['src/auth#made']),
    modules: new Set<string>(),
  };
  const { related, unrelated } = classifyIssues(modules, made);
  assert.deepEqual(
    [related, unrelated].map((list) => list.map((one) => one.issue.name)),
    [
      ['made', 'made.ts'],
      ['old', 'old.ts'],
    ],
  );
  const whole = classifyIssues(
    [
      {
        dir: 'src/new',
        status: 'needs_work',
        export_coverage: 0,
        issues: [
          { kind: 'STALE', section: 'Exports', name: 'promised', line: 1, message: '' },
          { kind: 'ORPHAN', section: 'Dependencies', name: 'zod', line: 1, message: '' },
          { kind: 'UNTESTED', section: 'Behavior', name: 'a → b', line: 1, message: '' },
        ],
      },
    ],
    { ...made, modules: new Set(['src/new']) },
  );
  assert.deepEqual(
    whole.related.map(({ issue: { name } }) => name),
    ['promised', 'zod'],
    'where all sources are new there is no older code',
  );
  assert.match(
    healQuestion(unrelated).text,
    /^기존 코드에서 발견된 이슈입니다:\n {4}- src\/auth\/CLAUDE\.md:3: old …/,
  );
});

test('an estimate names characters, tokens and dollars, and no price for an unknown model', () => {
  assert.equal(tokensOf('abcdefgh'), 2);
  assert.equal(tokensOf('한국어'), 2);
  const estimate = estimateOf(['a'.repeat(4_000), 'b'.repeat(4_000)], 'sonnet');
  assert.deepEqual([estimate.prompt_chars, estimate.input_tokens, estimate.sessions], [8_000, 2_000, 2]);
  assert.ok((estimate.usd ?? 0) > 0);
  assert.equal(estimateOf(['x'], 'nobody-knows').usd, null);
});
