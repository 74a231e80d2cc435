import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exportsOf, listed } from '../../../../test/support/exports.ts';

describe('exports of Python', () => {
  test('without __all__ every name without an underscore is public', async () => {
    assert.deepEqual(
      await listed({
        'a.py': `
import os
from typing import overload
VERSION: str = "1.0"
_private = 1
first, second = 1, 2
alias = other = compute()

def plain(a, b: int = 1, *args, key: "dict[str, int]" = {}, **kw) -> list[str]:
    def nested(): pass

async def later(
    path: str,  # where
) -> None: ...

@decorator(lambda x: {1: 2})
class Store(Base, metaclass=Meta):
    limit = 3
    def __init__(self, root: str) -> None: ...
    @property
    def size(self) -> int: ...
    @size.setter
    def size(self, value): ...
    @staticmethod
    def make() -> "Store": ...
    def _hidden(self): ...
    class Inner:
        def go(self): ...

def _secret(): ...
try:
    from fast import thing
except ImportError:
    def thing(): ...
if __name__ == "__main__":
    main = 1
`,
      }),
      [
        'variable VERSION | VERSION: str = "1.0"',
        'variable first | first, second = 1, 2',
        'variable second | first, second = 1, 2',
        'variable alias | alias',
        'variable other | other',
        'function plain | def plain(a, b: int = 1, *args, key: "dict[str, int]" = {}, **kw) -> list[str]',
        'function later | async def later( path: str, # where ) -> None',
        'class Store | class Store(Base, metaclass=Meta)',
        'method Store.size | def size(self) -> int',
        'method Store.make | def make() -> "Store"',
        'class Store.Inner | class Inner',
        'method Inner.go | def go(self)',
        'function thing | def thing()',
      ],
    );
  });

  test('__all__ decides alone, however it is put together', async () => {
    const { symbols } = await exportsOf({
      '__init__.py': `from . import tools
from ._impl import helper, Thing as Renamed
from .other import *
__all__ = ["helper", "Renamed", "tools"]
__all__ += other.__all__
__all__.extend(["_odd", "lazy"])
__all__.append("late")
def _odd(): ...
def unlisted(): ...
def late(): ...
def __getattr__(name): ...
`,
      '_impl.py': 'def helper() -> int: ...\nclass Thing:\n    def go(self): ...\n',
      'other.py': '__all__ = ("one",)\ndef one(): ...\ndef two(): ...\n',
      'tools.py': 'def tool(): ...\n',
    });
    assert.deepEqual(
      symbols.map(({ kind, parent, name, file }) => [
        kind,
        parent === undefined ? name : `${parent}.${name}`,
        file,
      ]),
      [
        ['function', 'helper', 'm/_impl.py'],
        ['class', 'Renamed', 'm/_impl.py'],
        ['method', 'Renamed.go', 'm/_impl.py'],
        ['module', 'tools', 'm/__init__.py'],
        ['function', 'one', 'm/other.py'],
        ['function', '_odd', 'm/__init__.py'],
        ['reexport', 'lazy', 'm/__init__.py'],
        ['function', 'late', 'm/__init__.py'],
        ['function', 'tool', 'm/tools.py'],
      ],
    );
  });

  test('a package passes on what it imports from itself; overloads are shown without their implementation', async () => {
    assert.deepEqual(
      await listed({
        '__init__.py': 'from .a import f\nfrom os import path\nfrom sys import argv as argv\n',
        'a.py': `import typing as t
from .__init__ import f as again
@t.overload
def f(a: int) -> int: ...
@t.overload
def f(a: str) -> str: ...
def f(a): return a
`,
      }),
      [
        'function f | def f(a: int) -> int',
        'function f | def f(a: str) -> str',
        'reexport argv | from sys import argv as argv',
      ],
    );
  });

  test('a broken file is reported with its line, and what can be read is read', async () => {
    const { symbols, problems } = await exportsOf({
      'a.py': 'def good(): ...\n\ndef bad(:\n',
      'test_a.py': 'def test_x(): ...',
    });
    assert.ok(symbols.some((one) => one.name === 'good'));
    assert.deepEqual(
      problems.map(({ file, line }) => [file, line]),
      [['m/a.py', 3]],
    );
  });
});
