import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exportsOf, listed } from '../../../../test/support/exports.ts';

describe('exports of TypeScript', () => {
  test('declarations keep their signature and lose their body', async () => {
    assert.deepEqual(
      await listed({
        'a.ts': `
export async function f<T extends (a: A) => B>(a: T, b = [1, "}{"], ...c: string[]): Promise<Map<string, T>> { return x }
export const g = async <T,>(q: T): Promise<T> => q;
export const h: (a: string) => void = (a) => {};
export const pair = (a: string): Pair => ({ a, b: '한' });
export const MAX = 3 as const, NAME: string = compute();
export type Id = string | number;
export interface Shape extends Base { area(scale?: number): number; name: string }
export enum Level { Low = 1, High }
export declare function outside(a: number): void;
export abstract class Store<T> extends Base implements Shape {
  static open(path: string): Store<string> { return x }
  get size(): number { return 1 }
  set size(value: number) {}
  abstract area(): number;
  handler = (event: Event): void => {};
  constructor(private readonly root: string) { super() }
  private secret() {}
  protected inner() {}
  #hidden() {}
  [Symbol.iterator]() {}
}
function notExported() {}`,
      }),
      [
        'function f | async function f<T extends (a: A) => B>(a: T, b = [1, "}{"], ...c: string[]): Promise<Map<string, T>>',
        'function g | const g = async <T,>(q: T): Promise<T>',
        'function h | const h: (a: string) => void = (a)',
        'function pair | const pair = (a: string): Pair',
        'variable MAX | const MAX = 3 as const',
        'variable NAME | const NAME: string',
        'type Id | type Id = string | number',
        'interface Shape | interface Shape extends Base { area(scale?: number): number; name: string }',
        'method Shape.area | area(scale?: number): number',
        'enum Level | enum Level { Low = 1, High }',
        'function outside | declare function outside(a: number): void',
        'class Store | abstract class Store<T> extends Base implements Shape',
        'method Store.open | static open(path: string): Store<string>',
        'method Store.size | get size(): number',
        'method Store.area | abstract area(): number',
        'method Store.handler | handler = (event: Event): void',
      ],
    );
  });

  test('overloads are shown, their implementation is not', async () => {
    assert.deepEqual(
      await listed({
        'a.ts': `export function f(a: string): void;
export function f(a: number): void;
export function f(a: unknown) {}
export class C { m(a: string): void; m(a: number): void; m(a: unknown) {} }`,
      }),
      [
        'function f | function f(a: string): void',
        'function f | function f(a: number): void',
        'class C | class C',
        'method C.m | m(a: string): void',
        'method C.m | m(a: number): void',
      ],
    );
  });

  test('destructuring, renames, defaults and type-only exports have the names others import', async () => {
    assert.deepEqual(
      await listed({
        'a.ts': `export const { a, b: [c], ...rest } = source;
let hidden = 1;
interface Secret { x: 1 }
export { hidden as shown };
export type { Secret as Public };
export { hidden as 'a name' };
export default class Main { run() {} }`,
        'b.ts': 'export default (x: number) => x;',
        'c.ts': 'const value = { a: 1 };\nexport default value;',
      }),
      [
        'variable a | const { a, b: [c], ...rest }',
        'variable c | const { a, b: [c], ...rest }',
        'variable rest | const { a, b: [c], ...rest }',
        'variable shown | let hidden = 1',
        'interface Public | interface Secret { x: 1 }',
        'variable a name | let hidden = 1',
        'class default | class Main',
        'method default.run | run()',
        'function default | (x: number)',
        'variable default | const value',
      ],
    );
  });

  test('re-exports are followed through relative files, once, whoever imports whom', async () => {
    assert.deepEqual(
      await listed({
        'index.ts': `export * from './a.js';
export { inner as outer, type Other } from '../lib/b';
export * as tools from './tools';
import { late } from './a';
export { late as later };
export { z } from 'zod';`,
        'a.ts': "export * from './index.ts';\nexport function late(): void {}\nexport default 1;",
        'lib/b/index.ts': 'export const inner = 1;\nexport interface Other { a: string }',
      }),
      [
        'function late | function late(): void',
        'variable default | default = 1',
        'variable outer | const inner = 1',
        'interface Other | interface Other { a: string }',
        "module tools | export * as tools from './tools'",
        'function later | function late(): void',
        "reexport z | export { z } from 'zod'",
      ],
    );
  });

  test('modules that all pass each other on end at once', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `m${at}.ts`);
    const all = names.map((name) => `export * from './${name}';`).join('\n');
    const files = Object.fromEntries(
      names.map((name, at) => [
        name,
        `${all}\nexport const v${at} = 1; export { lost } from './${names.at(at - 1)}';`,
      ]),
    );
    const { symbols } = await exportsOf(files);
    assert.equal(new Set(symbols.map((one) => one.name)).size, 21);
  });

  test('what is re-exported from another folder is told where it is re-exported', async () => {
    const { symbols } = await exportsOf({
      'index.ts': "\nexport { a } from '../lib/a.ts';",
      'lib/a.ts': 'export const a = 1;',
    });
    assert.deepEqual(
      symbols.map(({ name, file, line }) => [name, file, line]),
      [['a', 'm/index.ts', 2]],
    );
  });

  test('namespaces show their own exports; declarations after `export =` are the module', async () => {
    assert.deepEqual(
      await listed({
        'a.ts': 'export namespace N { export function f(): void {}\n function hidden() {} }',
        'b.d.ts':
          'declare function lib(a: string): void;\ndeclare namespace lib { interface Options { a: 1 } }\nexport = lib;',
      }),
      [
        'module N | namespace N',
        'function N.f | function f(): void',
        'function default | declare function lib(a: string): void',
        'module default | declare namespace lib',
        'interface Options | interface Options { a: 1 }',
      ],
    );
  });

  test('CommonJS: every form that people and compilers write', async () => {
    assert.deepEqual(
      await listed({
        'a.cjs': `exports.one = exports.two = void 0;
function one(a) {}
exports.one = one;
exports.two = 2;
module.exports.Three = class Three { go(x) {} };
Object.defineProperty(exports, 'four', { enumerable: true, get: function () { return one; } });
Object.assign(module.exports, { five(a, b) {}, six: (c) => c });
Object.defineProperty(exports, '__esModule', { value: true });`,
        'b.cjs':
          "if (process.env.PROD) { module.exports = require('./c.cjs'); } else { module.exports = { ...require('./c.cjs'), seven: 7 }; }",
        'c.cjs': 'const api = { eight, nine: 9 };\nfunction eight() {}\nmodule.exports = api;',
        'd.js': '__exportStar(require("./c.cjs"), exports);',
        'e.js': '0 && (module.exports = { ten, eleven });\nfunction ten() {}',
      }),
      [
        'function one | function one(a)',
        'variable two | two = 2',
        'class Three | module.exports.Three = class Three',
        'method Three.go | go(x)',
        'function four | function one(a)',
        'function five | five(a, b)',
        'function six | six: (c)',
        'variable seven | seven = 7',
        'function eight | function eight()',
        'variable nine | nine = 9',
        'function ten | function ten()',
        'reexport eleven | eleven',
      ],
    );
  });

  test('a file that does not parse is reported with its line; the others are read', async () => {
    const { symbols, problems } = await exportsOf({
      'bad.ts': '\nexport function (',
      'good.ts': 'export const a = 1;',
    });
    assert.deepEqual(
      symbols.map((one) => one.name),
      ['a'],
    );
    assert.deepEqual(
      problems.map(({ file, line }) => [file, line]),
      [['m/bad.ts', 2]],
    );
  });

  test('tests are no part of it, and neither is a declaration file beside its source', async () => {
    const names = {
      'a.ts': 'export const a = 1;',
      'a.d.ts': 'export declare const a: number;',
      'a.test.ts': 'export const t = 1;',
      'a.spec.tsx': 'export const s = 1;',
      'lib.js': 'exports.compiled = 1;',
      'lib.d.ts': 'export declare const typed: number;',
      'README.md': 'export const no = 1;',
    };
    const { symbols, language } = await exportsOf(names);
    assert.deepEqual([language, symbols.map((one) => one.name)], ['typescript', ['a', 'typed']]);
  });

  test('a byte order mark, Windows lines and wide characters leave lines and text right', async () => {
    const { symbols } = await exportsOf({
      'a.ts': '\uFEFF// 한글 🙂\r\nexport const 이름 = "값";\r\nexport function f(): void {}\r\n',
    });
    assert.deepEqual(
      symbols.map(({ name, signature, line }) => [name, signature, line]),
      [
        ['이름', 'const 이름 = "값"', 2],
        ['f', 'function f(): void', 3],
      ],
    );
  });
});
