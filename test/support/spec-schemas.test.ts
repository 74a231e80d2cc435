import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { COMPILE_OUTPUTS, type compileResult, type redResult } from './compile-schemas.ts';
import { randomSpec, seeded } from './spec-samples.ts';
import type { DependencyGraph } from '../../src/spec/graph/graph.ts';
import type { Impact } from '../../src/spec/impact/impact.ts';
import type { FileMigration } from '../../src/spec/migrate/project.ts';
import type { CompileResult, RedResult } from '../../src/spec/compile/result.ts';
import { parseSpec } from '../../src/spec/parse/parse.ts';
import { OUTPUTS } from './spec-schemas.ts';
import type { ClaudeMdSpec } from '../../src/spec/spec.ts';
import type { IndexedReference, SymbolIndex } from '../../src/spec/symbols/index.ts';
import type { IndexedSymbol } from '../../src/spec/symbols/symbol.ts';
import type { ModuleTree } from '../../src/spec/tree/tree.ts';
import type { Validation } from '../../src/spec/validate/validate.ts';

type Agrees<T extends true> = T;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Optional<T> = T extends (infer I)[]
  ? Optional<I>[]
  : T extends object
    ? { [K in keyof T]: Optional<Exclude<T[K], undefined>> }
    : T;

/** The schemas and the types of the code say the same, or this does not compile. */
type Out<K extends keyof typeof OUTPUTS> = Optional<z.infer<(typeof OUTPUTS)[K]>>;
type SchemasAgree = [
  Agrees<Same<Out<'parse'>, Optional<ClaudeMdSpec>>>,
  Agrees<Same<Out<'validate'>, Optional<Validation>>>,
  Agrees<Same<Out<'index'>, Optional<SymbolIndex>>>,
  Agrees<Same<Out<'index-find'>, Optional<IndexedSymbol[]>>>,
  Agrees<Same<Out<'index-references'>, Optional<IndexedReference[]>>>,
  Agrees<Same<Out<'graph'>, Optional<DependencyGraph>>>,
  Agrees<Same<Out<'impact'>, Optional<Impact>>>,
  Agrees<Same<Out<'migrate'>, Optional<FileMigration[]>>>,
  Agrees<Same<Out<'tree'>, Optional<ModuleTree>>>,
  Agrees<Same<z.infer<typeof compileResult>, CompileResult>>,
  Agrees<Same<z.infer<typeof redResult>, RedResult>>,
];
const agree: SchemasAgree | undefined = undefined;

describe('the JSON Schemas in docs/schemas', () => {
  for (const [name, schema] of Object.entries({ ...OUTPUTS, ...COMPILE_OUTPUTS })) {
    test(`of ${name} is what the code says (else run docs/schemas/generate.mjs)`, async () => {
      const written = await readFile(
        new URL(`../../docs/schemas/spec-${name}.json`, import.meta.url),
        'utf8',
      );
      assert.deepEqual(JSON.parse(written), { title: `autodev spec ${name}`, ...z.toJSONSchema(schema) });
    });
  }

  test('hold for every spec', () => {
    assert.equal(agree, undefined);
    const random = seeded(41);
    for (let i = 0; i < 300; i += 1) OUTPUTS.parse.parse(parseSpec(randomSpec(random)).spec);
  });
});
