import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { blockersSaid } from './blockers-said.ts';

const here = { repo: 'org/app', web: 'https://forge.example' };
const said = (text: string) => blockersSaid(text, here).map(({ repo, number }) => `${repo}#${number}`);

describe('lines that say what an issue waits for', () => {
  for (const [text, expected] of [
    ['Blocked by #3', ['org/app#3']],
    ['blocked by: #3, #4 and #5', ['org/app#3', 'org/app#4', 'org/app#5']],
    ['- [ ] Depends on other/lib#7', ['other/lib#7']],
    ['**Depends on** #9 (the parser)', ['org/app#9']],
    ['text before\r\nBlocked by #3\r\nand after', ['org/app#3']],
    ['Depends on https://forge.example/other/lib/issues/12', ['other/lib#12']],
    ['Blocked by https://forge.example/org/app/pull/2 & #3', ['org/app#2', 'org/app#3']],
    ['Blocked by #3\nBlocked by #3', ['org/app#3']],
  ] as const)
    test(JSON.stringify(text), () => assert.deepEqual(said(text), expected));

  for (const text of [
    'it is blocked by #3',
    'Blocked by nothing, see #3',
    '> Blocked by #3',
    '```\nBlocked by #3\n```',
    '~~~~\n~~~\nBlocked by #3\n~~~~',
    '\n    Blocked by #3',
    '<!-- \nBlocked by #3 -->',
    '<!--\nBlocked by #3',
    'Blocked by #0',
    'Blocked by https://elsewhere.example/org/app/issues/3',
    'Blocked by https://forge.example.evil/org/app/issues/3',
    'Blocked by ../..#3',
  ])
    test(`not ${JSON.stringify(text)}`, () => assert.deepEqual(said(text), []));

  test('a text that names thousands is followed for twenty', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `#${at + 1}`).join(', ');
    assert.equal(said(`Blocked by ${many}`).length, 20);
  });
});
