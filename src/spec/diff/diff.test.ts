import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { folderExports } from '../exports/folder.ts';
import { parseSpec } from '../parse/parse.ts';
import { diffExports, type ExportsDiff } from './diff.ts';

async function diff(exportsSection: string, files: Readonly<Record<string, string>>): Promise<ExportsDiff> {
  const { spec } = parseSpec(`# m\n\n## Exports\n\n${exportsSection}\n`);
  const found = await folderExports('m', Object.keys(files), (path) => files[path.slice(2)]);
  assert.deepEqual(found.problems, []);
  return diffExports('m', spec, found.symbols, found.language ?? undefined);
}

describe('diff of a spec and its source', () => {
  test('a source that keeps its spec has no difference', async () => {
    const found = await diff(
      [
        '### Functions',
        '- `load(path: string, retries?: number): Promise<Config>`',
        '### Types',
        '- `Config { name: string, port?: number }`',
        '- `type Id = string | number`',
        '### Classes',
        '- `Loader(root: string)`',
        '### Enums',
        '- `Level { Low, High }`',
        '### Variables',
        '- `MAX = 3`',
      ].join('\n'),
      {
        'load.ts': `
          export async function load(file: string, retries = 3): Promise<Config> { return {} as Config }
          export interface Config { name: string; port?: number }
          export type Id = number | string;
          export class Loader { constructor(private root: string) {} run(): void {} }
          export enum Level { Low = 'low', High = 'high' }
          export const MAX = 3;
          function hidden() {}`,
        'load.test.ts': 'export const onlyForTests = 1;',
      },
    );
    assert.deepEqual(found, { dir: 'm', added: [], removed: [], modified: [], breaking: false });
  });

  test('what the source lacks is removed and breaks, what it has besides is added and does not', async () => {
    const gone = await diff('- `gone(a: string): void`\n- `kept(): void`', {
      'a.ts': 'export function kept(): void {}',
    });
    assert.deepEqual([gone.removed, gone.added, gone.breaking], [['gone'], [], true]);
    const more = await diff('- `kept(): void`', {
      'a.ts': 'export function kept(): void {}\nexport const fresh = 1;',
    });
    assert.deepEqual([more.removed, more.added, more.breaking], [[], ['fresh'], false]);
  });

  test('an optional parameter is a change that does not break; a required one breaks', async () => {
    const optional = await diff('- `f(a: string): void`', {
      'a.ts': 'export function f(a: string, b?: number): void {}',
    });
    assert.deepEqual(optional.modified, [
      {
        name: 'f',
        before: 'f(a: string): void',
        after: 'function f(a: string, b?: number): void',
        breaking: false,
        reasons: ['optional parameter b added'],
      },
    ]);
    assert.equal(optional.breaking, false);
    const required = await diff('- `f(a: string): void`', {
      'a.ts': 'export function f(a: string, b: number): void {}',
    });
    assert.equal(required.breaking, true);
  });

  test('fields, variants, types and values of data are compared', async () => {
    const found = await diff(
      '### Types\n- `A { x: string, y: number }`\n- `type T = string`\n### Enums\n- `E { One, Two }`\n### Variables\n- `MAX: number`\n- `NAME = "a"`',
      {
        'a.ts': `export interface A { x: number; z?: string }
          export type T = number;
          export enum E { One, Three }
          export const MAX: string = 'x';
          export const NAME = 'b';`,
      },
    );
    assert.deepEqual(
      found.modified.map(({ name, breaking, reasons }) => [name, breaking, reasons]),
      [
        [
          'A',
          true,
          ['type of field x changed: string → number', 'field y removed', 'optional field z added'],
        ],
        ['T', true, ['definition changed: string → number']],
        ['E', true, ['variant Two removed', 'variant Three added']],
        ['MAX', true, ['type changed: number → string']],
        ['NAME', false, [`value changed: "a" → 'b'`]],
      ],
    );
  });

  test('methods are found by their type, and have to be named only where the spec names some', async () => {
    const files = {
      's.go': `package s
        type Server struct { Addr string }
        func (s *Server) Start(ctx context.Context) error { return nil }
        func (s *Server) Stop() {}
        type Other struct{}
        func (o Other) Start() {}`,
    };
    const silent = await diff('### Structs\n- `type Server struct { Addr string }`\n- `Other`', files);
    assert.deepEqual([silent.added, silent.removed, silent.modified], [[], [], []]);
    const some = await diff(
      '### Structs\n- `Server`\n- `Other`\n### Methods\n- `func (s *Server) Start(ctx context.Context) error`',
      files,
    );
    assert.deepEqual([some.added, some.removed, some.modified], [['Stop'], [], []]);
  });

  test('overloads match one by one', async () => {
    const files = {
      'A.java':
        'public class A { public A() {} public A(int a) {} public void f(int a) {} public void f(String a) {} }',
    };
    const good = await diff(
      '### Classes\n- `A(int a)`\n### Methods\n- `void f(String a)`\n- `void f(int a)`',
      files,
    );
    assert.deepEqual([good.modified, good.removed, good.added], [[], [], []]);
    const bad = await diff('### Classes\n- `A(String a)`\n### Methods\n- `void f(long a)`', files);
    assert.deepEqual(
      bad.modified.map((one) => [one.name, one.breaking]),
      [
        ['A', true],
        ['f', true],
      ],
    );
  });

  test('a default export answers to its own name, a rename to the new one', async () => {
    const found = await diff('- `main(): void`\n- `shown(): void`', {
      'a.ts':
        'export default function main(): void {}\nfunction hidden(): void {}\nexport { hidden as shown };',
    });
    assert.deepEqual([found.added, found.removed, found.modified], [[], [], []]);
  });

  for (const [language, section, file, text] of [
    [
      'Python',
      '- `async def login(user: str, *, remember: bool = False) -> Session`\n### Classes\n- `Store(path: str)`',
      'a.py',
      'async def login(user: str, *, remember: bool = False) -> Session:\n    ...\n\nclass Store:\n    def __init__(self, path: str) -> None: ...\n',
    ],
    [
      'Rust',
      "- `pub fn parse<'a>(x: &'a str) -> Result<A<'a>, E>`\n### Structs\n- `pub struct A<'a> { pub x: &'a str }`",
      'a.rs',
      "pub fn parse<'a>(x: &'a str) -> Result<A<'a>, E> { todo!() }\npub struct A<'a> { pub x: &'a str, hidden: i32 }\npub(crate) fn inner() {}",
    ],
    [
      'Kotlin',
      '- `suspend fun fetch(id: Int = 1): User`\n### Data Classes\n- `data class User(val id: Int, val name: String)`',
      'A.kt',
      'suspend fun fetch(id: Int = 1): User = TODO()\ndata class User(val id: Int, val name: String)\ninternal fun inner() {}',
    ],
    [
      'JavaScript',
      '- `sum(a: number, b: number): number`',
      'a.cjs',
      'module.exports = { sum };\nfunction sum(a, b) { return a + b; }',
    ],
  ] as const)
    test(`${language}: a kept spec has no difference`, async () => {
      const found = await diff(section, { [file]: text });
      assert.deepEqual([found.added, found.removed, found.modified], [[], [], []]);
    });
});
