import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { bytes, code, compiled, dirs, git, model, spec, tests } from '../support/compile-increments.ts';
import { goodModel, openCompileWorld } from '../support/compile-world.ts';

describe('a module that was compiled and whose spec has changed', () => {
  test('gets tests of the changed clause, then code; its own files are rewritten, and the next run does nothing', async () => {
    await using world = await openCompileWorld();
    world.write({ 'package.json': '{"type":"module"}', 'src/inc/CLAUDE.md': spec('inc') });
    world.rules(model('inc'));
    const first = await compiled(world, '--language', 'typescript');
    assert.equal(first.cost_usd, 0.05);
    const sessions = world.sessions().length;

    world.write({ 'src/inc/CLAUDE.md': spec('inc', { behavior: '- a number → two more' }) });
    world.rules(model('inc', 2));
    const second = await compiled(world);
    assert.deepEqual(
      second.modules
        .filter((one) => 'tests' in one)
        .map(({ generated_files, skipped_files, overwritten_files, tests: run }) => [
          generated_files,
          skipped_files,
          overwritten_files,
          run,
        ]),
      [
        [
          ['src/inc/inc.test.ts', 'src/inc/inc.ts'],
          [],
          ['src/inc/inc.test.ts', 'src/inc/inc.ts'],
          { total: 1, passed: 1, failed: 0 },
        ],
      ],
    );
    assert.equal(world.read('src/inc/inc.ts'), code('inc', 2));
    assert.deepEqual(world.sessions().slice(sessions), [
      'compile-red src/inc',
      'test-reviewer src/inc',
      'compile-green src/inc',
      'compile-refactor src/inc',
      'compile-notes src/inc',
    ]);

    const before = bytes(world.root);
    const count = world.sessions().length;
    assert.deepEqual([(await compiled(world)).skipped, world.sessions().length], [1, count]);
    assert.deepEqual(bytes(world.root), before, 'not a byte');

    world.write({
      'src/inc/CLAUDE.md': spec('inc', { behavior: '- a number → two more' }).replace('About', 'All about'),
    });
    assert.deepEqual(dirs(await compiled(world)), ['src/inc']);
    assert.equal(world.sessions().length, count, 'no clause changed and all tests pass: nothing is written');
  });

  test('somebody else’s files are skipped or overwritten, as --conflict says', async () => {
    const old = 'export function inc(a: number): number {\n  return a;\n}\n';
    for (const [mode, skipped, overwritten, text] of [
      ['skip', ['src/inc/inc.ts'], [], old],
      ['overwrite', [], ['src/inc/inc.ts'], code('inc', 1)],
    ] as const) {
      await using world = await openCompileWorld();
      world.write({
        'package.json': '{"type":"module"}',
        'src/inc/CLAUDE.md': spec('inc'),
        'src/inc/inc.ts': old,
      });
      world.rules(model('inc'));
      const done = await world.spec('compile', '--conflict', mode);
      assert.equal(done.code, 0, done.err);
      const list = (paths: readonly string[]) => JSON.stringify(paths);
      assert.ok(done.out.includes(`skipped_files: ${list(skipped)}\n`), done.out);
      if (overwritten.length > 0) {
        assert.ok(done.out.includes(`overwritten_files: ${list(overwritten)}\n`), done.out);
        assert.match(done.out, /^↻ Overwriting: src\/inc\/inc\.ts$/m);
      } else assert.match(done.out, /^⏭ Skipped: src\/inc\/inc\.ts$/m);
      assert.equal(world.read('src/inc/inc.ts'), text);
      assert.match(done.out, mode === 'skip' ? /^status: warning$/m : /^status: success$/m);
    }
  });
});

test('incremental: one of a hundred specs changed → one module; --cascade → those that use what changed', async () => {
  await using world = await openCompileWorld();
  const names = Array.from({ length: 100 }, (_, at) => `mod${at}`);
  const uses = (symbol: string) => `\n## Dependencies\n- internal: \`src/mod0/CLAUDE.md#${symbol}\`\n`;
  const more: Record<string, string> = { mod1: uses('mod0'), mod2: uses('other') };
  const two = spec('mod0').replace('number`\n\n## Behavior', 'number`\n- `other(): number`\n\n## Behavior');
  const withOther = (by: number) =>
    `${code('mod0', by)}\nexport function other(): number {\n  return 1;\n}\n`;
  world.write({
    'package.json': '{"type":"module"}',
    'code-convention.md': 'Plain.\n',
    '.gitignore': '.claude\n',
  });
  for (const name of names)
    world.write({
      [`src/${name}/CLAUDE.md`]: name === 'mod0' ? two : spec(name, { more: more[name] ?? '' }),
      [`src/${name}/IMPLEMENTS.md`]: '# how\n',
      [`src/${name}/${name}.ts`]: name === 'mod0' ? withOther(1) : code(name, 1),
      [`src/${name}/${name}.test.ts`]: tests(name, 1),
    });
  git(world.root, 'init', '-q');
  git(world.root, 'add', '.');
  git(world.root, 'commit', '-qm', 'all');
  world.rules(names.flatMap((name) => model(name)));
  assert.deepEqual([(await compiled(world, '--incremental')).total, world.sessions()], [0, []]);

  world.write({
    'src/mod0/CLAUDE.md': two.replace('mod0(a: number): number', 'mod0(a: number, b: number): number'),
  });
  const plan = async (...words: string[]) => {
    const { out } = await world.spec('compile', '--incremental', '--dry-run', '--json', ...words);
    return (JSON.parse(out) as { targets: { dir: string; reasons: string[] }[] }).targets;
  };
  assert.deepEqual(await plan().then((all) => all.map(({ dir, reasons }) => [dir, reasons])), [
    ['src/mod0', ['uncommitted']],
  ]);
  assert.deepEqual(await plan('--cascade').then((all) => all.map(({ dir }) => dir)), [
    'src/mod0',
    'src/mod1',
  ]);

  world.rules([
    ...goodModel('src/mod0', {
      green: { 'src/mod0/mod0.ts': withOther(1).replace('(a: number)', '(a: number, _b: number)') },
      red: {},
    }),
    ...names.flatMap((name) => model(name)),
  ]);
  const done = await compiled(world, '--incremental', '--conflict', 'overwrite', '--heal', 'ignore');
  assert.deepEqual(dirs(done), ['src/mod0']);
  assert.deepEqual(
    done.impact.map(({ source, direct }) => [source, direct]),
    [['src/mod0', ['src/mod1', 'src/mod2']]],
  );

  git(world.root, 'commit', '-qam', 'mod0');
  rmSync(join(world.root, 'src/mod9/mod9.ts'));
  world.write({ 'src/mod8/CLAUDE.md': spec('mod8').replace('About', 'All about') });
  git(world.root, 'commit', '-qam', 'mod8 and mod9');
  world.write({ 'src/mod9/IMPLEMENTS.md': '# how else\n' });
  assert.deepEqual(await plan().then((all) => all.map(({ dir, reasons }) => [dir, reasons])), [
    ['src/mod8', ['outdated']],
    ['src/mod9', ['uncommitted', 'no_source']],
  ]);
  const last = await compiled(world, '--incremental');
  assert.deepEqual([last.created, last.updated], [1, 1], 'deleted source is made anew');
  assert.equal(world.read('src/mod9/mod9.ts'), code('mod9', 1));
});
