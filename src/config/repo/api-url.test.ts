import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { apiUrlOf, refuseOtherHosts } from './api-url.ts';

describe('the API of a repository', () => {
  const cases: [url: string, api: string | undefined][] = [
    ['https://github.com/o/r', 'https://api.github.com'],
    ['git@github.com:o/r.git', 'https://api.github.com'],
    ['ssh://git@ssh.github.com:443/o/r.git', 'https://api.github.com'],
    ['http://127.0.0.1:4010/o/r.git', 'http://127.0.0.1:4010'],
    ['http://localhost:4010/o/r', 'http://localhost:4010'],
    ['https://git.corp.example/o/r', 'https://git.corp.example/api/v3'],
    ['https://git.corp.example:8443/o/r', 'https://git.corp.example:8443/api/v3'],
    ['git@git.corp.example:o/r.git', 'https://git.corp.example/api/v3'],
    ['https://octo.ghe.com/o/r', 'https://api.octo.ghe.com'],
    ['git@work:o/r.git', undefined],
  ];
  for (const [url, api] of cases) test(url, () => assert.equal(apiUrlOf(url), api));
});

describe('a repository on another host than the API', () => {
  const check = (url: string, api: string, enabled = true) =>
    refuseOtherHosts([{ name: 'o/r', url, enabled }], api);

  test('is refused with the API it would need', () => {
    assert.throws(() => check('https://git.corp.example/o/r', 'https://api.github.com'), {
      code: 'invalid_config',
      message: 'o/r is on git.corp.example, but github.api_url is https://api.github.com',
      hint: /autodev config set github\.api_url https:\/\/git\.corp\.example\/api\/v3/,
    });
    assert.throws(() => check('http://127.0.0.1:80/o/r', 'https://api.github.com'));
    assert.throws(() => check('https://github.com/o/r', 'https://git.corp.example/api/v3'));
  });

  test('is not one that rests, an alias, a sibling host, or one that is stood in for on this machine', () => {
    check('https://git.corp.example/o/r', 'https://api.github.com', false);
    check('git@work:o/r.git', 'https://api.github.com');
    check('git@ssh.corp.example:o/r.git', 'https://git.corp.example/api/v3');
    check('https://github.com/o/r', 'http://127.0.0.1:4010');
  });
});
