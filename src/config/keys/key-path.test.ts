import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isAutodevError } from '../../work/errors.ts';
import { keyText, parseKey } from './key-path.ts';

describe('a key as people write it', () => {
  const same: [text: string, path: (string | number)[]][] = [
    ['language', ['language']],
    ['daemon.webhook.port', ['daemon', 'webhook', 'port']],
    ['repos[0].merge.method', ['repos', 0, 'merge', 'method']],
    ['agent.models.executor-high', ['agent', 'models', 'executor-high']],
    ['$schema', ['$schema']],
  ];
  for (const [text, path] of same) {
    test(`${text}, there and back`, () => {
      assert.deepEqual(parseKey(text, ['org/app']), path);
      assert.equal(keyText(path), text);
    });
  }

  test('a repository by its name', () => {
    assert.deepEqual(parseKey('repos[Org/Lib].model', ['org/app', 'org/lib']), ['repos', 1, 'model']);
    assert.throws(
      () => parseKey('repos[org/none].model', ['org/app']),
      (error) => isAutodevError(error, 'not_found') && error.hint === 'there are org/app',
    );
  });

  test('nonsense is refused', () => {
    for (const text of ['.a', 'a..b', 'a b', 'a[', 'a.', '[]']) {
      assert.throws(
        () => parseKey(text, ['org/app']),
        (error) => isAutodevError(error, 'invalid_input', 'not_found'),
        text,
      );
    }
  });
});
