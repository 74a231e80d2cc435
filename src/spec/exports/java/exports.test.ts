import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listed } from '../../../../test/support/exports.ts';

test('exports of Java: public types with their public methods, constants and nested types', async () => {
  assert.deepEqual(
    await listed({
      'Store.java': `package a;
import java.util.*;
/** A doc. */
@Deprecated(since = "1")
public final class Store<T extends Comparable<T>> extends Base implements Closeable, Iterable<T> {
  public static final int MAX = 10;
  public static final List<String> NAMES = new ArrayList<>();
  public int field;
  private int secret;
  public Store(String root) throws IOException { }
  @Override
  // kept for old callers
  public <R> Map<String, List<R>> find(final int a, @Nullable String... rest) throws IOException, TimeoutException { return null; }
  protected void inner() {}
  void packagePrivate() {}
  public static class Nested { public void go() {} }
  static class Hidden { public void no() {} }
  public enum Color { RED, GREEN }
}
class Other { public void no() {} }
`,
      'Shape.java':
        'public interface Shape<T> { int SIDES = 4; T area(int scale); default int d() { return 1; } private void p() {} static Shape of() { return null; } }',
      'Point.java': 'public record Point(int x, String y) { public int sum() { return x; } }',
      'StoreTest.java': 'public class StoreTest { public void test() {} }',
    }),
    [
      'class Point | public record Point(int x, String y)',
      'method Point.sum | public int sum()',
      'interface Shape | public interface Shape<T>',
      'variable Shape.SIDES | int SIDES = 4',
      'method Shape.area | T area(int scale)',
      'method Shape.d | default int d()',
      'method Shape.of | static Shape of()',
      'class Store | public final class Store<T extends Comparable<T>> extends Base implements Closeable, Iterable<T>',
      'variable Store.MAX | public static final int MAX = 10',
      'variable Store.NAMES | public static final List<String> NAMES',
      'method Store.find | public <R> Map<String, List<R>> find(final int a, @Nullable String... rest) throws IOException, TimeoutException',
      'class Store.Nested | public static class Nested',
      'method Nested.go | public void go()',
      'enum Store.Color | public enum Color { RED, GREEN }',
    ],
  );
});
