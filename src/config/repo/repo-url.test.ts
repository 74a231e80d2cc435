import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AutodevError, exitCodeOf } from '../../work/errors.ts';
import { urlOfRepository, nameFromUrl, repoAddress } from './repo-url.ts';

describe('the name of a repository comes from its URL', () => {
  const good: [url: string, name: string, host?: string][] = [
    ['https://github.com/org/app', 'org/app', 'github.com'],
    ['https://github.com/org/app.git', 'org/app'],
    ['https://github.com/org/app/', 'org/app'],
    ['https://GitHub.com/Org/My.App-1', 'Org/My.App-1', 'github.com'],
    ['https://ghe.example.org:8443/org/app', 'org/app', 'ghe.example.org'],
    ['https://example.org/git/org/app.git', 'org/app'],
    ['git@github.com:org/app.git', 'org/app', 'github.com'],
    ['git@ghe.example.org:org/app', 'org/app', 'ghe.example.org'],
    ['github.com:org/app', 'org/app'],
    ['ssh://git@github.com/org/app.git', 'org/app', 'github.com'],
    ['ssh://git@ghe.example.org:2222/org/app.git', 'org/app', 'ghe.example.org'],
    ['http://127.0.0.1:4000/org/app.git', 'org/app', '127.0.0.1'],
    ['http://localhost:4000/org/app', 'org/app', 'localhost'],
    ['  https://github.com/org/app  ', 'org/app'],
  ];
  for (const [url, name, host] of good) {
    test(url, () => {
      assert.equal(nameFromUrl(url), name);
      if (host !== undefined) assert.equal(repoAddress(url).host, host);
    });
  }

  const bad: [url: string, why: RegExp][] = [
    ['', /empty/],
    ['nonsense', /neither a scheme nor a host/],
    ['org/app', /neither a scheme nor a host/],
    ['/srv/git/app.git', /neither a scheme nor a host/],
    ['file:///srv/git/app.git', /file:\/\/ is not supported/],
    ['ext::sh -c evil', /spaces/],
    ['ftp://github.com/org/app', /ftp:\/\/ is not supported/],
    ['git://github.com/org/app', /git:\/\/ is not supported/],
    ['http://github.com/org/app', /in clear/],
    ['https://github.com/org', /not owner\/repo/],
    ['https://github.com/', /not owner\/repo/],
    ['https://github.com/org/app/issues/3', /not owner\/repo/],
    ['https://github.com/org/app?tab=readme', /query/],
    ['https://github.com/org/..', /not owner\/repo/],
    ['https://github.com/org/%2e%2e%2fapp', /not owner\/repo/],
    ['https://github.com/org/a%20b', /not a repository name/],
    ['https://github.com/-org/app', /not a repository name/],
    ['https://github.com/org/%E0%A4%A', /not a URL/],
    ['https://', /not a URL/],
    ['git@github.com:app.git', /not owner\/repo/],
  ];
  for (const [url, why] of bad) {
    test(`refused: ${JSON.stringify(url)}`, () => {
      assert.throws(
        () => nameFromUrl(url),
        (error) => error instanceof AutodevError && exitCodeOf(error) === 3 && why.test(error.why ?? ''),
      );
    });
  }

  test('a login in the URL is refused and not shown', () => {
    for (const url of ['https://s3cret@github.com/org/app', 'https://ann:s3cret@github.com/org/app']) {
      assert.throws(
        () => nameFromUrl(url),
        (error) =>
          error instanceof AutodevError &&
          !JSON.stringify([error.message, error.why, error.hint, error.data]).includes('s3cret'),
      );
    }
  });

  test('a bare owner/repo is told the URL it probably means', () => {
    assert.throws(
      () => nameFromUrl('org/app'),
      (error) => error instanceof AutodevError && error.hint === 'did you mean https://github.com/org/app?',
    );
  });
});

test('owner/repo is a repository of the forge that the configuration names', () => {
  const cases = [
    [undefined, 'https://github.com/org/app'],
    ['https://api.github.com', 'https://github.com/org/app'],
    ['https://api.acme.ghe.com', 'https://acme.ghe.com/org/app'],
    ['https://git.example.org/api/v3', 'https://git.example.org/org/app'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/org/app'],
  ] as const;
  for (const [api, url] of cases) assert.equal(urlOfRepository(' org/app ', api), url);
  for (const url of ['https://example.org/org/app', 'git@example.org:org/app.git', '../app', 'app'])
    assert.equal(urlOfRepository(url, 'https://api.github.com'), url);
});
