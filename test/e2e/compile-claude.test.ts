import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Script } from '../../src/agents/scripted/script.ts';
import { openCompileWorld } from '../support/compile-world.ts';
import { pointTo } from '../support/model/bench.ts';
import { openModel } from '../support/model/model.ts';
import { tmpdir } from '../support/tmpdir.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const claude = join(root, 'test', 'tools', 'node_modules', '.bin', 'claude');

const spec = (name: string, signature: string, file: string) => `# ${name}

## Purpose
For ${name}.

## Summary
About ${name}.

## Exports
### Functions
- \`${signature}\`

## Behavior
- two numbers → their sum

## Contract
None

## Protocol
None

## Domain Context
None

## Structure
- ${file}: the function
`;

interface Module {
  dir: string;
  test: [path: string, text: string];
  code: [path: string, text: string];
}

const MODULES: readonly Module[] = [
  {
    dir: 'src/add',
    test: [
      'src/add/add.test.ts',
      "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { add } from './add.ts';\n\ntest('B1: sums', () => assert.equal(add(1, 2), 3));\n",
    ],
    code: ['src/add/add.ts', 'export function add(a: number, b: number): number {\n  return a + b;\n}\n'],
  },
  {
    dir: 'app/plus',
    test: [
      'app/plus/test_plus.py',
      'import unittest\nfrom app.plus.plus import plus\n\n\nclass Plus(unittest.TestCase):\n    def test_b1_sums(self):\n        self.assertEqual(plus(1, 2), 3)\n',
    ],
    code: ['app/plus/plus.py', 'def plus(a: int, b: int) -> int:\n    return a + b\n'],
  },
];

/** A model sees no roles: it knows what is asked by the words of the prompt. */
function script(modules: readonly Module[]): Script {
  const full = { behavior: 100, export: 100, contract: null, quality: 100, edge: 100, feedback: [] };
  const write = ([path, text]: readonly [string, string]) => ({ do: 'write' as const, path, text });
  const answer = (value: unknown) => ({ do: 'answer' as const, value });
  return modules.flatMap(({ dir, test: tests, code }) => {
    const about = (words: string) => ({ prompt: new RegExp(`${words}[^]*Module folder: ${dir}\n`) });
    return [
      { when: about('phase RED'), steps: [write(tests), answer({ test_files: [tests[0]], notes: '' })] },
      { when: about('You review the tests'), steps: [answer(full)] },
      { when: about('phase GREEN'), steps: [write(code), answer({ files: [code[0]], notes: '' })] },
      { when: about('phase REFACTOR'), steps: [answer({ files: [], notes: '' })] },
      { when: about('You wrote the code'), steps: [answer({ key_constants: [], guide: [] })] },
    ];
  });
}

test('the real claude compiles a TypeScript and a Python module: tests that fail first, then code', async () => {
  await using tmp = await tmpdir();
  await using model = await openModel({ dialect: 'claude', script: script(MODULES) });
  const config = join(tmp.path, 'claude');
  await using world = await openCompileWorld({
    agent: `  default: claude\n  claude:\n    command: ${claude}\n`,
    env: { LANG: 'C.UTF-8', CLAUDE_CONFIG_DIR: config, ...pointTo('claude', config, model.url) },
  });
  world.write({
    'package.json': '{"type":"module"}',
    'src/add/CLAUDE.md': spec('add', 'add(a: number, b: number): number', 'add.ts'),
    'src/other.ts': 'export {};\n',
    'app/plus/CLAUDE.md': spec('plus', 'def plus(a: int, b: int) -> int', 'plus.py'),
    'app/main.py': '',
  });
  const done = await world.spec('compile', '--json');
  assert.equal(done.code, 0, done.err);
  const { modules } = JSON.parse(done.out) as {
    modules: { detected_language: string; tests: unknown; status: string; generated_files: string[] }[];
  };
  assert.deepEqual(
    modules
      .toSorted((a, b) => (a.detected_language < b.detected_language ? -1 : 1))
      .map(({ detected_language, tests, status, generated_files }) => [
        detected_language,
        status,
        tests,
        generated_files,
      ]),
    [
      [
        'Python',
        'success',
        { total: 1, passed: 1, failed: 0 },
        ['app/plus/plus.py', 'app/plus/test_plus.py'],
      ],
      [
        'TypeScript',
        'success',
        { total: 1, passed: 1, failed: 0 },
        ['src/add/add.test.ts', 'src/add/add.ts'],
      ],
    ],
  );
  assert.ok(model.calls().length >= 10, 'every session asked the model');
});
