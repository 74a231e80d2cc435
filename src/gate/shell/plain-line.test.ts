import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { plainLine } from './plain-line.ts';
import { readsOnly } from './reading-programs.ts';

const words = (line: string) => plainLine(line)?.map((command) => command.words);
const reads = (line: string) =>
  plainLine(line)?.every((command) => readsOnly(command.words, command.patterns)) ?? false;

describe('a plain line', () => {
  test('is its words, joined by pipes, && || and ;', () => {
    assert.deepEqual(words('ls -la src'), [['ls', '-la', 'src']]);
    assert.deepEqual(words('cat a | head -2 && echo "x y" \'z\';'), [
      ['cat', 'a'],
      ['head', '-2'],
      ['echo', 'x y', 'z'],
    ]);
    assert.deepEqual(words('grep "a\\"b" f 2>/dev/null | wc'), [['grep', 'a"b', 'f'], ['wc']]);
    assert.deepEqual(words("bash -c '[[ a =~ b ]]' x:y~"), [['bash', '-c', '[[ a =~ b ]]', 'x:y~']]);
    assert.deepEqual(words('ls HEAD~1 a\\ b 2>&1'), [['ls', 'HEAD~1', 'a b']]);
  });

  test('has nothing in it that a shell would do something with', () => {
    for (const line of [
      'echo $X',
      'echo $(x)',
      'echo `x`',
      'A=1 ls',
      'ls > f',
      'ls >> f',
      'ls < f',
      'ls &',
      'ls |& x',
      '(ls)',
      '{ ls; }',
      'ls {a,b}',
      'ls ~',
      'ls ~root',
      'ls a=~/x',
      'ls a:~/x',
      'ls "a"=~',
      'ls 12>/dev/null',
      'ls =x',
      'ls\nls',
      'ls \\\nx',
      'ls # x',
      '! ls',
      'ls [a]x',
      'echo "$x"',
      'ls 2> f',
      'ls >/dev/nullx',
      'ls <<E',
      '&& ls',
      'ls &&',
      '| ls',
      '',
      "ls 'x",
      'ls "x',
      'ls\u200b',
      'ls\r',
    ])
      assert.equal(words(line), undefined, JSON.stringify(line));
  });
});

describe('plainly reading', () => {
  test('is what has no option that writes or runs something', () => {
    for (const line of [
      'ls -la',
      'cat a b',
      'sort -rn -k2 f',
      'uniq -c f',
      'find . -name x -type f',
      'rg -n --hidden foo src',
      "sed -n '1,20p' f",
      'date +%F',
      'test -f x',
      'command -v node',
      'node --version',
      'printf x',
      'ls *.ts',
      'grep -rn x src/*.ts',
      'tree -L 2',
      'uniq -',
      'xxd -l16 -',
      'diff -u a b',
      'base64 -d f',
      'date -u +%F',
      'python3 --version',
    ])
      assert.equal(reads(line), true, line);
  });

  test('is nothing else', () => {
    for (const line of [
      'sort -o f g',
      'sort --output=f g',
      'sort -t -- -o f',
      'uniq - f',
      'uniq -- - f',
      'uniq -- -c f',
      'xxd - f',
      'xxd f -p',
      'tree -Lo 1 f',
      'tree -Po x f .',
      'find -- . -delete',
      'base64 -o f g',
      'diff -l a b',
      'python3 -v',
      'node version',
      'make version',
      'printf %d x',
      'sort -uo f g',
      'sort *',
      'uniq a b',
      'uniq *',
      'find . -delete',
      'find . -exec x',
      'find . -fprint f',
      'rg --pre x y',
      'rg --pre=x y',
      'rg *',
      "sed -n '1w f' g",
      'sed -n 1p f -i',
      'sed 1p f',
      "sed -n '1e x' f",
      'date -s x',
      'date +%F -s x',
      'tree -o f',
      'xxd a b',
      'file -C',
      'printf -v a b',
      "test -v 'a[$(x)]'",
      'awk x',
      'env',
      'xargs ls',
      'less f',
      'tee f',
      'man ls',
      'node x',
      './ls',
      '/bin/ls',
      'LS',
      'hostname x',
      'command ls',
      'npm test',
      'constructor',
      '__proto__ x',
    ])
      assert.equal(reads(line), false, line);
  });
});
