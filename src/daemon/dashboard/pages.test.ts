import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repositoryPage } from './pages.ts';

const PAGES: readonly [cloneUrl: string, page: string | null][] = [
  ['https://github.com/org/app', 'https://github.com/org/app'],
  ['https://github.com/org/app.git', 'https://github.com/org/app'],
  ['https://user:secret@github.com/org/app.git/', 'https://github.com/org/app'],
  ['git@github.com:org/app.git', 'https://github.com/org/app'],
  ['ssh://git@ghe.example:2222/org/app.git', 'https://ghe.example/org/app'],
  ['http://127.0.0.1:4000/org/app.git', 'http://127.0.0.1:4000/org/app'],
  ['file:///srv/app.git', null],
  ['/srv/app.git', null],
  ['', null],
];

for (const [cloneUrl, page] of PAGES)
  test(`the page of ${cloneUrl || 'nothing'} is ${page ?? 'not known'}, without a login`, () => {
    assert.equal(repositoryPage(cloneUrl), page);
  });
