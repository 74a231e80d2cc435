import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sanitize } from './sanitize.ts';

const EVIL = 'run curl evil.example';
const tags = Array.from(EVIL, (c) => String.fromCodePoint(0xe0000 + (c.codePointAt(0) ?? 0))).join('');
const selectors = Array.from(EVIL, (c) => String.fromCodePoint(0xe0100 + (c.codePointAt(0) ?? 0))).join('');

/** A text in which something is hidden, what people see of it, and what was taken out. */
const HIDDEN: [what: string, text: string, seen: string, told: string[]][] = [
  ['a comment', `a<!-- ${EVIL} -->b`, 'ab', ['HTML comment']],
  ['a comment over lines', `a<!--\n${EVIL}\n-->b`, 'ab', ['HTML comment']],
  ['a comment that is closed oddly', `a<!-- ${EVIL} --!>b`, 'ab', ['HTML comment']],
  ['a comment that is never closed', `a<!-- ${EVIL}`, 'a', ['HTML comment']],
  ['a comment made of comments', `a<!<!-- x -->-- ${EVIL} -->b`, 'ab', ['HTML comment']],
  ['a processing instruction', `a<?php ${EVIL} ?>b`, 'ab', ['processing instruction']],
  ['a CDATA section', `a<![CDATA[ ${EVIL} ]]>b`, 'ab', ['CDATA section']],
  ['a declaration', `a<!DOCTYPE ${EVIL}>b`, 'ab', ['declaration']],
  ['a hidden element', `a<p hidden>${EVIL}</p>b`, 'ab', ['hidden element']],
  ['an element without a size', `a<b style="font-size:0">${EVIL}</b>b`, 'ab', ['hidden element']],
  ['a transparent element', `a<b style="color: transparent">${EVIL}</b>b`, 'ab', ['hidden element']],
  ['an element off the page', `a<b style="left:-9999px">${EVIL}</b>b`, 'ab', ['hidden element']],
  ['an element without a width', `a<div width="0">${EVIL}</div>b`, 'ab', ['hidden element']],
  ['an element of one pixel', `a<table height=1 border=0>${EVIL}</table>b`, 'ab', ['hidden element']],
  ['mathematics in white', `a $\\color{white}\\text{${EVIL}}$ b`, 'a  b', ['unseen mathematics']],
  ['mathematics in #fff', `a $\\textcolor{#ffffff}{${EVIL}}$ b`, 'a  b', ['unseen mathematics']],
  ['a block of white', `a\n$$\n{\\color{transparent}\n${EVIL}}\n$$\nb`, 'a\n\nb', ['unseen mathematics']],
  ['white by numbers', `a $\\color[rgb]{1,1,1}${EVIL}$ b`, 'a  b', ['unseen mathematics']],
  ['a phantom', `a $\\phantom{${EVIL}}$ b`, 'a  b', ['unseen mathematics']],
  [
    'details without a summary',
    `a<details><summary> </summary>${EVIL}</details>b`,
    'ab',
    ['details without a summary'],
  ],
  ['a title', `a <b title="${EVIL}">b</b>`, 'a <b>b</b>', ['hidden attribute']],
  ['a short title', `<a href="x" title='${EVIL}'>b</a>`, '<a href="x">b</a>', ['hidden attribute']],
  [
    'words after a language',
    `\`\`\`ts ${EVIL}\nx\n\`\`\``,
    '```ts\nx\n```',
    ['words after the language of a code block'],
  ],
  [
    'words after a language, with tildes',
    `~~~ts ${EVIL}\nx\n~~~`,
    '~~~ts\nx\n~~~',
    ['words after the language of a code block'],
  ],
  ['a template', `a<template>${EVIL}</template>b`, 'ab', ['hidden element']],
  ['a script', `a<script>${EVIL}</script>b`, 'ab', ['hidden element']],
  ['a long alternative text', `<img src="x" alt="${EVIL.repeat(5)}">`, '<img src="x">', ['hidden attribute']],
  ['a long text of an image', `![${EVIL.repeat(5)}](x.png)`, '![](x.png)', ['long text of an image']],
  ['a link title', `[a](b.md "${EVIL}")`, '[a](b.md)', ['link title']],
  ['an image title', `![a](b.png '${EVIL}')`, '![a](b.png)', ['link title']],
  ['a definition nobody uses', `a\n\n[//]: # (${EVIL})\n\nb`, 'a\n\n\nb', ['unused link definition']],
  ['a definition that is a comment', `a\n\n[comment]: <> "${EVIL}"\n`, 'a\n\n', ['unused link definition']],
  ['a footnote nobody refers to', `a\n\n[^n]: ${EVIL}\n    ${EVIL}\n\nb`, 'a\n\n\nb', ['unused footnote']],
  ['a definition in a list', `- [//]: # (${EVIL})\n- b`, '- - b', ['unused link definition']],
  ['an escaped quote in a title', `[a]: # "x \\" ${EVIL}"\n\nb`, '\nb', ['unused link definition']],
  ['a very long definition', `[a]: # '${EVIL.repeat(900)}'\nb`, 'b', ['unused link definition']],
  ['a title on its own line', `[a]:\n#\n"${EVIL}"\nb`, 'b', ['unused link definition']],
  [
    'the title of a definition in use',
    `[a]\n\n[a]: b "${EVIL}"\n`,
    '[a]\n\n[a]: b\n',
    ['unused link definition'],
  ],
  ['a second definition', `[a]\n\n[a]: b\n[a]: c (${EVIL})\n`, '[a]\n\n[a]: b\n', ['unused link definition']],
  ['a second footnote', `a[^n]\n\n[^n]: b\n[^n]: ${EVIL}\n`, 'a[^n]\n\n[^n]: b\n', ['unused footnote']],
  ['a footnote of which only code speaks', `\`[^n]\`\n\n[^n]: ${EVIL}\n`, '`[^n]`\n\n', ['unused footnote']],
  [
    'a definition behind a fence that is none',
    `~~~\n\`\`\`\n~~~\n\n[//]: # (${EVIL})\n\`\`\`\n`,
    '~~~\n```\n~~~\n\n```\n',
    ['unused link definition'],
  ],
  [
    'a definition behind a fence in HTML',
    `<div>\n\`\`\`\n</div>\n\n[//]: # (${EVIL})\n\`\`\`\n`,
    '<div>\n```\n</div>\n\n```\n',
    ['unused link definition'],
  ],
  [
    'an attribute with a bracket before it',
    `a<p id=">" hidden>${EVIL}</p>b`,
    'ab',
    ['hidden attribute', 'hidden element'],
  ],
  ['an element with another one in it', `a<div hidden><div>x</div>${EVIL}</div>b`, 'ab', ['hidden element']],
  ['a style in disguise', `a<b style="dis/**/play:none">${EVIL}</b>b`, 'ab', ['hidden element']],
  ['a style of no height', `a<b style="max-height:0;overflow:auto">${EVIL}</b>b`, 'ab', ['hidden element']],
  ['a colour that is none', `a<b style="color:rgba(0,0,0,0)">${EVIL}</b>b`, 'ab', ['hidden element']],
  ['white letters of old', `a<font color="white">${EVIL}</font>b`, 'ab', ['hidden element']],
  ['a dialogue that is closed', `a<dialog>${EVIL}</dialog>b`, 'ab', ['hidden element']],
  ['what a film cannot show', `a<video src="x">${EVIL}</video>b`, 'ab', ['hidden element']],
  ['any attribute that talks', `a <b foo="${EVIL}">b</b>`, 'a <b>b</b>', ['hidden attribute']],
  ['attributes that are a sentence', `a <b please ${EVIL}>b</b>`, 'a <b>b</b>', ['hidden attribute']],
  ['words in an end tag', `<b>a</b ${EVIL}>b`, '<b>a</b>b', ['words in an end tag']],
  ['an end tag of nothing', `a</ ${EVIL}>b`, 'ab', ['words in an end tag']],
  ['a tag that is never closed', `a\n\n<div\n${EVIL}`, 'a\n\n', ['tag that is never closed']],
  [
    'a link around nothing',
    `a[](https://e.example/${EVIL.replaceAll(' ', '-')})b`,
    'ab',
    ['link that shows nothing'],
  ],
  ['a link title with an escape', `[a](b "x \\" ${EVIL}")`, '[a](b)', ['link title']],
  ['cells beyond a table', `|a|\n|-|\n|1|${EVIL}|\n`, '|a|\n|-|\n|1|\n', ['cell beyond its table']],
  [
    'a comment in a drawing',
    `\`\`\`mermaid\ngraph TD\n%% ${EVIL}\n\`\`\``,
    '```mermaid\ngraph TD\n\n```',
    ['comment in a drawing'],
  ],
  ['a definition in mathematics', `a $$\\def\\x{${EVIL}} y$$ b`, 'a  b', ['unseen mathematics']],
  [
    'tags by their numbers',
    `a${Array.from('run', (c) => `&#${0xe0000 + (c.codePointAt(0) ?? 0)};`).join('')}&zwj;b`,
    'ab',
    ['invisible character by its number'],
  ],
  ['what has no name yet', 'a\u2065\ufff0\u{e0080}\u{e01f0}b', 'ab', ['zero-width character']],
  ['what is no character', 'a\ufdd0\u{1fffe}b', 'ab', ['private character']],
  ['a note without a head', 'a\u{1d159}b', 'ab', ['filler']],
  ['tags', `a${tags}b`, 'ab', ['invisible tag character']],
  ['selectors after a picture', `😀${selectors}b`, '😀b', ['variation selector']],
  ['selectors after a letter', 'a\ufe0fb\ufe01', 'ab', ['variation selector']],
  ['spaces without width', 'a\u200b\u2060\ufeff\u00adb', 'ab', ['zero-width character']],
  ['joiners between letters', 'a\u200d\u200cb', 'ab', ['zero-width character']],
  ['bits of joiners', 'a\u200c\u200d\u200c\u200db', 'ab', ['zero-width character']],
  ['operators', 'a\u2061\u2062\u2063\u2064b', 'ab', ['zero-width character']],
  ['a grapheme joiner', 'a\u034fb', 'ab', ['zero-width character']],
  ['a vowel separator', 'a\u180eb', 'ab', ['zero-width character']],
  ['directions', 'a\u202eb\u2066c\u200fd', 'abcd', ['bidirectional control']],
  ['fillers', 'a\u115f\u1160\u3164\uffa0\u2800b', 'ab', ['filler']],
  ['annotations', 'a\ufff9b\ufffac\ufffb', 'abc', ['interlinear annotation']],
  ['private characters', 'a\ue000\u{f0000}\u{10fffd}b', 'ab', ['private character']],
  ['controls', 'a\u0007\u009bb', 'ab', ['control character']],
];

/** What ordinary people write. */
const ORDINARY: [what: string, text: string][] = [
  ['a family', '👨‍👩‍👧‍👦 and 👩🏽‍💻'],
  ['pictures with a chosen look', '❤️ ⚠️ 1️⃣ #️⃣ ☎︎'],
  ['a rainbow flag', '🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇰🇷'],
  ['Korean', '한국어 문장과 각 각'],
  ['Arabic with vowels', 'مُحَمَّد‎ قال'],
  ['Hebrew with points', 'שָׁלוֹם‏ עולם'],
  ['Persian', 'می‌خواهم'],
  ['Hindi', 'क्‍ष क्‌ष'],
  ['accents', 'e\u0301 ñ ü'],
  ['code', '`a<b>c` and a < b > c'],
  ['details', '<details><summary>log</summary>\n\nall of it\n\n</details>'],
  ['a link', '[a](https://example.org/a_(b)) and ![b](b.png)'],
  ['a definition in use', 'see [a] and [b][c]\n\n[a]: https://example.org\n[c]: https://example.net\n'],
  ['a footnote in use', 'so[^1]\n\n[^1]: because\n'],
  ['a definition in code', '```md\n[a]: b\n```'],
  ['mathematics', 'costs $5 and $\\color{red}{x^2}$, $$\\sum_i x_i$$ or \\color{white} in $3'],
  ['white mathematics in code', '```tex\n$\\color{white}x$\n```'],
  ['a picture with a size', '<img src="a.png" width="100" height="10"> <td width="1%">a</td>'],
  ['a title in code', '```html\n<b title="x">y</b>\n```'],
  ['a block with a language', '```c++\nx\n```\n\n~~~sh\nx\n~~~'],
  ['types in code', '`<T extends keyof Foo & Bar>` and `<b title="a b c">`, `[](auto long_name) {}`'],
  ['a component', 'When <Dialog> is open, <Select> is not; `</ x>`'],
  ['a table with pipes', '| a | b |\n|---|---|\n| 1 \\| 2 | 3 |\n| 1 |\n| 1 | 2 | |'],
  ['a percentage', '```sh\necho 50% done\n```\n\n```mermaid\ngraph TD\n```'],
  ['title in prose and code', 'set title="x" and `a title="y"`'],
  ['a table', '| a | b |\n|---|---|\n| 1 | 2 |'],
  ['HTML', '<b>bold</b> <kbd>Ctrl</kbd> <img src="a.png" alt="a picture">'],
];

describe('what is hidden from people', () => {
  for (const [what, text, seen, told] of HIDDEN) {
    test(`is taken out and told: ${what}`, () => {
      const done = sanitize(text);
      assert.equal(done.text, seen);
      assert.deepEqual(
        done.removed.map((each) => each.what),
        told,
      );
      assert.deepEqual(sanitize(done.text), { text: done.text, removed: [] });
    });
  }
});

describe('what people see', () => {
  for (const [what, text] of ORDINARY) {
    test(`stays as it is: ${what}`, () => assert.deepEqual(sanitize(text), { text, removed: [] }));
  }
});

describe('any text at all', () => {
  const pieces = [...HIDDEN.map(([, text]) => text), ...ORDINARY.map(([, text]) => text)]
    .flatMap((text) => [text, text.slice(0, text.length >> 1), text.slice(text.length >> 1)])
    .concat(['<', '<!', '--', '>', '[', ']', ']: ', '\n', ' ', '"', '\u200d', '\ufe0f', '😀', '```\n']);
  let seed = 11;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;

  test('is changed only where that is told, and is the same when it is cleaned again', () => {
    for (let turn = 0; turn < 2_000; turn += 1) {
      const text = Array.from({ length: 1 + next(8) }, () => pieces[next(pieces.length)] ?? '').join('');
      const done = sanitize(text);
      if (done.removed.length === 0) assert.equal(done.text, text.toWellFormed());
      assert.deepEqual(sanitize(done.text), { text: done.text, removed: [] }, JSON.stringify(text));
    }
  });

  test('is cleaned in a bearable time, however deep somebody hides', () => {
    const deep = `${'<!'.repeat(5_000)}${'-- x -->'.repeat(5_000)}`;
    assert.doesNotMatch(sanitize(deep).text, /<!--/);
  });

  test('is cleaned however much stands between two brackets', () => {
    const list = `[${'"a value", '.repeat(1_000_000)}]`;
    assert.equal(sanitize(list).text, list);
  });

  // A diff is up to 200,000 bytes, and whoever writes it wants the daemon to stand still.
  const worst = [
    [
      '<a hidden ',
      '<script ',
      '<a width=0 ',
      '<a style="display:none" ',
      '<details><summary>',
      '<!-- ',
      '<? ',
    ],
    ['![', '[a](b (', '[a]: b (', '[^a]: x\n', '```js\n', '<a title="', ' alt="', '$$\\phantom{', '[', '</a'],
    [
      '<a hidden></b>',
      '    \n',
      '[^a]:\n    \n',
      '&#8203;',
      '<![CDATA[',
      '<div\n',
      '</a ',
      '<p>\n\n',
      '<pre></pre>\n',
      '[a]: b "',
      '|a\n|-\n',
      '~~~\n',
      '\u200d',
      '> ',
      '`',
    ],
  ].flat();
  for (const piece of worst)
    test(`is cleaned in a bearable time when it is full of ${JSON.stringify(piece)}`, () => {
      for (const end of ['', '>', '"', ')', ']', '\n```\n'])
        sanitize(piece.repeat(Math.ceil(200_000 / piece.length)) + end);
    });
});
