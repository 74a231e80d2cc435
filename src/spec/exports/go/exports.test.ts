import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listed } from '../../../../test/support/exports.ts';

test('exports of Go: names with a capital letter, and such methods of such types', async () => {
  assert.deepEqual(
    await listed({
      'a.go': `package a

import "fmt"

// Foo has a doc.
func Foo[T any, K comparable](a, b int, c ...map[string]T) (n int, err error) { return }
func foo() {}
func (s *Server[T]) Start(ctx context.Context) error { return nil }
func (s Server[T]) stop() {}
func (h *hidden) Visible() {}

type (
	Server[T any] struct { Addr string; port int }
	Reader interface { Read(p []byte) (n int, err error); close() }
	Handler func(a string) error
	Alias = int
	hidden struct{}
)

const (
	A = iota
	B
	c
)

var X, y int = 1, 2
var Default = newServer()
const Name = "a(b"
`,
      'a_test.go': 'package a\nfunc TestFoo() {}\n',
    }),
    [
      'function Foo | func Foo[T any, K comparable](a, b int, c ...map[string]T) (n int, err error)',
      'method Server.Start | func (s *Server[T]) Start(ctx context.Context) error',
      'struct Server | type Server[T any] struct { Addr string; port int }',
      'interface Reader | type Reader interface { Read(p []byte) (n int, err error); close() }',
      'method Reader.Read | Read(p []byte) (n int, err error)',
      'type Handler | type Handler func(a string) error',
      'type Alias | type Alias = int',
      'variable A | const A = iota',
      'variable B | const B',
      'variable X | var X, y int = 1, 2',
      'variable Default | var Default',
      'variable Name | const Name = "a(b"',
    ],
  );
});
