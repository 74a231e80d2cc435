import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isOurs, marker } from '../marker.ts';
import { capped, LONGEST_BODY } from './capped.ts';
import { codeBlock, codeSpan } from './code.ts';
import { ours } from './publishable.ts';
import { shown, shownLine, shownTitle } from './shown.ts';

/** What a model says, and how it stands in the comment: it reads the same and does nothing. */
const TABLE: [what: string, text: string, made: string][] = [
  ['a mention', 'ask @ann about it', 'ask `@`ann about it'],
  ['a mention of a team', 'cc @org/team', 'cc `@`org/team'],
  ['a mention by an entity', 'ask &#64;ann', 'ask &amp;`#64`;ann'],
  ['a mention by an escape', 'ask \\@ann and \\\\@bob', 'ask `@`ann and \\\\`@`bob'],
  ['a mention beside code', '`x`@ann', '`x` `@`ann'],
  ['an address', 'write to a.b@example.org.', 'write to `a.b@example.org`.'],
  ['a command', '/approve', '\\/approve'],
  ['a command in the middle', 'Fine.\n/merge now\n  /lgtm', 'Fine.\n\\/merge now\n  \\/lgtm'],
  ['a command in a list', '- /close', '- \\/close'],
  ['a command with an exclamation mark', '!test all', '\\!test all'],
  ['a command of ours', '/autodev retry', '\\/autodev retry'],
  ['bors', 'bors r+', '`bors` `r`+'],
  ['homu', 'r? @ann', '`r`? `@`ann'],
  ['dependabot', '@dependabot merge', '`@`dependabot merge'],
  ['mergify', '@mergifyio queue', '`@`mergifyio queue'],
  ['a closing word', 'Closes #2', 'Closes `#2`'],
  ['a closing word elsewhere', 'fixes org/repo#3.', 'fixes `org/repo#3`.'],
  [
    'a closing word with a URL',
    'Resolves https://github.com/o/r/issues/4',
    'Resolves `https://github.com/o/r/issues/4`',
  ],
  ['GH references', 'see GH-12', 'see `GH-12`'],
  ['a commit', 'in 1a2b3c4d5e', 'in `1a2b3c4d5e`'],
  ['a commit elsewhere', 'o/r@1a2b3c4d5e6f', '`o/r@1a2b3c4d5e6f`'],
  ['an image', '![x](https://evil.example/p.png?q=1)', '!\\[x](`https://evil.example/p.png?q=1`)'],
  ['an image of the repository', '![x](../p.png)', '!\\[x](../p.png)'],
  [
    'an image by reference',
    '![x][p]\n\n[p]: https://evil.example/p',
    '!\\[x]\\[p]\n\n\\[p]: `https://evil.example/p`',
  ],
  ['an image in data', '![x](data:image/png;base64,AAAA)', '!\\[x](data:image/png;base64,AAAA)'],
  ['an image in HTML', '<img src="https://evil.example/p">', '&lt;img src="`https://evil.example/p`">'],
  [
    'a link that hides where it leads',
    '[github.com](https://githud.example)',
    '\\[github.com](`https://githud.example`)',
  ],
  ['a link with escaped escapes', '\\\\[a](b)', '\\\\\\[a](b)'],
  ['a link already escaped', '\\[a](b)', '\\[a](b)'],
  ['an automatic link', '<https://evil.example>', '<`https://evil.example`>'],
  ['a bare host', 'www.evil.example', '`www.evil.example`'],
  [
    'details',
    '<details><summary>x</summary>y</details>',
    '&lt;details>&lt;summary>x&lt;/summary>y&lt;/details>',
  ],
  ['a suggestion', '```suggestion\nrm -rf\n```', '```text\nrm -rf\n```'],
  ['a diagram', '```mermaid\ngraph\n```', '```text\ngraph\n```'],
  ['skipping CI', 'done [skip ci] [ci skip] ***NO_CI***', 'done (skip ci) (ci skip) NO_CI'],
  [
    'skipping CI in other words',
    '[SKIP_CI] [ skip ci ] [CF-Pages-Skip] [ci skip:push] [no-ci]',
    '(SKIP_CI) ( skip ci ) (CF-Pages-Skip) (ci skip:push) (no-ci)',
  ],
  [
    'skipping CI in code',
    '`[skip ci]` and\n\n```\n[ci skip]\nskip-checks: true\n***NO_CI***\n```',
    '`(skip ci)` and\n\n```\n(ci skip)\nskip-checks : true\nNO_CI\n```',
  ],
  ['a command of IssueOps', '.deploy production', '\\.deploy production'],
  [
    'a command in a heading, a cell, a box',
    '# /approve\n| /merge |\n- [ ] /lgtm\n_/close_',
    '# \\/approve\n| \\/merge |\n- [ ] \\/lgtm\n_\\/close_',
  ],
  ['numbers of releases', 'fix: all #major +semver: breaking', 'fix: all # major + semver: breaking'],
  ['a trailer', 'Co-authored-by: A <a@b.example>', '`Co-authored-by`: A <`a@b.example`>'],
  ['a sign-off', 'text\n\nSigned-off-by: A', 'text\n\n`Signed-off-by`: A'],
  ['a change id', 'Change-Id: I123', '`Change-Id`: I123'],
  ['a footnote', 'a[^1]\n\n[^1]: b', 'a\\[^1]\n\n\\[^1]: b'],
  ['a command in code', '```\n/approve\n```', '```\n\\/approve\n```'],
  ['a closing word in code', '`Closes #1`', '`Closes # 1`'],
  ['a call in code', '`@claude do it`', '`@ claude do it`'],
  ['a mention in a code span that a table cuts', 'a|b\n-|-\n`x | @ann`', 'a|b\n-|-\nx | `@`ann'],
  ['a code span that never ends', 'a ` @ann\n\n` b', "a ' `@`ann\n\n' b"],
  ['a code block that never ends', '```\n@ann', "'''\n`@`ann"],
  ['a code block that its list ends', '- a\n  ```\n  x\n@ann\n  ```', "- a\n  '''\n  x\n`@`ann\n  '''"],
];

const HARMLESS = [
  'Plain words, **bold**, _em_ and a list:\n\n- [ ] open\n- [x] done\n\n1. one\n2. two',
  'Use `@Override` and `npm i @octokit/core`, then `a[0]`.',
  '```ts\nconst a: string[] = [];\n// #12 https://example.org\n```',
  '1. so:\n\n   ```sh\n   npm test\n   ```\n\n2. done',
  '한국어 문장입니다. :tada: 3 / 4, 50 % and a/b',
  '| a | b |\n|---|---|\n| `x` | y |',
  '> quoted\n\n## Heading\n\n---',
  'Of `a[n-skip]`, `a[to_skip]` and `a[skip]` the #majority, C#, 3.5 and … too',
];

describe("a model's words", () => {
  for (const [what, text, made] of TABLE) {
    test(`are shown and not obeyed: ${what}`, () => assert.equal(shown(text), made));
  }

  test('are as they were where nothing in them acts', () => {
    for (const text of HARMLESS) assert.equal(shown(text), text);
  });

  test('cannot forge a mark of ours, in prose or in code', () => {
    const mark = marker('analysis', 'issue:o/r:1');
    for (const text of [mark, `\`${mark}\``, `\`\`\`\n${mark}\n\`\`\``, `<!-\u200b- autodev:claim x y -->`]) {
      const body = shown(`hello ${text}\n${text}`);
      assert.ok(!isOurs({ author: 'bot', body }, mark, ['bot']), body);
      assert.doesNotMatch(body, /<!--\s*autodev/);
    }
  });

  test('are one line where one is wanted', () => {
    assert.equal(shownLine('a\n\n```\n/approve\n```'), 'a ` \\/approve `');
  });

  test('in a title close nothing, call nobody, and are cut', () => {
    assert.equal(
      shownTitle('[bug] Fixes #2 for @ann [skip ci]', 120),
      '[bug] Fixes `#2` for `@`ann (skip ci)',
    );
    assert.equal(shownTitle('`[skip ci]` done', 120), '`(skip ci)` done');
    assert.equal(shownTitle('/approve <!-- x -->', 120), '`/`approve ‹!-- x -->');
    assert.ok(shownTitle('#1 '.repeat(200), 120).length < 500);
  });

  test('name files that cannot leave their code', () => {
    assert.equal(codeSpan('a`b\n@c'), '`a b @ c`');
  });
});

describe('names of files and output of programs', () => {
  const NAMES: [what: string, text: string, made: string][] = [
    ['a mention and a closing word', '@human Closes #1', '@ human Closes # 1'],
    ['a mention in a folder', 'a/@human', 'a/@ human'],
    ['a team', '(@org/team)', '(@ org/team)'],
    ['a closing word with a colon', 'fixes: o/r#2', 'fixes: o/r# 2'],
    ['a closing word with GH', 'Resolved GH-3', 'Resolved GH- 3'],
    [
      'a closing word with a URL',
      'close https://h.example/o/r/issues/4',
      'close https: //h.example/o/r/issues/4',
    ],
    ['a call hidden from the eye', '@\u200bhuman fix \u200b#1', '@ human fix # 1'],
    ['an address', 'a@b.example', 'a@b.example'],
    ['a reference that closes nothing', 'see #12', 'see #12'],
  ];
  for (const [what, text, made] of NAMES) {
    test(`do nothing in code: ${what}`, () => {
      assert.equal(codeSpan(text), `\`${made}\``);
      assert.equal(codeBlock(text), `\`\`\`\n${made}\n\`\`\``);
    });
  }

  test('cannot end the block that they stand in', () => {
    for (const text of ['a\n```\n@ann', 'a\n``\u200b`\n@ann', 'a\n`````\n@ann']) {
      const [first = '', ...rest] = codeBlock(text).split('\n');
      assert.equal(rest.pop(), first);
      assert.ok(
        rest.every((line) => !line.includes(first)),
        text,
      );
    }
  });
});

describe('a body that is too long', () => {
  test('is cut between lines, says so, and leaves no code open', () => {
    const long = capped(ours(`x\n\`\`\`ts\n${'const a = 1;\n'.repeat(9_000)}\`\`\`\nend`), LONGEST_BODY);
    assert.ok(long.length <= LONGEST_BODY);
    assert.match(long, /const a = 1;\n```\n\n\[… \d+ characters more were cut\]$/);
    const line = capped(ours(`${'a'.repeat(65_000)} \`${'b'.repeat(9_000)}\``), LONGEST_BODY);
    assert.equal((line.match(/`/g) ?? []).length % 2, 0);
    const pairs = capped(ours('😀'.repeat(40_000)), LONGEST_BODY);
    assert.ok(pairs.isWellFormed() && pairs.length <= LONGEST_BODY);
  });

  test('is as it was when it is not too long', () => {
    assert.equal(capped(ours('short'), 10), 'short');
  });
});
