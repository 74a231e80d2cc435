import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import type { ModuleDrift } from './module.ts';
import { projectDrift } from './project.ts';

async function driftOf(files: Readonly<Record<string, string>>, under = ''): Promise<ModuleDrift[]> {
  await using tmp = await tmpdir();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(tmp.path, path)), { recursive: true });
    await writeFile(join(tmp.path, path), text);
  }
  return (await projectDrift(tmp.path, under)).modules;
}

const SPEC = [
  '# auth', // 1
  '',
  '## Exports', // 3
  '- `validate(token: string): Claims`',
  '',
  '## Structure', // 6
  '- token.ts: reads tokens',
  '- keys/: the keys',
  '',
  '## Dependencies', // 10
  '- external: jose@5',
  '- internal: ../users',
  '',
  '## Behavior', // 14
  '- valid token → claims of the user',
  '- expired token → TokenExpiredError',
  '',
].join('\n');

const GOOD = {
  'src/auth/CLAUDE.md': SPEC,
  'src/auth/token.ts':
    "import { verify } from 'jose';\nimport { readFileSync } from 'node:fs';\nimport { find } from '../users/find.ts';\nimport { key } from './keys/key.ts';\nexport function validate(token: string): Claims { return verify(token, find, key, readFileSync) }\n",
  'src/auth/token.test.ts':
    "test('a valid token gives the claims of its user', () => {});\ntest('an expired token is refused', () => { assert.throws(validate, TokenExpiredError) });\n",
  'src/auth/keys/CLAUDE.md': '# keys\n\n## Exports\n- `key`\n',
  'src/auth/keys/key.ts': 'export const key = 1;',
  'src/users/CLAUDE.md': '# users\n\n## Exports\n- `find(): void`\n',
  'src/users/find.ts': 'export function find(): void {}',
};

describe('drift', () => {
  test('a module that is as it says is good', async () => {
    assert.deepEqual(await driftOf(GOOD), [
      { dir: 'src/auth', status: 'good', export_coverage: 100, issues: [] },
      { dir: 'src/auth/keys', status: 'good', export_coverage: 100, issues: [] },
      { dir: 'src/users', status: 'good', export_coverage: 100, issues: [] },
    ]);
  });

  /** what was done, the files it changes, the findings: kind, section, name, line */
  const CASES: readonly [
    string,
    Readonly<Record<string, string>>,
    readonly (readonly [string, string, string, number])[],
  ][] = [
    [
      'a file that Structure does not name',
      { 'src/auth/extra.ts': 'const hidden = 1;' },
      [['UNCOVERED', 'Structure', 'extra.ts', 6]],
    ],
    [
      'a folder that Structure does not name',
      { 'src/auth/more/x.ts': '' },
      [['UNCOVERED', 'Structure', 'more/', 6]],
    ],
    [
      'a file that is gone',
      { 'src/auth/CLAUDE.md': SPEC.replace('- keys/', '- gone.ts: x\n- keys/') },
      [['ORPHAN', 'Structure', 'gone.ts', 8]],
    ],
    [
      'a folder that is gone',
      { 'src/auth/CLAUDE.md': SPEC.replace('- keys/: the keys', '- keys/: the keys\n- lost/: x') },
      [['ORPHAN', 'Structure', 'lost/', 9]],
    ],
    [
      'an export that is gone',
      { 'src/auth/CLAUDE.md': SPEC.replace('- `validate', '- `revoke(): void`\n- `validate') },
      [['STALE', 'Exports', 'revoke', 4]],
    ],
    [
      'an export the spec does not name',
      { 'src/auth/token.ts': `${GOOD['src/auth/token.ts']}export const fresh = 1;` },
      [['MISSING', 'Exports', 'fresh', 3]],
    ],
    [
      'another signature',
      { 'src/auth/CLAUDE.md': SPEC.replace('token: string', 'token: Buffer') },
      [['MISMATCH', 'Exports', 'validate', 4]],
    ],
    [
      'a package nobody imports',
      { 'src/auth/CLAUDE.md': SPEC.replace('jose@5', 'jose@5\n- external: left-pad@1') },
      [['STALE', 'Dependencies', 'left-pad', 12]],
    ],
    [
      'a module nobody imports',
      {
        'src/auth/CLAUDE.md': SPEC.replace('- internal', '- internal: ../idle\n- internal'),
        'src/idle/x.ts': '',
      },
      [['STALE', 'Dependencies', '../idle', 12]],
    ],
    [
      'a module that is gone',
      { 'src/auth/CLAUDE.md': SPEC.replace('- internal', '- internal: src/nowhere\n- internal') },
      [['ORPHAN', 'Dependencies', 'src/nowhere', 12]],
    ],
    [
      'an import Dependencies does not name',
      { 'src/auth/token.ts': `import 'zod';\n${GOOD['src/auth/token.ts']}` },
      [['ORPHAN', 'Dependencies', 'zod', 10]],
    ],
    [
      'a behavior without a test',
      { 'src/auth/token.test.ts': "test('a valid token gives the claims of its user', () => {});" },
      [['UNTESTED', 'Behavior', 'expired token → TokenExpiredError', 16]],
    ],
  ];
  for (const [what, files, expected] of CASES)
    test(`${what} is found, with its line`, async () => {
      const [auth] = await driftOf({ ...GOOD, ...files }, 'src/auth');
      assert.deepEqual(
        auth?.issues.map(({ kind, section, name, line }) => [kind, section, name, line]),
        expected,
      );
      assert.notEqual(auth?.status, 'good');
    });

  test('one or two findings are advice, more or less than 90 % coverage is work to do', async () => {
    const status = async (files: Readonly<Record<string, string>>) => (await driftOf(files))[0];
    const one = await status({
      'm/CLAUDE.md': '## Exports\n- `a`\n\n## Structure\n- a.ts\n- b.ts\n',
      'm/a.ts': 'export const a = 1;',
    });
    assert.equal(one?.status, 'advise');
    const half = await status({
      'm/CLAUDE.md': '## Exports\n- `a`\n',
      'm/a.ts': 'export const a = 1, b = 2;',
    });
    assert.deepEqual([half?.status, half?.export_coverage], ['needs_work', 50]);
    const gone = await status({
      'm/CLAUDE.md': '## Exports\n- `a`\n- `b`\n',
      'm/a.ts': 'export const a = 1;',
    });
    assert.deepEqual([gone?.status, gone?.export_coverage], ['needs_work', 50]);
    const passedOn = await status({
      'm/CLAUDE.md': '## Exports\n- `pub fn a()`\n',
      'm/lib.rs': 'pub fn a() {}\npub use other::*;\n',
    });
    assert.deepEqual([passedOn?.status, passedOn?.export_coverage], ['good', 100]);
    const three = await status({
      'm/CLAUDE.md': '## Exports\nNone\n\n## Structure\n- a.ts\n- b.ts\n- c.ts\n',
    });
    assert.deepEqual([three?.status, three?.export_coverage], ['needs_work', 100]);
  });

  test('a module none of whose exports is there covers nothing', async () => {
    const [unwritten, empty] = await driftOf({
      'm/CLAUDE.md': '## Exports\n- `a(): void`\n- `b(): void`\n',
      'n/CLAUDE.md': '## Exports\n- `a(): void`\n',
      'n/a.ts': 'void 0;',
    });
    assert.deepEqual([unwritten?.status, unwritten?.export_coverage], ['needs_work', 0]);
    assert.deepEqual([empty?.status, empty?.export_coverage], ['needs_work', 0]);
  });

  test('tests elsewhere count: beside the tree, mirrored, or inside the source', async () => {
    const behavior = '## Exports\n- `add`\n\n## Behavior\n- two numbers → their sum\n';
    const found = await driftOf({
      'src/math/CLAUDE.md': behavior,
      'src/math/add.py': 'def add(a, b):\n    return a + b\n',
      'tests/test_add.py': 'def test_sum_of_two_numbers():\n    assert add(1, 2) == 3\n',
      'lib/CLAUDE.md': behavior,
      'lib/add.rs':
        'pub fn add() {}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn sum_of_two_numbers() {}\n}\n',
      'java/calc/CLAUDE.md': behavior.replace('add', 'Add'),
      'java/calc/Add.java': 'public class Add {}',
      'test/java/calc/OtherTest.java': '@Test\nvoid sumOfTwoNumbers() {}\n',
    });
    assert.deepEqual(
      found.map((one) => [one.dir, one.status]),
      [
        ['java/calc', 'good'],
        ['lib', 'good'],
        ['src/math', 'good'],
      ],
    );
  });

  test('a test whose name carries the id of a behavior tests it, whatever its words', async () => {
    const files = (title: string) => ({
      'm/CLAUDE.md': '## Exports\nNone\n\n## Behavior\n- two numbers → their sum\n',
      'm/a.test.ts': `test('${title}', () => {});`,
    });
    assert.deepEqual(
      (await driftOf(files('B1: plus'))).flatMap(({ issues }) => issues),
      [],
    );
    assert.equal((await driftOf(files('B2: plus')))[0]?.issues[0]?.kind, 'UNTESTED');
  });

  test('behavior in Korean is judged by its words where the tests are Korean, by their number where not', async () => {
    const files = (tests: string) => ({
      'm/CLAUDE.md': '## Exports\nNone\n\n## Behavior\n- 유효한 토큰 → 사용자 정보\n- 만료된 토큰 → 오류\n',
      'm/a.test.ts': tests,
    });
    const [korean] = await driftOf(files("test('유효한 토큰은 사용자 정보를 준다', () => {});"));
    assert.deepEqual(
      korean?.issues.map((one) => one.line),
      [6],
    );
    const [english] = await driftOf(files("test('one', () => {});\ntest('two', () => {});"));
    assert.deepEqual(english?.issues, []);
  });

  test('a root CLAUDE.md that only holds conventions is no module, one with exports is', async () => {
    assert.deepEqual(
      await driftOf({ 'CLAUDE.md': '# Rules\n\nUse tabs.\n', 'config.ts': 'export default {};' }),
      [],
    );
    const [root] = await driftOf({ 'CLAUDE.md': '## Exports\n- `a`\n', 'a.ts': 'export const a = 1;' });
    assert.deepEqual([root?.dir, root?.status], ['.', 'good']);
  });

  test('Dependencies of a source that imports nothing are stale, those of one not yet written are not', async () => {
    const { 'src/auth/token.ts': _, ...unwritten } = GOOD;
    const stale = async (files: Readonly<Record<string, string>>) =>
      (await driftOf(files, 'src/auth')).flatMap(({ issues }) =>
        issues
          .filter(({ kind }) => kind === 'STALE')
          .flatMap(({ section, line }) => (section === 'Dependencies' ? [line] : [])),
      );
    assert.deepEqual(await stale({ ...unwritten, 'src/auth/token.ts': 'export const a = 1;\n' }), [11, 12]);
    assert.deepEqual(await stale(unwritten), []);
  });

  test('Dependencies count as used however the language writes it', async () => {
    const spec = '## Exports\nNone\n\n## Dependencies\n- internal: src/users\n- internal: src/db\n';
    const others = { 'src/users/CLAUDE.md': '# users\n', 'src/db/CLAUDE.md': '# db\n' };
    for (const [name, text] of [
      ['lib.rs', 'use crate::{users::find as f, other::{self}};\nfn go() { crate::db::open(); }\n'],
      ['lib.rs', 'use crate::{a, b::{users::User, db}};\n'],
      ['main.py', 'from .. import users\nfrom ..db import (\n  open,\n)\n'],
      ['main.py', 'from src import users, db as base\n'],
    ] as const) {
      const [drift] = await driftOf({ ...others, 'src/a/CLAUDE.md': spec, [`src/a/${name}`]: text }, 'src/a');
      assert.deepEqual(
        drift?.issues.filter(({ section }) => section === 'Dependencies'),
        [],
        text,
      );
    }
  });
});
