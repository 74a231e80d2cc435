import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exportsOf, listed } from '../../../../test/support/exports.ts';

describe('exports of Kotlin', () => {
  test('everything that is not private, internal or protected', async () => {
    assert.deepEqual(
      await listed({
        'A.kt': `@file:JvmName("X")
package a
import b.*

@Serializable
data class User(val id: Int, private val secret: String = "a(") : Base(), Shape {
  fun name(): String = "x"
  private fun no() {}
  internal fun within() {}
  protected fun below() {}
  override suspend fun load(a: Int): Unit { }
  val property = 1
  companion object { fun create() {}
    const val LIMIT = 3 }
  class Nested { fun go() {} }
}
internal fun hidden() {}
suspend fun <T : Any> List<T>.each(vararg a: Int, block: T.() -> Unit = {}): suspend (Int) -> Unit = x
inline fun <reified T> make(): T where T : Any = TODO()
val size: Int get() = 1
const val MAX = 10
private val no = 1
typealias Handler<T> = (T) -> Unit
enum class Level(val n: Int) { LOW(1), HIGH(2); fun up() = HIGH }
object Registry { fun add(a: String) {} }
fun interface Action { fun run(a: Int) }
sealed interface Result { data class Ok(val a: Int) : Result }
`,
        'AuthTest.kt': 'class AuthTest { fun test() {} }',
      }),
      [
        'class User | data class User(val id: Int, private val secret: String = "a(") : Base(), Shape',
        'method User.name | fun name(): String',
        'method User.load | override suspend fun load(a: Int): Unit',
        'method User.create | fun create()',
        'variable User.LIMIT | const val LIMIT = 3',
        'class User.Nested | class Nested',
        'method Nested.go | fun go()',
        'function each | suspend fun <T : Any> List<T>.each(vararg a: Int, block: T.() -> Unit = {}): suspend (Int) -> Unit',
        'function make | inline fun <reified T> make(): T where T : Any',
        'variable size | val size: Int',
        'variable MAX | const val MAX = 10',
        'type Handler | typealias Handler<T> = (T) -> Unit',
        'enum Level | enum class Level(val n: Int)',
        'method Level.up | fun up()',
        'class Registry | object Registry',
        'method Registry.add | fun add(a: String)',
        'interface Action | fun interface Action',
        'method Action.run | fun run(a: Int)',
        'interface Result | sealed interface Result',
        'class Result.Ok | data class Ok(val a: Int) : Result',
      ],
    );
  });

  test('what the grammar does not know inside a body hides nothing', async () => {
    const { symbols, problems } = await exportsOf({
      'A.kt': `class Counter {
  fun count(): Int {
    for (i in 0..<10) { println("}\${ "{" }") }
    val found = list
      ?: return 0
    (found as Any).value = 1
    return 1
  }
  /* } */ fun next(): Int = 2
}
class One { companion object { fun c() {} } }
class Two { fun d() {} companion object { fun e() {} } fun f() {} }
fun after() {}
`,
    });
    assert.deepEqual(
      symbols.map((one) => one.name),
      ['Counter', 'count', 'next', 'One', 'c', 'Two', 'd', 'e', 'f', 'after'],
    );
    assert.deepEqual(problems, []);
  });
});
