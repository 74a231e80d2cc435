import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { claudeMd, type ModuleText } from '../../../test/support/spec-project.ts';
import { impactOf } from '../impact/impact.ts';
import { Source } from '../parse/blocks/source.ts';
import type { Modules } from '../symbols/modules.ts';
import { ModuleRecords } from '../symbols/module-records.ts';
import { Packer } from '../symbols/packer.ts';
import { moduleRecord } from '../symbols/read-record.ts';
import { dot, mermaid } from './draw.ts';
import { dependencyGraph } from './graph.ts';

function modules(parts: Readonly<Record<string, ModuleText>>): Modules {
  const packer = new Packer();
  const packed = new Map(
    Object.entries(parts).map(([dir, text]) => [
      dir,
      moduleRecord(dir, new Source(claudeMd(dir, text)), packer),
    ]),
  );
  return new ModuleRecords([...packed.keys()].sort(), packed);
}
const graphOf = (parts: Readonly<Record<string, ModuleText>>, files: readonly string[] = []) =>
  dependencyGraph(modules(parts), (path) => files.includes(path));

const f = '- `f(): void`\n- `g(): void`';

describe('the dependency graph', () => {
  test('has an edge for declared dependencies and for references, with the symbols they name', () => {
    const { nodes, edges, violations } = graphOf({
      'src/auth': { exports: f },
      'src/api': { dependencies: '- internal: ../auth', context: 'src/auth/CLAUDE.md#f' },
      'src/web': { dependencies: '### Internal\n- `src/auth/CLAUDE.md#g` - x\n- `./own` - y' },
    });
    assert.deepEqual(nodes[1], { dir: 'src/auth', summary: 'About src/auth.', exports: ['f', 'g'] });
    assert.deepEqual(edges, [
      { from: 'src/api', to: 'src/auth', symbols: ['f'], valid: true },
      { from: 'src/web', to: 'src/auth', symbols: ['g'], valid: true },
    ]);
    assert.deepEqual(violations, []);
  });

  test('takes a path inside a module for that module, when it is there', () => {
    const parts = {
      'src/utils': { exports: f },
      'src/api': { dependencies: '- internal: ../utils/crypto\n- internal: ../utils/gone' },
    };
    assert.deepEqual(graphOf({ ...parts, src: {} }, ['src/utils/crypto']).edges, [
      { from: 'src/api', to: 'src/utils', symbols: [], valid: true },
      { from: 'src/api', to: 'src/utils/gone', symbols: [], valid: false },
    ]);
  });

  test('calls what is not there by its name', () => {
    const { edges, violations } = graphOf({
      a: { dependencies: '- internal: b/CLAUDE.md#nope\n- internal: c' },
      b: { exports: f },
    });
    assert.deepEqual(
      edges.map(({ valid }) => valid),
      [false, false],
    );
    assert.deepEqual(
      violations.map(({ kind, from, to, symbols, line }) => [kind, from, to, symbols, line]),
      [
        ['unknown_symbol', 'a', 'b', ['nope'], 18],
        ['missing_module', 'a', 'c', [], 19],
      ],
    );
  });

  test('knows the boundaries: no parent, no submodule of another module', () => {
    const uses = (path: string) => ({ dependencies: `- internal: ${path}` });
    const kinds = (from: string, to: string) =>
      graphOf({
        auth: {},
        'auth/jwt': {},
        'auth/jwt/keys': {},
        'auth/saml': {},
        api: {},
        'api/v1': {},
        [from]: uses(to),
      }).violations.map(({ kind }) => kind);
    assert.deepEqual(kinds('auth', 'auth/jwt'), []);
    assert.deepEqual(kinds('auth/jwt', 'auth/saml'), []);
    assert.deepEqual(kinds('api/v1', 'auth'), []);
    assert.deepEqual(kinds('api', 'auth/jwt'), ['submodule']);
    assert.deepEqual(kinds('auth', 'auth/jwt/keys'), ['submodule']);
    assert.deepEqual(kinds('auth/jwt', 'auth'), ['parent']);
  });

  test('finds cycles, each once, also long ones', () => {
    const chain: Record<string, ModuleText> = {};
    for (let i = 0; i < 5_000; i += 1) chain[`m${i}`] = { dependencies: `- internal: m${(i + 1) % 5_000}` };
    assert.equal(graphOf(chain).cycles[0]?.length, 5_000);
    const { cycles } = graphOf({
      a: { dependencies: '- internal: b' },
      b: { dependencies: '- internal: c\n- internal: a' },
      c: { dependencies: '- internal: d' },
      d: { context: 'c/CLAUDE.md#missing' },
    });
    assert.deepEqual(cycles, [
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  test('is drawn as Mermaid and as DOT, with names that need quoting', () => {
    const graph = graphOf({
      'a "b"': { dependencies: '- internal: `c/CLAUDE.md#f` - x\n- internal: gone' },
      c: { exports: f },
    });
    assert.equal(
      mermaid(graph),
      'graph LR\n  m0["a #34;b#34;"]\n  m1["c"]\n  m2["gone"]\n  m0 -->|"f"| m1\n  m0 -.-> m2\n',
    );
    assert.match(
      dot(graph),
      /"a \\"b\\"" -> "c" \[label="f"\];\n {2}"a \\"b\\"" -> "gone" \[style=dashed, color=red\];/,
    );
  });
});

describe('impact', () => {
  const graph = graphOf({
    core: { exports: f },
    auth: { exports: '- `login(): void`', dependencies: '- internal: `core/CLAUDE.md#f` - x' },
    api: { dependencies: '- internal: core', context: 'auth/CLAUDE.md#login' },
    web: { dependencies: '- internal: api' },
    job: { dependencies: '- internal: `core/CLAUDE.md#g` - x\n- internal: loop' },
    loop: { dependencies: '- internal: job' },
    other: {},
  });

  test('of a module are its users, and theirs', () => {
    assert.deepEqual(impactOf(graph, 'core'), {
      source: 'core',
      direct: ['api', 'auth', 'job'],
      transitive: ['loop', 'web'],
      cycles: [['job', 'loop']],
    });
    assert.deepEqual(impactOf(graph, './auth/'), {
      source: 'auth',
      direct: ['api'],
      transitive: ['web'],
      cycles: [],
    });
  });

  test('of a symbol are the modules that name it, or use its module as a whole', () => {
    assert.deepEqual(impactOf(graph, 'core/CLAUDE.md#f').direct, ['api', 'auth']);
    assert.deepEqual(impactOf(graph, 'g').direct, ['api', 'job']);
    assert.deepEqual(impactOf(graph, 'login').transitive, ['web']);
  });

  test('inside a cycle does not name the source itself', () => {
    assert.deepEqual(impactOf(graph, 'job'), {
      source: 'job',
      direct: ['loop'],
      transitive: [],
      cycles: [['job', 'loop']],
    });
  });

  test('of something unknown is an error that says what is close', () => {
    assert.throws(() => impactOf(graph, 'logi'), { code: 'not_found', hint: 'close to it: login' });
    assert.throws(() => impactOf(graph, 'auth/CLAUDE.md#nope'), { code: 'not_found' });
    assert.throws(() => impactOf(graph, 'nowhere/CLAUDE.md#x'), { code: 'not_found' });
  });
});
