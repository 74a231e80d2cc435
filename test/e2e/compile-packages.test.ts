/** Published packages whose sources this machine has: what is not installed is skipped. */
import assert from 'node:assert/strict';
import { cpSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { COMPILE_OUTPUTS } from '../support/compile-schemas.ts';
import { openCompileWorld } from '../support/compile-world.ts';

const modules = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'node_modules');
const debian = '/usr/lib/python3/dist-packages';

const PACKAGES: readonly [what: string, from: string][] = [
  ['TypeScript (zod)', join(modules, 'zod/src/v4/core')],
  ['JavaScript, CommonJS (pino)', join(modules, 'pino/lib')],
  ['JavaScript, ECMAScript modules (hono)', join(modules, 'hono/dist/router')],
  ['TypeScript, declarations (type-fest)', join(modules, 'type-fest/source/internal')],
  ['Python (PyYAML)', join(debian, 'yaml')],
  ['Python (blinker)', join(debian, 'blinker')],
  ['Go (git)', '/usr/share/doc/git/contrib/persistent-https'],
];

const DESCRIBED = {
  purpose: 'It is a package.',
  summary: 'A published package.',
  behaviors: [{ input: 'a call', output: 'an answer', category: 'success' }],
  contracts: [],
  domain_context: { decision_rationale: [], constraints: [], compatibility: [] },
  questions: [],
};

test('decompiled packages are valid, name every export, and leave compile nothing to do', async () => {
  await using world = await openCompileWorld();
  const there = PACKAGES.filter(([, from]) => existsSync(from));
  assert.ok(there.length >= 3, 'the npm packages are always there');
  world.write({ 'package.json': '{"type":"module"}' });
  for (const [at, [, from]] of there.entries())
    cpSync(from, join(world.root, 'packages', `p${at}`), {
      recursive: true,
      filter: (path) => !path.includes('__pycache__') && !path.endsWith('.so'),
    });
  world.rules([{ when: { role: 'decompiler' }, steps: [{ do: 'answer', value: DESCRIBED }] }]);
  const drafted = await world.spec('decompile', '--json');
  assert.equal(drafted.code, 0, drafted.err);
  const { modules: made } = COMPILE_OUTPUTS.decompile.parse(JSON.parse(drafted.out));
  assert.ok(made.length >= there.length);

  const valid = await world.spec('validate', '--json');
  assert.equal(valid.code, 0, valid.out);
  const drift = JSON.parse((await world.spec('drift', '--json')).out) as {
    modules: { dir: string; export_coverage: number; issues: { section: string; message: string }[] }[];
  };
  for (const { dir, export_coverage, issues } of drift.modules) {
    assert.equal(export_coverage, 100, dir);
    // There are no tests in a published package.
    assert.deepEqual(
      issues.filter(({ section }) => section !== 'Behavior'),
      [],
      dir,
    );
  }
  const traced = await world.spec('trace', '--json');
  assert.equal(traced.code, 3, 'clauses without a test are named');
  assert.equal(COMPILE_OUTPUTS.trace.parse(JSON.parse(traced.out)).modules.length, made.length);

  const sessions = world.sessions().length;
  const dry = await world.spec('compile', '--dry-run', '--json');
  const plan = COMPILE_OUTPUTS['compile-dry-run'].parse(JSON.parse(dry.out));
  assert.deepEqual([plan.targets, plan.refused], [[], []]);
  assert.deepEqual(plan.up_to_date, made.map(({ dir }) => dir).sort());
  assert.equal(world.sessions().length, sessions);
});
