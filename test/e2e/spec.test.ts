import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { OUTPUTS } from '../support/spec-schemas.ts';
import { claudeMd, writeProject } from '../support/spec-project.ts';
import { tmpdir } from '../support/tmpdir.ts';

const bin = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'bin');

const FILES = {
  'CLAUDE.md': claudeMd('root', { version: '1.0' }),
  'src/auth/CLAUDE.md': claudeMd('auth', {
    exports: '- `validateToken(token: string): Claims`',
    version: '1.0',
  }),
  'src/auth/token.ts': '',
  'src/api/CLAUDE.md': claudeMd('api', {
    behavior: '- request → response',
    dependencies: '- internal: ../auth',
    context: 'Uses src/auth/CLAUDE.md#validateToken.',
  }),
};

async function project(files: Readonly<Record<string, string>> = FILES) {
  const root = await tmpdir({ git: true });
  const home = await tmpdir();
  await writeProject(root.path, files);
  const call = (program: string, cwd: string, words: readonly string[]) => {
    const done = spawnSync(process.execPath, [join(bin, program), ...words], {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', HOME: home.path, AUTODEV_HOME: home.path },
    });
    return { code: done.status, out: done.stdout, err: done.stderr };
  };
  return {
    root: root.path,
    spec: (...words: string[]) => call('autodev.mjs', root.path, ['spec', ...words]),
    specFrom: (dir: string, ...words: string[]) =>
      call('autodev.mjs', join(root.path, dir), ['spec', ...words]),
    core: (...words: string[]) => call('claude-md-core.mjs', root.path, words),
    [Symbol.asyncDispose]: async () => {
      await root[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

describe('autodev spec', () => {
  test('prints what its schemas say, with exit code 0 when all is well', async () => {
    await using p = await project();
    const commands: Record<keyof typeof OUTPUTS, string[]> = {
      parse: ['parse', 'src/auth/CLAUDE.md'],
      validate: ['validate'],
      index: ['index'],
      'index-find': ['index', '--find', 'validateToken'],
      'index-references': ['index', '--references', 'src/auth/CLAUDE.md#validateToken'],
      graph: ['graph'],
      impact: ['impact', 'validateToken'],
      migrate: ['migrate', '--dry-run'],
      tree: ['tree'],
    };
    for (const [name, words] of Object.entries(commands)) {
      const { code, out, err } = p.spec(...words, '--json');
      assert.equal(code, 0, `${name}: ${err}`);
      OUTPUTS[name as keyof typeof OUTPUTS].parse(JSON.parse(out));
      const readable = p.spec(...words);
      assert.equal(readable.code, 0);
      assert.notEqual(readable.out, '', name);
    }
  });

  test('finds the root from a folder inside, and takes --root from anywhere', async () => {
    await using p = await project();
    const whole = p.spec('index', '--json').out;
    assert.equal(JSON.parse(whole).summary.total_modules, 3);
    assert.equal(p.specFrom('src/auth', 'index', '--json').out, whole);
    const part = p.spec('index', '--json', '--root', 'src').out;
    assert.equal(JSON.parse(part).symbols[0].anchor, 'auth/CLAUDE.md#validateToken');
    assert.equal(
      p.specFrom('src', 'impact', 'auth', '--json').out,
      p.spec('impact', 'src/auth', '--json').out,
    );
  });

  test('index lists the symbols, each with its place, kind and signature', async () => {
    await using p = await project();
    assert.match(
      p.spec('index').out,
      /^src\/auth\/CLAUDE\.md#validateToken:\d+ {2}function {2}.*validateToken/m,
    );
  });

  test('notes to agents in the root are no spec, unless they are named; without any spec that is said', async () => {
    await using p = await project({ 'CLAUDE.md': '# Ours\n\nUse tabs.\n' });
    const validated = p.spec('validate');
    assert.equal(validated.code, 0, validated.out);
    assert.match(validated.err, /no spec was found: autodev spec tree/);
    assert.equal(p.spec('validate', 'CLAUDE.md').code, 3);
    await using q = await project({
      ...FILES,
      'CLAUDE.md': '# Ours\n\n## Purpose\n\nA spec that is not whole.\n',
    });
    assert.equal(q.spec('validate').code, 3);
  });

  test('leaves git status as it was', async () => {
    await using p = await project();
    const status = () =>
      execFileSync('git', ['status', '--porcelain', '-uall'], { cwd: p.root, encoding: 'utf8' });
    const before = status();
    for (const words of [['index'], ['graph'], ['validate'], ['tree'], ['migrate', '--dry-run']])
      p.spec(...words);
    assert.equal(status(), before);
  });

  test('exits with 3 for findings that are errors, and still prints them', async () => {
    await using p = await project({
      ...FILES,
      'bad/CLAUDE.md': '# bad\n## Dependencies\n- internal: gone\n',
    });
    const parsed = p.spec('parse', 'bad/CLAUDE.md', '--json');
    assert.equal(parsed.code, 3);
    assert.equal(JSON.parse(parsed.out).name, 'bad');
    const { error } = JSON.parse(parsed.err);
    assert.match(error.message, /missing required sections: Purpose .*Summary .*Domain Context/);
    const validated = p.spec('validate', 'bad', '--json');
    assert.equal(validated.code, 3);
    assert.deepEqual(
      JSON.parse(validated.out).errors.map((finding: { error_type: string; file: string }) => [
        finding.error_type,
        finding.file,
      ]),
      [['MissingSection', 'bad/CLAUDE.md']],
    );
    for (const command of ['diff', 'drift', 'trace']) {
      const told = p.spec(command, 'bad', '--json');
      assert.deepEqual([command, told.code], [command, 3]);
      assert.equal(typeof JSON.parse(told.out), 'object');
      assert.match(JSON.parse(told.err).error.message, /missing required sections/);
    }
    const graph = p.spec('graph', '--json');
    assert.equal(graph.code, 3);
    assert.equal(JSON.parse(graph.out).violations[0].kind, 'missing_module');
  });

  test('takes warnings for errors only with --strict', async () => {
    await using p = await project({ 'CLAUDE.md': claudeMd('x', { behavior: '- no arrow' }) });
    assert.equal(p.spec('validate').code, 0);
    assert.equal(p.spec('validate', '--strict').code, 3);
    assert.equal(p.specFrom('..', 'validate', '--root', p.root, 'CLAUDE.md', '--strict').code, 3);
  });

  test('exits with 4 for what is not there and 2 for what cannot be meant', async () => {
    await using p = await project();
    for (const words of [
      ['parse', 'nope.md'],
      ['validate', 'nope'],
      ['impact', 'nope'],
      ['index', '--root', 'nope'],
    ])
      assert.equal(p.spec(...words).code, 4, words.join(' '));
    for (const words of [
      ['parse'],
      ['index', '--find', 'a', '--references', 'b'],
      ['graph', '--mermaid', '--dot'],
      ['graph', '--format', 'png'],
      ['nonsense'],
    ])
      assert.equal(p.spec(...words).code, 2, words.join(' '));
  });

  test('draws the graph', async () => {
    await using p = await project();
    assert.match(p.spec('graph', '--mermaid').out, /^graph LR\n/);
    assert.match(
      p.spec('graph', '--format', 'dot').out,
      /"src\/api" -> "src\/auth" \[label="validateToken"\];/,
    );
  });
});

describe('autodev spec migrate', () => {
  test('writes nothing in a dry run, everything once otherwise, and keeps permissions', async () => {
    await using p = await project();
    const file = join(p.root, 'src/auth/CLAUDE.md');
    await chmod(file, 0o600);
    const before = await readFile(file, 'utf8');
    const dry = JSON.parse(p.spec('migrate', '--dry-run', '--json').out);
    assert.deepEqual(
      dry.map((one: { file: string; migrated: boolean; changes: unknown[] }) => [
        one.file,
        one.migrated,
        one.changes.length,
      ]),
      [
        ['CLAUDE.md', false, 1],
        ['src/api/CLAUDE.md', false, 0],
        ['src/auth/CLAUDE.md', false, 2],
      ],
    );
    assert.equal(await readFile(file, 'utf8'), before);
    assert.equal(p.spec('migrate').code, 0);
    const after = await readFile(file, 'utf8');
    assert.match(
      after,
      /^<!-- schema: 2\.0 -->\n[^]*\n#### validateToken\n`validateToken\(token: string\): Claims`\n/,
    );
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const again = JSON.parse(p.spec('migrate', '--json').out);
    assert.ok(again.every((one: { migrated: boolean }) => !one.migrated));
    assert.equal(await readFile(file, 'utf8'), after);
  });

  test('touches no file outside the project, and none that is no text', async () => {
    await using p = await project();
    await using outside = await tmpdir();
    const foreign = join(outside.path, 'foreign.md');
    await writeFile(foreign, FILES['src/auth/CLAUDE.md']);
    await mkdir(join(p.root, 'link'));
    await symlink(foreign, join(p.root, 'link', 'CLAUDE.md'));
    await mkdir(join(p.root, 'binary'));
    const bytes = Buffer.concat([Buffer.from('## Exports\n- `a(): void`\n'), Buffer.from([0xff, 0xfe])]);
    await writeFile(join(p.root, 'binary', 'CLAUDE.md'), bytes);
    assert.equal(p.spec('migrate').code, 0);
    assert.equal(await readFile(foreign, 'utf8'), FILES['src/auth/CLAUDE.md']);
    assert.deepEqual(await readFile(join(p.root, 'binary', 'CLAUDE.md')), bytes);
  });
});

describe('claude-md-core', () => {
  test('knows the forms that agents use', async () => {
    await using p = await project();
    const parsed = p.core('parse-claude-md', '--file', 'src/auth/CLAUDE.md');
    assert.equal(parsed.code, 0);
    assert.equal(JSON.parse(parsed.out).exports.functions[0].name, 'validateToken');
    const found = p.core('symbol-index', '--root', '.', '--find', 'validateToken');
    assert.equal(JSON.parse(found.out)[0].module, 'src/auth');
    const references = p.core(
      'symbol-index',
      '--root',
      p.root,
      '--references',
      'src/auth/CLAUDE.md#validateToken',
    );
    assert.equal(JSON.parse(references.out)[0].from_module, 'src/api');
    assert.equal(JSON.parse(p.core('symbol-index', '--root', '.').out).summary.total_modules, 3);
    const migrated = p.core('migrate', '--root', '.', '--dry-run');
    assert.equal(JSON.parse(migrated.out).length, 3);
    assert.equal(p.core('parse-claude-md', '--file', 'src/auth/CLAUDE.md', '--output', 'out.json').out, '');
    assert.equal(JSON.parse(await readFile(join(p.root, 'out.json'), 'utf8')).name, 'auth');
  });

  test('has the same exit codes', async () => {
    await using p = await project({ 'CLAUDE.md': '# x\n' });
    assert.equal(p.core('parse-claude-md', '--file', 'nope').code, 4);
    assert.equal(p.core('parse-claude-md').code, 2);
    assert.equal(p.core('parse-claude-md', '--file', 'CLAUDE.md').code, 3);
  });
});
