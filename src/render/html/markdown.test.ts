import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { markdown } from './markdown.ts';

const shown = async (text: string) => String(await markdown(text)).replaceAll(/\s*\n\s*/g, '');

describe('the words of people on the pages of the forge', () => {
  const rows: [string, string, string][] = [
    ['a heading and a paragraph', '## Plan\n\ntwo\nlines', '<h3>Plan</h3><p>twolines</p>'],
    ['bold, slanted and code', '**a** _b_ `c<d`', '<p><b>a</b> <i>b</i> <code>c&lt;d</code></p>'],
    ['names with underscores stay', 'my_long_name and 2*3*4', '<p>my_long_name and 2*3*4</p>'],
    ['a list in a list', '- a\n  - b\n- c', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>'],
    ['numbers and tasks', '1. [x] a\n2. [ ] b', '<ol><li>☑ a</li><li>☐ b</li></ol>'],
    [
      'a table',
      '| a | b |\n| --- | --- |\n| 1 | 2 |',
      '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>',
    ],
    ['code keeps what looks like Markdown', '```ts\n# x\n<b>\n```', '<pre><code># x&lt;b&gt;</code></pre>'],
    ['a fence without an end', '```\nx', '<pre><code>x</code></pre>'],
    ['a quote', '> a\n> b', '<blockquote><p>ab</p></blockquote>'],
    ['our markers are not seen', 'done\n\n<!-- autodev:status x -->', '<p>done</p>'],
    [
      'a link',
      '[x](https://example.com/a)',
      '<p><a href="https://example.com/a" rel="nofollow noreferrer">x</a></p>',
    ],
  ];
  for (const [name, text, expected] of rows)
    test(name, async () => assert.equal(await shown(text), expected));

  test('run nothing and load nothing, whatever was written', async () => {
    const hostile = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '[x](javascript:alert(1))',
      '[x](data:text/html,<script>)',
      '[x](//evil.example/)',
      '[x](/\\evil.example/)',
      '[x](/\\/evil.example/)',
      '[x](/a/..//\\evil.example)',
      '[x](JaVaScRiPt:alert(1))',
      '[x](vbscript:x)',
      '[x](\\\\evil.example)',
      '[x](https:/\\evil.example)',
      '[x](https://e.example/"onmouseover="alert(1))',
      '`<script>`',
      '<!-- a --> <svg onload=alert(1)> <!-- b -->',
      '| <b> | ">x |\n|---|---|\n| <i onclick=x> | y |',
    ];
    for (const text of hostile) {
      const page = await shown(text);
      const tags = page.match(/<[^>]*>/g) ?? [];
      for (const tag of tags)
        assert.match(
          tag,
          /^<\/?(p|code|pre|table|tr|td|th|b|i|a)>$|^<a href="(https?:\/\/|\/(?![/\\])|#)[^"<>\\]*" rel="nofollow noreferrer">$/,
          page,
        );
    }
  });

  test('#7 and whole commits are links to the repository they are said in, and only there', async () => {
    const sha = 'ab'.repeat(20);
    const page = String(await markdown(`see #7, \`#8\`, x#9, /a#10 and ${sha}`, '/dev/app'));
    assert.match(page, /<a href="\/dev\/app\/issues\/7" rel="nofollow noreferrer">#7<\/a>/);
    assert.match(
      page,
      new RegExp(`<a href="/dev/app/commit/${sha}" rel="nofollow noreferrer">ababababab</a>`),
    );
    assert.equal(page.match(/<a /g)?.length, 2);
    assert.doesNotMatch(String(await markdown(`#7 ${sha}`)), /<a /);
  });

  test('any text is shown in linear time', async () => {
    for (const piece of [
      '*',
      '_a',
      '`',
      '[',
      '> ',
      '- ',
      '|',
      '**a',
      '[a](',
      '<!--',
      '\n',
      '  - a\n',
      '| a |\n|---|\n',
    ])
      await shown(piece.repeat(20_000));
  });
});
