import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportsOf } from '../../../test/support/exports.ts';
import { seeded } from '../../../test/support/git-history.ts';

const SOURCES: Readonly<Record<string, string>> = {
  'a.ts':
    'export async function f<T>(a: T, b = [1]): Promise<T> { return a }\nexport class C { m(): void {} }\nexport * from "./b.js";\n',
  'b.js':
    'module.exports = { a, b() {}, ...require("./c.py") };\nexports.c = function (x) { return `${x}` };\n',
  'c.py':
    '__all__ = ["f"] + g.__all__\n@dec\nasync def f(a: int = 1, *, b) -> str:\n    """doc"""\nclass C(B):\n    def m(self): ...\n',
  'd.go':
    'package d\ntype ( S[T any] struct { A int `tag` } )\nfunc (s *S[T]) F(a, b int) (int, error) { return 1, nil }\n',
  'e.rs':
    "pub fn f<'a>(x: &'a str) -> R<'a> { }\npub use a::{b as c, d::*};\nimpl<T> A<T> { pub const fn m(&self) {} }\n",
  'F.java':
    'public class F<T> extends B { public <R> R f(int... a) throws E { } public static final int X = 1; }\n',
  'G.kt':
    'data class G(val a: Int = 1) { companion object { fun c() {} } }\nsuspend fun <T> T.f(b: T.() -> Unit = {}): Int = 1\n',
};
const PIECES = [
  '{',
  '}',
  '(',
  ')',
  '<',
  '"',
  "'",
  '`',
  '\\',
  '/*',
  '*/',
  '//',
  '\0',
  '\uD800',
  '\n',
  '=>',
  'export',
  '...',
  '#',
  '@',
  ';',
];

test('any text at all is read to its end, and what is found lies in it', async () => {
  const random = seeded(31_337);
  for (let round = 0; round < 150; round += 1) {
    const files: Record<string, string> = {};
    for (const [name, text] of Object.entries(SOURCES)) {
      let mutated = text;
      for (let change = random.below(6); change >= 0; change -= 1) {
        const at = random.below(mutated.length + 1);
        const piece = PIECES[random.below(PIECES.length)] ?? '';
        mutated = mutated.slice(0, at) + piece + mutated.slice(at + random.below(4));
      }
      files[name] = mutated;
    }
    const { symbols, problems } = await exportsOf(files);
    for (const { file, line } of [...symbols, ...problems]) {
      const text = files[file.slice(2)];
      assert.ok(text !== undefined && line >= 1 && line <= text.split('\n').length, `${file}:${line}`);
    }
  }
});
