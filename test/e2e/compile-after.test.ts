import assert from 'node:assert/strict';
import { globSync, readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { spec } from '../support/compile-increments.ts';
import { COMPILE_OUTPUTS } from '../support/compile-schemas.ts';
import { goodModel, openCompileWorld, type CompileWorld } from '../support/compile-world.ts';

const code = (name: string) => `export function ${name}(a: number): number {\n  return a + 1;\n}\n`;
const tests = (name: string) =>
  `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { ${name} } from './${name}.ts';\n\ntest('B1: one more', () => assert.equal(${name}(1), 2));\n`;

function model(
  name: string,
  green: Readonly<Record<string, string>> = { [`src/${name}/${name}.ts`]: code(name) },
): unknown[] {
  return goodModel(`src/${name}`, { red: { [`src/${name}/${name}.test.ts`]: tests(name) }, green });
}

interface Summary {
  modules: { target_dir: string; overwritten_files: string[] }[];
  validation: { rounds: number; status: string };
}

async function compiled(world: CompileWorld, ...words: string[]): Promise<Summary> {
  const done = await world.spec('compile', '--language', 'typescript', '--json', ...words);
  assert.equal(done.code, 0, done.err);
  return JSON.parse(done.out) as Summary;
}

describe('healing', () => {
  test('what this run made is written into its spec, and nothing else of it changes', async () => {
    await using world = await openCompileWorld();
    world.write({ 'package.json': '{"type":"module"}', 'src/inc/CLAUDE.md': spec('inc') });
    const made =
      'export function inc(a: number, by?: number): number {\n  return a + (by ?? 1);\n}\n\nexport const STEP = 1;\n';
    world.rules([
      {
        when: { role: 'compile-heal' },
        steps: [{ do: 'answer', value: { reason: 'callers need another step' } }],
      },
      ...model('inc', { 'src/inc/inc.ts': made, 'src/inc/more.ts': 'const hidden = 1;\nvoid hidden;\n' }),
    ]);
    const { validation } = await compiled(world);
    assert.deepEqual(validation, { rounds: 1, status: 'good' });
    assert.equal(
      world.read('src/inc/CLAUDE.md'),
      spec('inc')
        .replace('`inc(a: number): number`', '`function inc(a: number, by?: number): number`')
        .replace('number`\n\n## Behavior', 'number`\n\n### Variables\n\n- `const STEP = 1`\n\n## Behavior')
        .replace(
          '## Domain Context\nNone',
          '## Domain Context\n### Decision Rationale\n\n- more.ts, inc, STEP: callers need another step',
        )
        .replace('- inc.ts: the function\n', '- inc.ts: the function\n- more.ts: part of the module\n'),
    );
    const [file = ''] = globSync('.claude/tmp/*-compile-src-inc.json', { cwd: world.root });
    assert.deepEqual(
      [...(JSON.parse(world.read(file)) as { generated_files: string[] }).generated_files].sort(),
      ['src/inc/inc.test.ts', 'src/inc/inc.ts', 'src/inc/more.ts'],
      'what was written before healing is part of the result',
    );
    const sessions = world.sessions().length;
    await compiled(world);
    assert.equal(world.sessions().length, sessions, 'a healed module is finished');
  });

  test('whatever this run made has its reason in Domain Context; without one the spec is healed and that is told', async () => {
    await using world = await openCompileWorld();
    world.write({
      'package.json': '{"type":"module"}',
      'src/inc/CLAUDE.md': spec('inc'),
      'src/mute/CLAUDE.md': spec('mute'),
    });
    const more = (name: string) => ({
      [`src/${name}/${name}.ts`]: `${code(name)}\nexport const STEP = 1;\n`,
    });
    world.rules([
      {
        when: { role: 'compile-heal', prompt: 'src/inc\n' },
        steps: [{ do: 'answer', value: { reason: 'the step\nhas a name' } }],
      },
      { when: { role: 'compile-heal' }, steps: [{ do: 'answer', value: { why: 1 } }] },
      ...model('inc', more('inc')),
      ...model('mute', more('mute')),
    ]);
    const done = await world.spec('compile', '--language', 'typescript', '--json');
    assert.equal(done.code, 0, done.err);
    assert.deepEqual((JSON.parse(done.out) as Summary).validation, { rounds: 1, status: 'good' });
    assert.match(world.read('src/inc/CLAUDE.md'), /### Decision Rationale\n\n- STEP: the step has a name\n/);
    for (const name of ['inc', 'mute'])
      assert.match(world.read(`src/${name}/CLAUDE.md`), /- `const STEP = 1`\n/, name);
    assert.match(world.read('src/mute/CLAUDE.md'), /## Domain Context\nNone\n/);
    assert.match(done.err, /⚠ src\/mute: Domain Context does not say why/);
  });

  const old = {
    'package.json': '{"type":"module"}',
    'src/inc/CLAUDE.md': spec('inc'),
    'src/inc/inc.ts': `${code('inc')}\nexport function legacy(): void {}\n`,
    'src/inc/inc.test.ts': tests('inc'),
  };

  test('older code is a question, and each answer does what it says', async () => {
    await using left = await openCompileWorld();
    left.write(old);
    left.rules(model('inc'));
    assert.deepEqual((await compiled(left, '--heal', 'ignore')).validation, { rounds: 0, status: 'warning' });
    assert.equal(left.read('src/inc/CLAUDE.md'), spec('inc'));
    assert.equal(left.read('src/inc/inc.ts'), old['src/inc/inc.ts']);
    assert.deepEqual(left.sessions(), [], 'tests are there and pass: nothing was to be written');
    assert.deepEqual((await compiled(left)).validation, { rounds: 0, status: 'warning' }, 'it is told again');
    assert.equal(left.read('src/inc/CLAUDE.md'), spec('inc'));
    assert.deepEqual((await compiled(left, '--heal', 'spec')).validation, { rounds: 1, status: 'good' });
    assert.match(left.read('src/inc/CLAUDE.md'), /- `function legacy\(\): void`\n/);

    await using fitted = await openCompileWorld();
    fitted.write(old);
    fitted.rules(model('inc'));
    assert.deepEqual((await compiled(fitted, '--heal', 'spec')).validation, { rounds: 1, status: 'good' });
    assert.match(fitted.read('src/inc/CLAUDE.md'), /- `function legacy\(\): void`\n/);
    assert.equal(fitted.read('src/inc/inc.ts'), old['src/inc/inc.ts']);

    await using mended = await openCompileWorld();
    mended.write(old);
    mended.rules(model('inc'));
    const { validation, modules } = await compiled(mended, '--heal', 'code');
    assert.deepEqual(validation, { rounds: 1, status: 'good' });
    assert.deepEqual(modules[0]?.overwritten_files, ['src/inc/inc.ts']);
    assert.equal(mended.read('src/inc/inc.ts'), code('inc'));
    assert.equal(mended.read('src/inc/CLAUDE.md'), spec('inc'));
  });

  test('what does not heal ends after three rounds in a warning, with the compile complete', async () => {
    await using world = await openCompileWorld();
    const promised = spec('inc').replace('### Functions\n', '### Functions\n- `dec(a: number): number`\n');
    world.write({ ...old, 'src/inc/CLAUDE.md': promised, 'src/inc/inc.ts': code('inc') });
    world.rules(model('inc'));
    const { validation } = await compiled(world, '--heal', 'code');
    assert.deepEqual(validation, { rounds: 3, status: 'warning' });
    const sessions = world.sessions().length;
    const again = await compiled(world, '--heal', 'code');
    assert.deepEqual(again.validation, { rounds: 0, status: 'warning' });
    assert.equal(world.sessions().length, sessions, 'what was tried is not paid again');
  });
});

test('killed in the middle of eight modules: finished steps are not paid again, no half-written file stays', async () => {
  await using world = await openCompileWorld({ idleSecs: 120 });
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((letter) => `inc${letter}`);
  world.write({ 'package.json': '{"type":"module"}' });
  for (const name of names) world.write({ [`src/${name}/CLAUDE.md`]: spec(name) });
  world.rules([
    {
      when: { role: 'compile-green', prompt: 'src/inc[e-h]\n' },
      times: 1,
      perFolder: true,
      steps: [{ do: 'wait', ms: 60_000 }],
    },
    ...names.flatMap((name) => model(name)),
  ]);
  const words = ['compile', '--language', 'typescript', '--jobs', '8', '--json'];
  const { child, said } = world.start(...words);
  // The other four have paid for everything before GREEN, which holds them.
  const held = () => names.slice(4).every((name) => world.sessions().includes(`compile-green src/${name}`));
  while (!names.slice(0, 4).every((name) => world.has(`src/${name}/${name}.ts`)) || !held()) {
    assert.equal(child.exitCode, null, 'it must still be at work');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill('SIGKILL');
  await said;
  const before = world.sessions();
  world.rules(names.flatMap((name) => model(name)));
  const done = await world.spec(...words);
  assert.equal(done.code, 0, done.err);
  const counts = new Map<string, number>();
  for (const one of world.sessions()) counts.set(one, (counts.get(one) ?? 0) + 1);
  for (const one of before.filter((session) => !session.startsWith('compile-green')))
    if (/inc[e-h]$/.test(one)) assert.equal(counts.get(one), 1, `${one} was paid twice`);
  for (const name of names) {
    assert.equal(world.read(`src/${name}/${name}.ts`), code(name));
    assert.deepEqual(
      readdirSync(`${world.root}/src/${name}`).sort(),
      ['CLAUDE.md', 'IMPLEMENTS.md', `${name}.test.ts`, `${name}.ts`].sort(),
    );
  }
});

test('decompile drafts valid specs whose compile has nothing to do', async () => {
  await using world = await openCompileWorld();
  world.write({
    'package.json': '{"type":"module","dependencies":{"zod":"4"}}',
    'src/inc/inc.ts': `import { z } from 'zod';\nimport { base } from '../base/base.ts';\n\nexport type Step = z.infer<typeof step>;\nexport const step = z.number();\nexport class Counter {\n  next(): number {\n    return base + 1;\n  }\n}\n`,
    'src/base/base.ts': 'export const base = 1;\n',
  });
  const described = {
    purpose: '# Counts',
    summary: 'Counts up.',
    behaviors: [{ input: 'a call -> again', output: 'one more', category: 'success' }],
    contracts: [],
    domain_context: { decision_rationale: [], constraints: [], compatibility: [] },
    questions: ['why one?'],
  };
  world.rules([{ when: { role: 'decompiler' }, steps: [{ do: 'answer', value: described }] }]);
  const done = await world.spec('decompile', '--json');
  assert.equal(done.code, 0, done.err);
  const { modules } = COMPILE_OUTPUTS.decompile.parse(JSON.parse(done.out));
  assert.deepEqual(modules.map(({ dir }) => dir).sort(), ['src/base', 'src/inc']);
  assert.equal((await world.spec('validate', '--json')).code, 0);
  const drift = JSON.parse((await world.spec('drift', '--json')).out) as {
    modules: { dir: string; export_coverage: number; issues: { section: string }[] }[];
  };
  for (const { dir, export_coverage, issues } of drift.modules) {
    assert.equal(export_coverage, 100, dir);
    assert.deepEqual(
      issues.filter(({ section }) => section !== 'Behavior'),
      [],
      world.read(`${dir}/CLAUDE.md`),
    );
  }
  const plan = JSON.parse((await world.spec('compile', '--dry-run', '--json')).out) as {
    targets: unknown[];
    up_to_date: string[];
  };
  assert.deepEqual([plan.targets, plan.up_to_date], [[], ['src/base', 'src/inc']]);
});
