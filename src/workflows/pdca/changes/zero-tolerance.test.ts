import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CUT } from '../../workspace/whole-diff.ts';
import { changedIn } from './changed-in.ts';
import { hasTests } from './tests-in.ts';
import { droppedScope, flagsOf, uncertainIn } from './zero-tolerance.ts';

const diff = (path: string, ...lines: string[]) =>
  [
    `diff --git a/${path} b/${path}`,
    'index 1..2 100644',
    `--- a/${path}`,
    `+++ b/${path}`,
    '@@ -1,3 +10,9 @@',
    ...lines,
    '',
  ].join('\n');
const rules = (text: string) => flagsOf(text).map(({ rule }) => rule);

describe('zero tolerance on the diff', () => {
  const rows: [string, string, string[], string[]][] = [
    ['a removed test', 'test/a.test.ts', ["-test('greets', () => {"], ['test_deleted']],
    [
      'a test that was renamed',
      'test/a.test.ts',
      ["-test('greets', () => {", "+test('greets people', () => {"],
      [],
    ],
    ['a removed pytest', 'tests/test_a.py', ['-def test_greet():'], ['test_deleted']],
    ['it.skip', 'src/a.spec.js', ["+it.skip('x', () => {})"], ['test_skipped']],
    ['test.only', 'src/a.test.ts', ["+test.only('x', () => {})"], ['test_skipped']],
    ['pytest skip', 'tests/test_a.py', ['+@pytest.mark.skip'], ['test_skipped']],
    ['skip as an option', 'test/a.test.ts', ["+test('x', { skip: true }, () => {})"], ['test_skipped']],
    ['go skip', 'a_test.go', ['+\tt.Skip("later")'], ['test_skipped']],
    ['skip in code that is no test', 'src/list.ts', ['+const rest = it.skip(2);'], []],
    ['a TODO', 'src/a.ts', ['+// TODO: the rest'], ['todo']],
    ['a FIXME in Python', 'a.py', ['+x = 1  # FIXME'], ['todo']],
    ['a TODO that went away', 'src/a.ts', ['-// TODO: the rest'], []],
    ['a list that is called TODO', 'src/a.ts', ['+const TODO = 1;'], []],
    ['an empty catch', 'src/a.ts', ['+try { f(); } catch (e) {}'], ['empty_catch']],
    ['an empty catch over two lines', 'src/a.ts', ['+} catch {', '+}'], ['empty_catch']],
    ['a catch that does something', 'src/a.ts', ['+} catch (e) {', '+  throw wrap(e);', '+}'], []],
    ['a swallowed promise', 'src/a.ts', ['+await f().catch(() => {});'], ['empty_catch']],
    ['a bare except', 'a.py', ['+    except:'], ['empty_catch']],
    ['except and pass', 'a.py', ['+    except ValueError:', '+        pass'], ['empty_catch']],
    ['an except that does something', 'a.py', ['+    except ValueError:', '+        return None'], []],
    ['t.skip()', 'a.test.ts', ['+  t.skip();'], ['test_skipped']],
    ['t.todo()', 'a.test.ts', ["+  t.todo('later');"], ['test_skipped']],
    ['skip with a reason', 'a.test.ts', ["+test('x', { skip: 'slow' }, () => {})"], ['test_skipped']],
    ['skip: false', 'a.test.ts', ["+test('x', { skip: false }, () => {})"], []],
    ['skipIf', 'a.test.ts', ["+it.skipIf(true)('x', () => {})"], ['test_skipped']],
    ['test.concurrent.skip', 'a.test.ts', ["+test.concurrent.skip('x', () => {})"], ['test_skipped']],
    ['a test of Rust beside the code', 'src/lib.rs', ['-    #[test]', '-    fn adds() {'], ['test_deleted']],
    ['ignored in Rust', 'src/lib.rs', ['+    #[test]', '+    #[ignore = "slow"]'], ['test_skipped']],
    ['except, noqa and pass', 'a.py', ['+    except Exception:  # noqa', '+        pass'], ['empty_catch']],
    [
      'except and a comment',
      'a.py',
      ['+    except ValueError:', '+        # fine', '+        pass'],
      ['empty_catch'],
    ],
    ['a catch with a comment', 'src/a.ts', ['+} catch (e) {', '+  // ignored', '+}'], ['empty_catch']],
    ['a catch with a comment beside it', 'src/a.ts', ['+} catch (e) { // ignored', '+}'], ['empty_catch']],
    ['a command that does nothing', 'package.json', ['+    "test": "true"'], ['test_skipped']],
    ['a command', 'package.json', ['+    "test": "node --test"'], []],
    ['code below a folder that is called docs', 'apps/docs/src/page.tsx', ['+// TODO: more'], ['todo']],
    ['code of the documentation', 'docs/conf.py', ['+# TODO more'], []],
    ['a document', 'docs/a.md', ['+# TODO', '+catch {}'], []],
  ];
  for (const [name, path, lines, expected] of rows)
    test(name, () => assert.deepEqual(rules(diff(path, ...lines)), expected));
  test('a deleted test file', () => {
    const text =
      'diff --git a/test/a.test.ts b/test/a.test.ts\ndeleted file mode 100644\n--- a/test/a.test.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n';
    assert.deepEqual(rules(text), ['test_deleted']);
  });
  const gone = (path: string, ...lines: string[]) =>
    `diff --git a/${path} b/${path}\ndeleted file mode 100644\n--- a/${path}\n+++ /dev/null\n@@ -1 +0,0 @@\n${lines.map((line) => `-${line}`).join('\n')}\n`;
  const greets = "test('greets', () => {";
  test('a test that is moved is there: with its file, or to another one', () => {
    assert.deepEqual(rules(gone('test/a.test.ts', greets) + diff('test/b.test.ts', `+${greets}`)), []);
    assert.deepEqual(rules(diff('test/a.test.ts', `-${greets}`) + diff('test/b.test.ts', `+${greets}`)), []);
    assert.deepEqual(rules(gone('test/help.ts', 'one', 'two') + diff('test/in/help.ts', '+one', '+two')), []);
  });
  test('a test that is moved out of sight is gone', () => {
    const off = diff('test.off/a.ts.off', `+${greets}`);
    assert.deepEqual(rules(gone('src/a.test.ts', greets) + off), ['test_deleted']);
    const one = diff('test/b.test.ts', `+${greets}`, `+${greets.replace('greets', 'leaves')}`);
    const two = gone('test/a.test.ts', greets) + gone('test/c.test.ts', greets);
    assert.deepEqual(rules(two + one), ['test_deleted']);
  });
  test('what is too large to be looked through is not passed', () => {
    assert.deepEqual(rules(`${diff('a.json', '+{}')}\n${CUT}\n`), ['too_large']);
  });
  test('the line is that of the new file', () => {
    assert.equal(flagsOf(diff('src/a.ts', ' one', '-two', '+three', '+// HACK'))[0]?.where, 'src/a.ts:12');
  });
});

test('scope: a file of the design that is not in the diff', () => {
  assert.deepEqual(
    droppedScope(['src/a.ts', 'b.ts'], ['src/a.ts']).map(({ where }) => where),
    ['b.ts'],
  );
  assert.deepEqual(droppedScope(['a.ts'], ['src/a.ts']), []);
});

test('tests that were written: files of tests that came or changed, not names that sound like it', () => {
  const brings = (text: string) => hasTests(changedIn(text));
  for (const path of ['test/a.ts', 'src/a.spec.js', 'tests/test_a.py', 'a_test.go', 'test.py'])
    assert.ok(brings(diff(path, '+x')), path);
  assert.ok(brings(diff('src/lib.rs', '+#[test]')));
  for (const path of ['src/latest.ts', 'src/inspector.py', 'openspec.json', 'src/lib.rs'])
    assert.ok(!brings(diff(path, '+x')), path);
  assert.ok(!brings(diff('test/a.ts', '-x')));
});

test('claims without evidence are found in the answer', () => {
  for (const text of ['it should work', 'Probably fine.', 'the suite seems to pass'])
    assert.equal(uncertainIn([text]).length, 1, text);
  assert.deepEqual(uncertainIn(['all 12 tests pass', 'the caller should pass a name']), []);
});
