import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Language } from '../language/languages.ts';
import { readCallable } from './callable.ts';
import { compareCallables } from './compare-callable.ts';

function compare(language: Language, before: string, after: string): string {
  const [old, now] = [readCallable(before, language), readCallable(after, language)];
  assert.ok(old && now, 'both are callable');
  const { breaking, reasons } = compareCallables(old, now);
  if (reasons.length === 0) return 'same';
  return `${breaking ? 'breaking' : 'compatible'}: ${reasons.join('; ')}`;
}

/** language, spec, source, what a caller notices */
const CASES: readonly [Language, string, string, RegExp][] = [
  // The same, written differently.
  ['typescript', 'f(a: string): void', 'function f( b:string ):void', /^same$/],
  ['typescript', 'f(a: string): Promise<A>', 'async function f(a: string): Promise<A>', /^same$/],
  ['typescript', 'async f(a: string): A', 'async function f(a: string): Promise<A>', /^same$/],
  ['typescript', 'f(a: A | B)', 'function f(a: B|A): void', /^same$/],
  ['typescript', 'f(a: string): number', 'const f = (a: string): number', /^same$/],
  ['typescript', 'f: (a: string) => number', 'const f: (a: string) => number = (a)', /^same$/],
  [
    'typescript',
    "f(o: { a: 'x,y'; b: number })",
    'function f({ a, b }: { a: "x,y", b: number }): void',
    /^same$/,
  ],
  ['typescript', 'f<T extends (a: A) => B>(g: T): T', 'function f<T extends (a: A) => B>(g: T): T', /^same$/],
  ['typescript', 'f(a?: string)', 'function f(a = "x")', /^same$/],
  ['typescript', 'f(a: string[]): (A | B)[]', 'function f(a: Array<string>): Array<A | B>', /^same$/],
  ['typescript', 'f(a: Map<K, V[]>[])', 'function f(a: Array<Map<K, Array<V>>>): void', /^same$/],
  ['typescript', 'f(a: MyArray<A>)', 'function f(a: A[]): void', /^breaking: type of parameter a/],
  ['python', 'f(a: int | None) -> list[str]', 'def f(a: Optional[int]) -> typing.List[str]', /^same$/],
  ['python', 'f(a: None | int)', 'def f(a: int | None)', /^same$/],
  ['go', 'func F(m map[string]any)', 'func F(m map[string]interface{})', /^same$/],
  ['javascript', 'f(a: string): number', 'function f(a)', /^same$/],
  ['python', 'def f(self, a: int) -> str', 'def f(self, b : int) -> str', /^same$/],
  ['python', "f(a: 'Foo') -> None", 'def f(a: Foo) -> None', /^same$/],
  ['go', 'func F(a int, b int) (int, error)', 'func F(x, y int) (n int, err error)', /^same$/],
  ['go', 'func (s *S) F(ctx context.Context) error', 'func (t S) F(c context.Context) error', /^same$/],
  ['rust', 'pub fn f(x: &str) -> Result<A, E>', 'pub fn f(mut y: &str) -> Result<A, E>', /^same$/],
  ['rust', "pub fn f<'a>(&self, x: &'a str)", "pub fn f<'a>(&self, x: &'a str) -> ()", /^same$/],
  [
    'java',
    'public User find(String id) throws NotFound',
    '@Override public User find(final String key)',
    /^same$/,
  ],
  ['java', 'find(id: String): User', 'public User find(String id)', /^same$/],
  ['java', 'Map<String, List<A>> f(int[] a)', 'public static Map<String,List<A>> f(int a[])', /^same$/],
  ['kotlin', 'suspend fun f(a: Int = 1): User', 'suspend fun f(b: Int = 2): User', /^same$/],
  [
    'kotlin',
    'fun <T> List<T>.f(block: (T) -> Unit)',
    'inline fun <T> List<T>.f(crossinline g: (T) -> Unit)',
    /^same$/,
  ],
  // Added parameters.
  ['typescript', 'f(a: A)', 'function f(a: A, b?: B)', /^compatible: optional parameter b added$/],
  ['typescript', 'f(a: A)', 'function f(a: A, b = [1, 2])', /^compatible: optional parameter b added$/],
  ['typescript', 'f(a: A)', 'function f(a: A, ...b: B[])', /^compatible: optional parameter b added$/],
  ['typescript', 'f(a: A)', 'function f(a: A, b: B)', /^breaking: required parameter b added$/],
  ['python', 'def f(a)', 'def f(a, b=1, *args, c=2, **kw)', /^compatible: /],
  ['python', 'def f(a)', 'def f(a, *, b)', /^breaking: required parameter b added$/],
  ['python', 'def f(*, a: int, b: int)', 'def f(*, b: int, a: int)', /^same$/],
  ['go', 'func F(a int)', 'func F(a int, b ...string)', /^compatible: optional parameter b added$/],
  ['go', 'func F(a int)', 'func F(a, b int)', /^breaking: required parameter b added$/],
  ['rust', 'pub fn f()', 'pub fn f(x: i32)', /^breaking: required parameter x added$/],
  ['java', 'void f(int a)', 'public void f(int a, String... b)', /^compatible: optional parameter b added$/],
  [
    'java',
    'void f(int a)',
    'public void f(int a, @Nullable String b)',
    /^breaking: required parameter b added$/,
  ],
  ['kotlin', 'fun f()', 'fun f(a: Map<String, Int> = mapOf("a" to 1, "b" to 2))', /^compatible: optional/],
  ['kotlin', 'fun f()', 'fun f(a: Int)', /^breaking: required parameter a added$/],
  // Changed parameters and results.
  [
    'typescript',
    'f(a: string)',
    'function f(a: number)',
    /^breaking: type of parameter a changed: string → number$/,
  ],
  ['typescript', 'f(a: string, b: A)', 'function f(a: string)', /^breaking: parameter b removed$/],
  ['typescript', 'f(a?: string)', 'function f(a: string)', /^breaking: parameter a became required$/],
  ['typescript', 'f(a: string)', 'function f(a?: string)', /^compatible: parameter a became optional$/],
  ['typescript', 'f(a: A, b: A)', 'function f(b: A, a: A)', /^breaking: parameters reordered$/],
  ['typescript', 'f(): A', 'function f(): Promise<A>', /^breaking: return type changed: A → Promise<A>$/],
  ['python', 'def f() -> A', 'async def f() -> A', /^breaking: became asynchronous$/],
  ['go', 'func F() error', 'func F() (int, error)', /^breaking: return type changed/],
  ['go', 'func F() error', 'func F()', /^breaking: return type changed/],
  [
    'rust',
    'pub fn f() -> A',
    'pub fn f() -> Option<A> where A: Clone',
    /^breaking: return type changed: A → Option<A>$/,
  ],
  ['java', 'public int f()', 'public long f()', /^breaking: return type changed: int → long$/],
  ['kotlin', 'fun f(): Int', 'suspend fun f(): Int', /^breaking: became asynchronous$/],
];

describe('what a caller notices of a changed signature', () => {
  for (const [language, before, after, expected] of CASES)
    test(`${language}: ${before}  ⇒  ${after}`, () => {
      assert.match(compare(language, before, after), expected);
    });
});
