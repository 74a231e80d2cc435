import assert from 'node:assert/strict';
import { symlinkSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { COMPILE_OUTPUTS } from '../support/compile-schemas.ts';
import { goodModel, openCompileWorld, type CompileWorld } from '../support/compile-world.ts';

const spec = (name: string, parts: { exports: string; behavior: string; structure: string; more?: string }) =>
  `# ${name}

## Purpose
For ${name}.

## Summary
About ${name}.

## Exports
### Functions
- \`${parts.exports}\`

## Behavior
${parts.behavior}

## Contract
None

## Protocol
None

## Domain Context
- LIMIT: 100 (law)

## Structure
- ${parts.structure}: the functions
${parts.more ?? ''}`;

const ADD = spec('add', {
  exports: 'add(a: number, b: number): number',
  behavior: '- two numbers → their sum\n- a sum above 100 → RangeError',
  structure: 'add.ts',
});
const ADD_CODE = `export const LIMIT = 100;

export function add(a: number, b: number): number {
  if (a + b > LIMIT) throw new RangeError('too much');
  return a + b;
}
`;
const ADD_SPEC = ADD.replace('## Behavior', '### Variables\n- `LIMIT: number`\n\n## Behavior');
const ADD_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from './add.ts';

test('B1: two numbers give their sum', () => assert.equal(add(1, 2), 3));
test('B2: a sum above 100 is refused', () => assert.throws(() => add(99, 2), RangeError));
`;
const GOOD_ADD = goodModel('src/add', {
  red: { 'src/add/add.test.ts': ADD_TEST },
  green: { 'src/add/add.ts': ADD_CODE },
});

const TWICE = spec('twice', {
  exports: 'twice(a: number): number',
  behavior: '- a number → twice as much',
  structure: 'twice.ts',
  more: '\n## Dependencies\n- internal: src/add\n',
});
const TWICE_CODE = `import { add } from '../add/add.ts';

/** At most 100. */
export function twice(a: number): number {
  return add(a, a);
}
`;
const TWICE_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { twice } from './twice.ts';

test('B1: a number gives twice as much', () => assert.equal(twice(4), 8));
`;
const GOOD_TWICE = goodModel('src/twice', {
  red: { 'src/twice/twice.test.ts': TWICE_TEST },
  green: { 'src/twice/twice.ts': TWICE_CODE },
});

const PYTHON = spec('words', {
  exports: 'def count(text: str) -> int',
  behavior: '- a text → the number of its words',
  structure: 'words.py',
});
const GOOD_WORDS = goodModel('app/words', {
  red: {
    'app/words/test_words.py':
      'import unittest\nfrom app.words.words import count\n\n\nclass Words(unittest.TestCase):\n    def test_b1_counts_words(self):\n        self.assertEqual(count("a b"), 2)\n',
  },
  green: {
    'app/words/words.py':
      'def count(text: str) -> int:\n    """At most 100."""\n    return len(text.split())\n',
  },
});

function twoModules(world: CompileWorld): void {
  world.write({
    'package.json': '{"type":"module"}',
    'code-convention.md': 'Two spaces.\n',
    'src/add/CLAUDE.md': ADD_SPEC,
    'src/twice/CLAUDE.md': TWICE,
  });
  world.rules([...GOOD_ADD, ...GOOD_TWICE]);
}

function contents(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
}

describe('compile', () => {
  test('writes failing tests, then code, in the order of the graph; run again it does nothing', async () => {
    await using world = await openCompileWorld();
    twoModules(world);
    const dry = await world.spec('compile', '--language', 'typescript', '--dry-run', '--json');
    const plan = COMPILE_OUTPUTS['compile-dry-run'].parse(JSON.parse(dry.out));
    assert.deepEqual(
      plan.targets.map(({ dir, mode }) => [dir, mode]),
      [
        ['src/add', 'create'],
        ['src/twice', 'create'],
      ],
      dry.err,
    );
    assert.ok(!world.has('src/add/IMPLEMENTS.md'), 'a dry run writes nothing');
    assert.deepEqual(world.sessions(), []);

    const done = await world.spec('compile', '--language', 'typescript');
    assert.equal(done.code, 0, done.out + done.err);
    assert.equal(world.read('src/add/add.ts'), ADD_CODE);
    assert.equal(world.read('src/twice/twice.test.ts'), TWICE_TEST);
    assert.match(
      world.read('src/add/IMPLEMENTS.md'),
      /### Algorithm\nPlain addition\.\n[^]*`LIMIT`: 100 \(law\) - all/,
    );
    assert.deepEqual(
      world.sessions(),
      ['src/add', 'src/twice'].flatMap((dir) =>
        ['compile-red', 'test-reviewer', 'compile-green', 'compile-refactor', 'compile-notes'].map(
          (role) => `${role} ${dir}`,
        ),
      ),
    );
    const [result = ''] = /---compiler-result---[^]*?---end-compiler-result---\n/.exec(done.out) ?? [];
    const session = /tmp\/(\w+)-compile-src-add\.json/.exec(result)?.[1] ?? '';
    assert.equal(
      result,
      `---compiler-result---
result_file: .claude/tmp/${session}-compile-src-add.json
status: success
generated_files: ["src/add/add.test.ts", "src/add/add.ts"]
skipped_files: []
tests_passed: 2
tests_failed: 0
implements_md_updated: true
---end-compiler-result---
`,
    );
    assert.deepEqual(JSON.parse(world.read(`.claude/tmp/${session}-compile-src-add.json`)), {
      claude_md_path: 'src/add/CLAUDE.md',
      implements_md_path: 'src/add/IMPLEMENTS.md',
      target_dir: 'src/add',
      detected_language: 'TypeScript',
      generated_files: ['src/add/add.test.ts', 'src/add/add.ts'],
      skipped_files: [],
      overwritten_files: [],
      tests: { total: 2, passed: 2, failed: 0 },
      implements_md_updated: true,
      retry_count: 0,
      status: 'success',
    });
    assert.match(
      done.out,
      /^ {2}⚠ src\/add\/IMPLEMENTS\.md 없음 - 자동 생성\n {2}• src\/add\/CLAUDE\.md - 시작\n/,
    );
    assert.ok(
      done.out.endsWith(
        '\n=== 생성 완료 ===\n총 CLAUDE.md: 2개\n생성된 파일: 4개\n건너뛴 파일: 0개\n테스트: 3 passed, 0 failed\n',
      ),
      done.out,
    );

    const before = contents(world.root);
    const sessions = world.sessions().length;
    const again = await world.spec('compile', '--json');
    const summary = COMPILE_OUTPUTS.compile.parse(JSON.parse(again.out));
    assert.deepEqual([again.code, summary.skipped, summary.modules], [0, 2, []], again.err);
    assert.deepEqual(contents(world.root), before, 'not a file more or less');
    assert.equal(world.sessions().length, sessions, 'not a session more');

    const trace = await world.spec('trace', '--json');
    assert.equal(trace.code, 0, trace.out);
    COMPILE_OUTPUTS.trace.parse(JSON.parse(trace.out));
    assert.match(trace.out, /"id":"B2"[^}]*"tests":\[\{"file":"src\/add\/add\.test\.ts"/);

    rmSync(join(world.root, 'src/twice/twice.ts'));
    const mended = await world.spec('compile', '--json');
    assert.equal(mended.code, 0, mended.err);
    assert.equal(world.read('src/twice/twice.ts'), TWICE_CODE, 'what was deleted is made again');
    assert.ok(
      world
        .sessions()
        .slice(sessions)
        .every((one) => one.endsWith(' src/twice')),
    );
  });

  test('a Python module goes the same way, with unittest', async () => {
    await using world = await openCompileWorld();
    world.write({ 'app/words/CLAUDE.md': PYTHON });
    world.rules(GOOD_WORDS);
    const done = await world.spec('compile', '--language', 'python', '--json');
    assert.equal(done.code, 0, done.err);
    const { modules } = JSON.parse(done.out) as { modules: { tests: unknown; status: string }[] };
    assert.deepEqual(
      modules.map(({ tests, status }) => [tests, status]),
      [[{ total: 1, passed: 1, failed: 0 }, 'success']],
    );
  });

  test('phase red leaves tests and the spec; green-refactor goes on from them', async () => {
    await using world = await openCompileWorld();
    twoModules(world);
    const red = await world.spec(
      'compile',
      '--path',
      'src/add',
      '--language',
      'typescript',
      '--phase',
      'red',
    );
    assert.equal(red.code, 0, red.err);
    const session = /tmp\/(\w+)-compile-src-add\.json/.exec(red.out)?.[1] ?? '';
    assert.match(
      red.out,
      /phase: red\nresult_file: .*\nstatus: success\ntest_files: \["src\/add\/add\.test\.ts"\]\nspec_json_path: \.claude\/tmp\/\w+-spec-src-add\.json\ndetected_language: TypeScript\n---end/,
    );
    assert.ok(!world.has('src/add/add.ts'));
    const more = [
      '--test-files',
      'src/add/add.test.ts',
      '--spec-json',
      `.claude/tmp/${session}-spec-src-add.json`,
    ];
    const green = await world.spec(
      'compile',
      '--path',
      'src/add',
      '--language',
      'typescript',
      '--phase',
      'green-refactor',
      ...more,
    );
    assert.equal(green.code, 0, green.err);
    assert.match(green.out, /---compiler-result---\nphase: green-refactor\nresult_file/);
    assert.ok(!world.sessions().includes('test-reviewer src/add'));
  });
});

describe('a model that misbehaves is caught, told and bounded', () => {
  const answer = { do: 'answer', value: { files: [], notes: '' } };
  const green = (...steps: unknown[]) => ({
    when: { role: 'compile-green', prompt: 'Module folder: src/add\n' },
    steps: [...steps, answer],
  });
  const red = (text: string) => ({
    when: { role: 'compile-red', prompt: 'Module folder: src/add\n' },
    steps: [
      { do: 'write', path: 'src/add/add.test.ts', text },
      { do: 'answer', value: { test_files: ['src/add/add.test.ts'], notes: '' } },
    ],
  });
  const compile = (world: CompileWorld) => world.spec('compile', '--language', 'typescript', '--json');
  const code = { do: 'write', path: 'src/add/add.ts', text: ADD_CODE };

  test('edits a test, writes outside its folder, makes a link, keeps the tests from running: undone, told, counted', async () => {
    await using world = await openCompileWorld();
    twoModules(world);
    world.write({ 'victim.txt': 'mine\n' });
    symlinkSync('../../../victim.txt', join(world.root, 'out'));
    const bad = green(
      code,
      {
        do: 'write',
        path: 'src/add/add.test.ts',
        text: "import { test } from 'node:test';\ntest('B1 B2', () => {});\n",
      },
      { do: 'write', path: 'src/twice/twice.ts', text: 'export const evil = 1;\n' },
      { do: 'run', command: ['ln', '-s', '/etc/passwd', 'src/add/link.ts'] },
    );
    const exits = green({ ...code, text: `process.exit(0);\n${ADD_CODE}` });
    world.rules([{ ...bad, times: 1 }, { ...exits, times: 1 }, ...GOOD_ADD, ...GOOD_TWICE]);
    const done = await compile(world);
    assert.equal(done.code, 0, done.err);
    const { modules } = JSON.parse(done.out) as { modules: { target_dir: string; retry_count: number }[] };
    assert.deepEqual(
      modules.map(({ target_dir, retry_count }) => [target_dir, retry_count]),
      [
        ['src/add', 2],
        ['src/twice', 0],
      ],
    );
    for (const told of [
      'src/add/add.test.ts is a test, which is read-only now',
      'src/twice/twice.ts is outside of the module',
      'src/add/link.ts is a link',
    ])
      assert.ok(done.err.includes(`⚠ src/add: it was undone: ${told}`), done.err);
    assert.equal(world.read('src/add/add.test.ts'), ADD_TEST);
    assert.equal(world.read('src/add/add.ts'), ADD_CODE);
    assert.equal(world.read('src/twice/twice.ts'), TWICE_CODE);
    assert.ok(!world.has('src/add/link.ts'));
    assert.equal(world.read('victim.txt'), 'mine\n');
  });

  test('never gets green: a warning after one attempt and three retries, exit 0, no refactor', async () => {
    await using world = await openCompileWorld();
    twoModules(world);
    world.rules([green({ ...code, text: ADD_CODE.replace('a + b;', 'a - b;') }), ...GOOD_ADD, ...GOOD_TWICE]);
    const done = await world.spec('compile', '--path', 'src/add', '--language', 'typescript', '--json');
    const { modules } = JSON.parse(done.out) as {
      modules: { status: string; retry_count: number; tests: unknown }[];
    };
    assert.equal(done.code, 0, done.err);
    assert.deepEqual(
      modules.map((one) => [one.status, one.retry_count, one.tests]),
      [['warning', 3, { total: 2, passed: 1, failed: 1 }]],
    );
    assert.ok(!world.sessions().includes('compile-refactor src/add'));
  });

  const USELESS: readonly [string, string, RegExp][] = [
    [
      'pass at once',
      "import { test } from 'node:test';\ntest('B1', () => {});\ntest('B2', () => {});\n",
      /pass before the code/,
    ],
    ['leave a clause without a test', ADD_TEST.replace('B2: ', ''), /no test carries B2/],
    ['cannot be read', `${ADD_TEST}\n}}}`, /cannot be read by its language/],
    ['import a tool that is not there', `import 'sinon';\n${ADD_TEST}`, /imports what is not there/],
  ];
  for (const [what, text, why] of USELESS)
    test(`tests that ${what}: asked for three times, then the module fails and the others compile`, async () => {
      await using world = await openCompileWorld();
      twoModules(world);
      world.write({ 'src/twice/CLAUDE.md': TWICE.replace('- internal: src/add', 'None') });
      const alone = goodModel('src/twice', {
        red: { 'src/twice/twice.test.ts': TWICE_TEST },
        green: {
          'src/twice/twice.ts':
            'export function twice(a: number): number {\n  return Math.min(100, 2 * a);\n}\n',
        },
      });
      world.rules([red(text), ...GOOD_ADD, ...alone]);
      const done = await compile(world);
      assert.equal(done.code, 1, done.err);
      assert.match(done.err, why);
      assert.equal(world.sessions().filter((one) => one === 'compile-red src/add').length, 3);
      assert.ok(world.has('src/twice/twice.ts') && !world.has('src/add/add.test.ts'));
    });

  test('hangs, or answers nonsense: the module fails with the reason, nothing of it stays', async () => {
    for (const [step, why] of [
      [{ do: 'hang' }, /idle|wall/],
      [{ do: 'answer', value: 'nonsense' }, /no_answer/],
    ] as const) {
      await using world = await openCompileWorld({ idleSecs: 2 });
      twoModules(world);
      world.rules([
        { when: { role: 'compile-green', prompt: 'Module folder: src/add\n' }, steps: [code, step] },
        ...GOOD_ADD,
        ...GOOD_TWICE,
      ]);
      const done = await world.spec('compile', '--path', 'src/add', '--language', 'typescript', '--json');
      assert.equal(done.code, 1);
      assert.match(done.err, why);
      assert.ok(!world.has('src/add/add.ts'));
    }
  });
});

describe('what cannot be compiled says so, and the others compile', () => {
  test('no language, a spec that does not parse, a cycle, no runner', async () => {
    await using world = await openCompileWorld();
    twoModules(world);
    const none = await world.spec('compile', '--json');
    assert.equal(none.code, 3);
    assert.match(none.err, /src\/add: cannot tell its language; say it with --language/);
    world.write({
      'src/broken/CLAUDE.md': '# broken\n\n## Purpose\nx\n',
      'src/a/CLAUDE.md': ADD.replace('## Structure', '## Dependencies\n- internal: src/b\n\n## Structure'),
      'src/b/CLAUDE.md': ADD.replace('## Structure', '## Dependencies\n- internal: src/a\n\n## Structure'),
    });
    const done = await world.spec('compile', '--language', 'typescript', '--json');
    assert.equal(done.code, 3, done.err);
    assert.match(done.err, /src\/broken: CLAUDE\.md:\d+: .*Summary/);
    assert.match(done.err, /src\/a: it is part of a dependency cycle/);
    assert.ok(world.has('src/add/add.ts') && world.has('src/twice/twice.ts'));

    await using java = await openCompileWorld();
    java.write({ 'm/CLAUDE.md': ADD });
    java.rules([]);
    const runner = await java.spec('compile', '--language', 'java', '--json');
    assert.equal(runner.code, 1);
    assert.match(runner.err, /no test runner/);
    assert.deepEqual(java.sessions(), [], 'nothing was paid');
  });
});
