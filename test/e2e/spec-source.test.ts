import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tmpdir } from '../support/tmpdir.ts';

const checkout = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const tools = createRequire(new URL('../tools/package.json', import.meta.url));

interface Ran {
  code: number | null;
  out: string;
  err: string;
}

function autodev(cwd: string, ...args: string[]): Ran {
  const done = spawnSync(process.execPath, [join(checkout, 'bin', 'autodev.mjs'), 'spec', ...args], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, AUTODEV_HOME: join(cwd, '.git', 'autodev-home') },
  });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

/** The answer as JSON, checked against the schema in docs/. */
function answer(command: string, { out, err }: Ran): unknown {
  const value: unknown = JSON.parse(out || 'null');
  const schema = JSON.parse(
    readFileSync(join(checkout, 'docs', 'schemas', `spec-${command}.json`), 'utf8'),
  ) as object;
  const { default: Ajv } = tools('ajv/dist/2020.js') as {
    default: new () => { validate(schema: object, value: unknown): boolean; errors: unknown };
  };
  const ajv = new Ajv();
  assert.ok(ajv.validate(schema, value), `${JSON.stringify(ajv.errors)}\n${out}\n${err}`);
  return value;
}

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function commit(root: string, time: number): void {
  const date = `${time} +0000`;
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: root,
    GIT_COMMITTER_DATE: date,
    GIT_AUTHOR_DATE: date,
  };
  for (const args of [
    ['add', '-A'],
    ['commit', '-q', '-m', 'x'],
  ])
    assert.equal(spawnSync('git', args, { cwd: root, env }).status, 0);
}

/** A whole spec: what a test is about comes first, so that its lines are easy to count. */
const auth = (...exported: string[]) =>
  `# auth\n\n## Purpose\nChecks tokens.\n\n## Exports\n${exported.map((one) => `- \`${one}\`\n`).join('')}\n## Summary\nTokens.\n\n## Behavior\nNone\n\n## Contract\nNone\n\n## Protocol\nNone\n\n## Domain Context\nNone\n`;

const FILES = {
  'src/auth/CLAUDE.md': auth('validate(token: string): Claims', 'revoke(id: string): void'),
  'src/auth/token.ts':
    'export function validate(token: string, strict: boolean): Claims { return x }\nexport type Claims = { sub: string };\n',
  'src/auth/broken.ts': 'export function (',
};

describe('autodev spec on sources', () => {
  test('exports: the shape of the page, and files that do not parse on standard error', async () => {
    await using tmp = await tmpdir({ git: true });
    write(tmp.path, FILES);
    const ran = autodev(tmp.path, 'exports', 'src/auth', '--json');
    assert.deepEqual(
      [ran.code, answer('exports', ran)],
      [
        0,
        {
          dir: 'src/auth',
          language: 'typescript',
          exports: [
            {
              name: 'validate',
              kind: 'function',
              signature: 'function validate(token: string, strict: boolean): Claims',
              file: 'src/auth/token.ts',
              line: 1,
            },
            {
              name: 'Claims',
              kind: 'type',
              signature: 'type Claims = { sub: string }',
              file: 'src/auth/token.ts',
              line: 2,
            },
          ],
        },
      ],
    );
    assert.match(ran.err, /src\/auth\/broken\.ts:1: /);
    assert.match(
      autodev(tmp.path, 'exports', 'src/auth').out,
      /^function +validate .*src\/auth\/token\.ts:1\n/,
    );
  });

  test('exports: the folder may be named from here or from the root; an empty one has no language', async () => {
    await using tmp = await tmpdir({ git: true });
    write(tmp.path, { ...FILES, 'docs/readme.md': '' });
    const dirs = [
      autodev(join(tmp.path, 'src'), 'exports', 'auth', '--json'),
      autodev(join(tmp.path, 'src'), 'exports', 'src/auth', '--json'),
      autodev(checkout, 'exports', 'src/auth', '--root', tmp.path, '--json'),
      autodev(checkout, 'exports', join(tmp.path, 'src/auth'), '--json'),
    ].map((ran) => (JSON.parse(ran.out) as { dir: string }).dir);
    assert.deepEqual(new Set(dirs), new Set(['src/auth']));
    const empty = autodev(tmp.path, 'exports', 'docs', '--json');
    assert.deepEqual(answer('exports', empty), { dir: 'docs', language: null, exports: [] });
  });

  test('diff: breaking differences exit with 3, others with 0', async () => {
    await using tmp = await tmpdir({ git: true });
    write(tmp.path, FILES);
    const ran = autodev(tmp.path, 'diff', 'src/auth', '--json');
    assert.deepEqual(
      [ran.code, answer('diff', ran)],
      [
        3,
        {
          dir: 'src/auth',
          added: ['Claims'],
          removed: ['revoke'],
          modified: [
            {
              name: 'validate',
              before: 'validate(token: string): Claims',
              after: 'function validate(token: string, strict: boolean): Claims',
              breaking: true,
              reasons: ['required parameter strict added'],
            },
          ],
          breaking: true,
        },
      ],
    );
    assert.match(
      autodev(tmp.path, 'diff', 'src/auth').out,
      /\+ Claims\n- revoke\n~ validate: required parameter strict added \(breaking\)/,
    );
    write(tmp.path, {
      'src/auth/CLAUDE.md': auth('validate(token: string): Claims'),
      'src/auth/token.ts':
        'export function validate(token: string, strict = false): Claims { return x }\nexport type Claims = 1;',
    });
    const mild = autodev(tmp.path, 'diff', 'src/auth', '--json');
    assert.deepEqual([mild.code, (answer('diff', mild) as { breaking: boolean }).breaking], [0, false]);
  });

  test('drift: a good project exits with 0, one that drifted with 3, in the shape of the page', async () => {
    await using tmp = await tmpdir({ git: true });
    write(tmp.path, FILES);
    const bad = autodev(tmp.path, 'drift', '--json');
    const { modules } = answer('drift', bad) as {
      modules: { dir: string; status: string; issues: { kind: string; line: number }[] }[];
    };
    assert.deepEqual(
      [bad.code, modules.map(({ dir, status }) => [dir, status])],
      [3, [['src/auth', 'needs_work']]],
    );
    assert.deepEqual(
      modules[0]?.issues.map(({ kind, line }) => [kind, line]),
      [
        ['MISMATCH', 7],
        ['STALE', 8],
        ['MISSING', 6],
      ],
    );
    write(tmp.path, {
      'src/auth/CLAUDE.md': auth('validate', 'Claims'),
    });
    const good = autodev(tmp.path, 'drift', 'src', '--json');
    assert.deepEqual(
      [good.code, answer('drift', good)],
      [0, { modules: [{ dir: 'src/auth', status: 'good', export_coverage: 100, issues: [] }] }],
    );
    assert.match(autodev(tmp.path, 'drift', 'src/auth').out, /^src\/auth: good, 100 %/);
  });

  test('status: the shape of the page, the same when asked again, and nothing written to the work tree', async () => {
    await using tmp = await tmpdir({ git: true });
    write(tmp.path, { ...FILES, 'src/new/CLAUDE.md': '1', 'src/old/CLAUDE.md': '1', 'src/old/a.ts': '1' });
    commit(tmp.path, 1_600_000_000);
    write(tmp.path, { 'src/old/CLAUDE.md': '2' });
    commit(tmp.path, 1_600_000_100);
    const expected = {
      targets: [
        { dir: 'src/new', reasons: ['no_source'], mode: 'create' },
        { dir: 'src/old', reasons: ['outdated'], mode: 'update' },
      ],
      up_to_date: ['src/auth'],
    };
    for (let time = 0; time < 3; time += 1) {
      const ran = autodev(tmp.path, 'status', '--json');
      assert.deepEqual([ran.code, answer('status', ran)], [0, expected]);
    }
    assert.deepEqual(readdirSync(tmp.path).sort(), ['.git', 'src']);
    assert.match(
      autodev(tmp.path, 'status').out,
      /create {2}src\/new {2}\(no_source\)\nupdate {2}src\/old {2}\(outdated\)\n2 to compile, 1 up to date/,
    );
  });

  test('a missing folder exits with 4, a missing argument and an unknown option with 2', async () => {
    await using tmp = await tmpdir({ git: true });
    write(tmp.path, { 'src/a.ts': '' });
    for (const command of ['exports', 'diff', 'drift'])
      assert.equal(autodev(tmp.path, command, 'nowhere').code, 4, command);
    assert.equal(autodev(tmp.path, 'diff', 'src').code, 4, 'a folder without a CLAUDE.md');
    assert.equal(autodev(tmp.path, 'status', '--root', 'nowhere').code, 4);
    for (const command of ['exports', 'diff']) assert.equal(autodev(tmp.path, command).code, 2, command);
    assert.equal(autodev(tmp.path, 'status', '--fast').code, 2);
    assert.equal(
      autodev(tmp.path, 'exports', '..', '--root', tmp.path).code,
      3,
      'a folder outside of the root',
    );
  });
});
