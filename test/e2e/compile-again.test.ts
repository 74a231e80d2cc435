import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { COMPILE_OUTPUTS } from '../support/compile-schemas.ts';
import { bytes, code, compiled, dirs, git, model, spec, tests } from '../support/compile-increments.ts';
import { openCompileWorld, type CompileWorld } from '../support/compile-world.ts';

interface Status {
  targets: { dir: string; reasons: string[]; mode: string }[];
  up_to_date: string[];
}

/** What `spec status` and a dry run of the incremental compile say: they have to agree. */
async function targets(world: CompileWorld): Promise<Status['targets']> {
  const status = JSON.parse((await world.spec('status', '--json')).out) as Status;
  const dry = await world.spec('compile', '--incremental', '--dry-run', '--json');
  const plan = COMPILE_OUTPUTS['compile-dry-run'].parse(JSON.parse(dry.out));
  assert.deepEqual(
    status.targets,
    plan.targets.map(({ dir, reasons, mode }) => ({ dir, reasons, mode })),
    dry.err,
  );
  return status.targets;
}

test('all three reasons at once are compiled, each as its reason wants; then status, a dry run and a second run find nothing to do', async () => {
  await using world = await openCompileWorld();
  const more = { behavior: '- a number → two more' };
  world.write({
    'package.json': '{"type":"module"}',
    '.gitignore': '.claude/\n',
    'code-convention.md': 'Two spaces.\n',
    'src/old/CLAUDE.md': spec('old'),
    'src/open/CLAUDE.md': spec('open'),
    'src/same/CLAUDE.md': spec('same'),
  });
  world.rules(['old', 'open', 'same'].flatMap((name) => model(name)));
  await compiled(world, '--language', 'typescript');
  git(world.root, 'init', '-q');
  git(world.root, 'add', '.');
  git(world.root, 'commit', '-qm', 'all');
  world.write({ 'src/old/CLAUDE.md': spec('old', more), 'src/none/CLAUDE.md': spec('none') });
  git(world.root, 'add', '.');
  git(world.root, 'commit', '-qm', 'specs only');
  world.write({ 'src/open/CLAUDE.md': spec('open', more) });
  assert.deepEqual(await targets(world), [
    { dir: 'src/none', reasons: ['no_source'], mode: 'create' },
    { dir: 'src/old', reasons: ['outdated'], mode: 'update' },
    { dir: 'src/open', reasons: ['uncommitted'], mode: 'update' },
  ]);
  world.rules([...model('none'), ...model('old', 2), ...model('open', 2)]);
  const done = await compiled(world, '--incremental');
  assert.deepEqual(
    [dirs(done).sort(), done.created, done.updated],
    [['src/none', 'src/old', 'src/open'], 1, 2],
  );
  assert.equal(world.read('src/old/old.ts'), code('old', 2));

  assert.deepEqual(await targets(world), []);
  const before = bytes(world.root);
  const sessions = world.sessions().length;
  assert.deepEqual(dirs(await compiled(world, '--incremental')), []);
  assert.equal((await compiled(world)).skipped, 4);
  assert.deepEqual([world.sessions().length, bytes(world.root)], [sessions, before], 'no session, no write');
});

test('other conventions alone bring the code in line with them, by one session of REFACTOR each', async () => {
  await using world = await openCompileWorld();
  world.write({
    'package.json': '{"type":"module"}',
    'code-convention.md': 'Two spaces.\n',
    'src/inc/CLAUDE.md': spec('inc'),
  });
  world.rules(model('inc'));
  await compiled(world, '--language', 'typescript');
  git(world.root, 'init', '-q');
  git(world.root, 'add', '.');
  git(world.root, 'commit', '-qm', 'all');
  const sessions = world.sessions().length;
  const restyled = code('inc', 1).replaceAll('  ', '\t');
  const restyles = (text: string) => ({
    when: { role: 'compile-refactor' },
    steps: [
      { do: 'write', path: 'src/inc/inc.ts', text },
      { do: 'answer', value: { files: ['src/inc/inc.ts'], notes: '' } },
    ],
  });
  world.write({ 'code-convention.md': 'Tabs.\n' });
  const dry = await world.spec('compile', '--dry-run');
  assert.match(dry.out, /^1\. update src\/inc \(other conventions\), typescript: /);
  world.rules([restyles(restyled)]);
  const done = await compiled(world);
  assert.deepEqual(world.sessions().slice(sessions), ['compile-refactor src/inc']);
  assert.equal(world.read('src/inc/inc.ts'), restyled);
  assert.deepEqual(
    done.modules.map((one) => ('tests' in one ? [one.status, one.tests.passed] : [])),
    [['success', 1]],
  );
  assert.equal((await compiled(world)).skipped, 1);

  world.write({ 'code-convention.md': 'Four spaces.\n' });
  world.rules([restyles('export const inc = 1;\n')]);
  const broken = await world.spec('compile', '--json');
  assert.match(broken.err, /REFACTOR was rolled back: the tests no longer passed/);
  assert.equal(world.read('src/inc/inc.ts'), restyled, 'what breaks the tests is taken back');
});

test('a runner that cannot start is said for its module before anything is paid, and the others compile', async () => {
  await using world = await openCompileWorld();
  const isMissing = (program: string) => spawnSync(program, ['version']).error !== undefined;
  const rows: [dir: string, files: Record<string, string>, says: RegExp, asks: boolean][] = [
    [
      'web',
      { 'web/package.json': '{"type":"module","devDependencies":{"vitest":"3"}}' },
      /✖ web: the tests cannot run: vitest could not be started/,
      true,
    ],
    [
      'tool',
      { 'tool/go.mod': 'module tool\n\ngo 1.22\n', 'tool/old.go': 'package tool\n' },
      /✖ tool: the tests cannot run: go test could not be started[^✖]*\bgo\b/,
      isMissing('go'),
    ],
    [
      'app',
      { 'app/build.gradle.kts': 'plugins { kotlin("jvm") }\n', 'app/Old.kt': 'fun old() = 1\n' },
      /✖ app: the tests cannot run: gradle could not be started[^✖]*\bgradle\b/,
      isMissing('gradle'),
    ],
  ];
  const asked = rows.filter(([, , , asks]) => asks);
  world.write({ 'package.json': '{"type":"module"}', 'src/inc/CLAUDE.md': spec('inc') });
  for (const [dir, files] of asked) world.write({ ...files, [`${dir}/CLAUDE.md`]: spec(dir) });
  world.rules(model('inc'));
  const done = await world.spec('compile', '--language', 'typescript', '--json');
  assert.equal(done.code, 1, done.err);
  for (const [, , says] of asked) assert.match(done.err, says);
  assert.ok(
    world.sessions().every((one) => one.endsWith(' src/inc')),
    world.sessions().join('\n'),
  );
  assert.equal(world.read('src/inc/inc.test.ts'), tests('inc', 1));
  const { refused } = JSON.parse(done.out) as { refused: { dir: string }[] };
  assert.deepEqual(refused.map(({ dir }) => dir).sort(), asked.map(([dir]) => dir).sort());
});

test('decompile completes a CLAUDE.md that lacks sections, beside every byte of it, and leaves a whole one alone', async () => {
  await using world = await openCompileWorld();
  const mine = '# inc\n\nNotes of mine.\n\n## Purpose\nMy own words.\n';
  world.write({
    'package.json': '{"type":"module"}',
    'CLAUDE.md': 'Two spaces.\n',
    'src/inc/inc.ts': code('inc', 1),
    'src/inc/CLAUDE.md': mine,
    'src/whole/whole.ts': code('whole', 1),
    'src/whole/CLAUDE.md': spec('whole'),
    'src/bad/bad.ts': code('bad', 1),
    'src/bad/CLAUDE.md': '# bad\n\n## Purpose\nNone\n',
  });
  const described = {
    purpose: 'Theirs.',
    summary: 'Adds one.',
    behaviors: [{ input: 'a number', output: 'one more' }],
  };
  world.rules([{ when: { role: 'decompiler' }, steps: [{ do: 'answer', value: described }] }]);
  const done = await world.spec('decompile', '--json');
  assert.equal(done.code, 1, done.out);
  assert.match(done.err, /✖ src\/bad: it cannot be completed: CLAUDE\.md:3: Purpose needs real text/);
  const { modules } = COMPILE_OUTPUTS.decompile.parse(JSON.parse(done.out));
  assert.deepEqual(
    modules.map(({ dir, written }) => [dir, written]),
    [['src/inc', ['src/inc/CLAUDE.md', 'src/inc/IMPLEMENTS.md']]],
  );
  const text = world.read('src/inc/CLAUDE.md');
  assert.ok(text.startsWith(mine), text);
  assert.match(text, /## Summary\nAdds one\.\n[^]*- `function inc\(a: number\): number`/);
  assert.deepEqual(
    [world.read('src/whole/CLAUDE.md'), world.read('CLAUDE.md'), world.read('src/bad/CLAUDE.md')],
    [spec('whole'), 'Two spaces.\n', '# bad\n\n## Purpose\nNone\n'],
  );
  assert.equal((await world.spec('validate', 'src/inc', '--json')).code, 0);
  const dry = await world.spec('compile', '--path', 'src/inc', '--dry-run', '--json');
  assert.deepEqual(COMPILE_OUTPUTS['compile-dry-run'].parse(JSON.parse(dry.out)).up_to_date, ['src/inc']);
});
