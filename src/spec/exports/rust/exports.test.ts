import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listed } from '../../../../test/support/exports.ts';

describe('exports of Rust', () => {
  test('pub items are public; pub(crate), private and test items are not', async () => {
    assert.deepEqual(
      await listed({
        'lib.rs': `
pub async unsafe fn f<'a, T: Clone>(x: &'a T, g: impl Fn(i32) -> i32) -> Result<T, Sandbox<dyn Error>> where T: Send { todo!() }
pub(crate) fn within() {}
pub(super) fn above() {}
fn private() {}
#[derive(Debug)]
pub struct Point<T> { pub x: T, y: T }
pub struct Unit;
pub enum Shape { Dot, Line(i32), Sandbox { w: i32 } }
pub trait Draw: Sized { const N: i32; fn draw(&self) -> Self; fn twice(&self) { self.draw(); } }
impl<T> Point<T> { pub fn new(x: T) -> Self { todo!() } fn hidden(&self) {} pub(crate) fn inner(&self) {} }
impl<T> Draw for Point<T> { fn draw(&self) -> Self { todo!() } }
pub(crate) struct Hidden;
impl Hidden { pub fn method(&self) {} }
pub const MAX: usize = 10;
pub static NAME: &str = "x";
pub type Done<T> = Result<T, Error>;
#[macro_export]
macro_rules! shout { () => {} }
macro_rules! whisper { () => {} }
extern "C" { pub fn outside(a: i32) -> i32; }
#[cfg(test)]
pub mod tests { pub fn helper() {} }
`,
      }),
      [
        "function f | pub async unsafe fn f<'a, T: Clone>(x: &'a T, g: impl Fn(i32) -> i32) -> Result<T, Sandbox<dyn Error>> where T: Send",
        'struct Point | pub struct Point<T> { pub x: T, y: T }',
        'struct Unit | pub struct Unit',
        'enum Shape | pub enum Shape { Dot, Line(i32), Sandbox { w: i32 } }',
        'trait Draw | pub trait Draw: Sized',
        'variable Draw.N | const N: i32',
        'method Draw.draw | fn draw(&self) -> Self',
        'method Draw.twice | fn twice(&self)',
        'method Point.new | pub fn new(x: T) -> Self',
        'variable MAX | pub const MAX: usize = 10',
        'variable NAME | pub static NAME: &str = "x"',
        'type Done | pub type Done<T> = Result<T, Error>',
        'macro shout | macro_rules! shout',
        'function outside | pub fn outside(a: i32) -> i32',
      ],
    );
  });

  test('pub use is followed through modules, renamed, and once', async () => {
    assert.deepEqual(
      await listed({
        'lib.rs': `mod inner;
mod private { pub struct P; impl P { pub fn go(&self) {} } }
pub mod open { pub fn inside() {} fn hidden() {} }
pub use private::P as Public;
pub use crate::inner::{Thing, make as build};
pub use self::deep::*;
pub use std::fmt::Debug;
pub use other::*;
pub(crate) use inner::secret;
`,
        'inner.rs': 'pub struct Thing;\npub fn make() -> Thing { todo!() }\npub fn secret() {}\n',
        'm/deep/mod.rs': 'pub fn far() {}\n',
      }),
      [
        'struct Thing | pub struct Thing',
        'function make | pub fn make() -> Thing',
        'function secret | pub fn secret()',
        'module open | pub mod open',
        'function open.inside | pub fn inside()',
        'struct Public | pub struct P',
        'method Public.go | pub fn go(&self)',
        'function build | pub fn make() -> Thing',
        'function far | pub fn far()',
        'reexport Debug | pub use std::fmt::Debug',
        'reexport * | pub use other::*',
      ],
    );
  });
});
