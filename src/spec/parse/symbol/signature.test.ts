import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isAsyncSignature } from './awaited.ts';
import { nameOfSignature, readSignature } from './signature.ts';

const NAMES: Record<string, readonly (readonly [signature: string, name: string | undefined])[]> = {
  TypeScript: [
    ['validateToken(token: string): Promise<Claims>', 'validateToken'],
    ['transform<T, U>(input: T, mapper: (item: T) => U): U', 'transform'],
    [
      'export default async function* gen<T extends (a: string) => void>(x: T = ")("): AsyncGenerator<T>',
      'gen',
    ],
    ['const handler: (req: Request) => Response', 'handler'],
    ['handler: (req: Request) => Response', 'handler'],
    ['validate = (x: T) => boolean', 'validate'],
    ["f(x = 'a)', y: 'b c' | 'd'): void", 'f'],
    ['get(key: string): string', 'get'],
    ['async get(key: string): Promise<void>', 'get'],
    ['get name(): string', 'name'],
    ['static of(x: number): Foo', 'of'],
    ['foo?(x: number): void', 'foo'],
    ['default(x: number): void', 'default'],
    ['type UserId = string & { __brand: "x" }', 'UserId'],
    ['interface Repo<T extends Base> extends Other<T> { find(id: string): T }', 'Repo'],
    ['PagedResult<T> { items: Array<T> }', 'PagedResult'],
    ['MAX_RETRIES: number = 3', 'MAX_RETRIES'],
    ['const enum Dir { Up }', 'Dir'],
    ['function over(a: string): void; function over(a: number): void', 'over'],
    ['type(x): string', 'type'],
    ['export default function (x: number): void', 'default'],
    ['export default async function* <T>(x: T): AsyncGenerator<T>', 'default'],
    ['export default class extends Base {}', 'default'],
    ['export default class Shop extends Base {}', 'Shop'],
    ['export default (x: number) => x', 'default'],
    ['function (x: number): void', undefined],
    ['func(x: number): void', 'func'],
  ],
  JavaScript: [
    ['export async function load(path, { deep = true, sep = "->" } = {})', 'load'],
    ['class TokenManager(secret, algorithm)', 'TokenManager'],
    ['$emit(name, ...args)', '$emit'],
  ],
  Python: [
    ['async def fetch(url: str, *, headers: dict[str, str] = {"a": "->"}) -> bytes', 'fetch'],
    ['def f[T](x: T) -> T', 'f'],
    ['validate_token(token: str) -> Claims', 'validate_token'],
    ['def __init__(self, x=lambda a: (a, "b")) -> None', '__init__'],
    ['@cached(ttl=(1, 2)) def load(self) -> int', 'load'],
    ['TokenManager(secret: str, algorithm: str = "HS256")', 'TokenManager'],
  ],
  Go: [
    ['func() (x, y int)', undefined],
    ['func(a int) error', undefined],
    ['func(s *Server) Stop() error', 'Stop'],
    ['func (s *Server) Start(ctx context.Context) (int, error)', 'Start'],
    ['(s *Server) Start(ctx context.Context) error', 'Start'],
    ['func Map[K comparable, V any](m map[K]V, f func(V) V) map[K]V', 'Map'],
    ['ValidateToken(token string) (Claims, error)', 'ValidateToken'],
    ['Claims struct { UserID string; Role Role }', 'Claims'],
    ['MaxRetries int = 3', 'MaxRetries'],
    ['const MaxRetries int = 3', 'MaxRetries'],
  ],
  Rust: [
    ["pub fn longest<'a>(x: &'a str, y: &'a str) -> &'a str", 'longest'],
    ["pub(crate) async unsafe fn go<T: 'static>(x: T) -> Result<(), Sandbox<dyn Error>>", 'go'],
    ['pub const fn zero() -> Self', 'zero'],
    ['extern "C" fn c_call(x: i32) -> i32', 'c_call'],
    ["pub struct Foo<'a> { x: &'a str }", 'Foo'],
    ['#[must_use] pub fn len(&self) -> usize', 'len'],
    ['Foo::new(x: T) -> Self', 'new'],
    ['pub trait Store: Send + Sync', 'Store'],
  ],
  Java: [
    ['Claims validateToken(String token) throws AuthException', 'validateToken'],
    [
      'public static <T extends Comparable<T>> List<T> sort(List<? super T> a) throws IOException, SqlException',
      'sort',
    ],
    [
      '@Transactional(readOnly = true) @Nullable public Map<String, List<X>> findAll(@NotNull String id)',
      'findAll',
    ],
    ['public @Size(max = 3) String name()', 'name'],
    ['String[] names(int... xs)', 'names'],
    ['public static final Duration TIMEOUT = Duration.ofSeconds(3)', 'TIMEOUT'],
    ['static final int MAX_SIZE = 10', 'MAX_SIZE'],
    ['record Point(int x, int y)', 'Point'],
  ],
  Kotlin: [
    ['suspend fun <T> retry(times: Int = 3, block: suspend () -> T): T', 'retry'],
    ['fun <T> List<T>.second(): T', 'second'],
    ['fun String?.orEmpty(): String', 'orEmpty'],
    ['override suspend fun load(id: String = "a -> (b"): Result<User>', 'load'],
    ['data class Claims(val userId: String, val role: Role)', 'Claims'],
    ['fun interface Handler { fun run() }', 'Handler'],
    ['enum class Role { A, B }', 'Role'],
    ['val timeout: Duration = 3.seconds', 'timeout'],
  ],
  'no language': [
    ['한글함수(값: string): void', '한글함수'],
    ['just a long note', undefined],
    ['(a, b)', undefined],
    ['', undefined],
  ],
};

describe('the name of a signature', () => {
  for (const [language, cases] of Object.entries(NAMES)) {
    test(`is found in ${language}`, () => {
      assert.deepEqual(
        cases.map(([signature]) => [signature, nameOfSignature(signature)]),
        cases,
      );
    });
  }
});

describe('a signature', () => {
  test('of a default export without a name has its parameters and its result', () => {
    const { keyword, params, after } = readSignature('export default function (x: number): void');
    assert.deepEqual([keyword, params, after], ['function', 'x: number', ': void']);
  });

  test('is taken apart at its name and its parameters', () => {
    const signature = readSignature('public <T> List<T> of(Map<K, V> a, T... b) throws E');
    const { name, before, params, after } = signature;
    assert.deepEqual(
      { name, before, params, after },
      { name: 'of', before: 'public <T> List<T>', params: 'Map<K, V> a, T... b', after: 'throws E' },
    );
  });

  test('without parameters keeps all that follows its name', () => {
    const { params, after } = readSignature('const limits: Map<string, number> = new Map()');
    assert.deepEqual([params, after], [undefined, ': Map<string, number> = new Map()']);
  });

  test('is async by its words or by what it gives, not by what it takes', () => {
    const isAsync = (text: string) => isAsyncSignature(readSignature(text));
    assert.ok(isAsync('async def f(x) -> int'));
    assert.ok(isAsync('suspend fun f(): Int'));
    assert.ok(isAsync('f(x: string): Promise<void>'));
    assert.ok(isAsync('CompletableFuture<String> f(int x)'));
    assert.ok(!isAsync('f(x: Promise<void>): number'));
    assert.ok(!isAsync('asynchronous(x: number): number'));
  });
});
