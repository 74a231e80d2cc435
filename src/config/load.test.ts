import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { tmpdir } from '../../test/support/tmpdir.ts';
import { exitCodeOf, isAutodevError } from '../work/errors.ts';
import { explainConfig } from './explain.ts';
import { exposedSecrets } from './exposed-secrets.ts';
import { loadConfig } from './load.ts';
import { redacted } from './keys/redact.ts';

describe('config.yaml on disk', () => {
  test('no file means defaults', async () => {
    await using tmp = await tmpdir();
    const { config, written } = await loadConfig(join(tmp.path, 'nowhere'), {});
    assert.deepEqual([written, config.repos, config.language], [false, [], 'en']);
  });

  test('a file that cannot be read is an error that names it', async () => {
    await using tmp = await tmpdir();
    const file = join(tmp.path, 'config.yaml');
    // A folder in its place cannot be read by anybody, root included.
    await mkdir(file);
    await assert.rejects(loadConfig(tmp.path, {}), (error) => {
      assert.ok(isAutodevError(error, 'invalid_config'));
      assert.equal(error.message, `cannot read ${file}`);
      assert.equal(exitCodeOf(error), 3);
      return true;
    });
  });

  test('~ is HOME of the environment', async () => {
    await using tmp = await tmpdir();
    await writeFile(join(tmp.path, 'config.yaml'), 'daemon: {log_dir: ~/logs}\n');
    assert.equal((await loadConfig(tmp.path, { HOME: '/home/ann' })).config.daemon.log_dir, '/home/ann/logs');
  });

  test('files with secrets that others can read are named', async () => {
    await using tmp = await tmpdir();
    const token = join(tmp.path, 'token');
    await writeFile(token, 'abc', { mode: 0o640 });
    const file = join(tmp.path, 'config.yaml');
    await writeFile(file, 'github: {token_file: token, reviewer_token: xyz}\n', { mode: 0o644 });
    assert.deepEqual(await exposedSecrets(await loadConfig(tmp.path, {})), [
      `${file} holds github.reviewer_token and others can read it; run: chmod 600 ${file}`,
      `${token} holds the token and others can read it; run: chmod 600 ${token}`,
    ]);
  });
});

describe('what is shown', () => {
  const SECRETS = `
github: {token: s3cret-a, reviewer_token: s3cret-b}
notify: {slack: {url: "https://hooks.example.org/s3cret-c"}, webhook: {url: "https://example.org/s3cret-d"}}
cluster: postgres://ann:s3cret-e@db/autodev
`;

  test('holds no secret, in the values and in their explanation', async () => {
    await using tmp = await tmpdir();
    await writeFile(join(tmp.path, 'config.yaml'), SECRETS);
    const loaded = await loadConfig(tmp.path, {});
    const shown = JSON.stringify([
      redacted(loaded.config),
      explainConfig(loaded, { GITHUB_TOKEN: 's3cret-f' }),
    ]);
    assert.doesNotMatch(shown, /s3cret/);
    assert.equal(shown.split('********').length - 1, 10);
    assert.equal(loaded.config.github.token, 's3cret-a');
  });

  test('says where each value comes from, the token of the environment too', async () => {
    await using tmp = await tmpdir();
    const file = join(tmp.path, 'config.yaml');
    await writeFile(file, 'language: ko\nrepos:\n  - url: https://github.com/org/app\n    model: opus\n');
    const loaded = await loadConfig(tmp.path, {});
    const values = explainConfig(loaded, { GH_TOKEN: 'abc' });
    const origin = (key: string) => values.find((value) => value.key === key)?.origin;
    assert.equal(origin('language'), `${file}:1`);
    assert.equal(origin('repos[org/app].model'), `${file}:4`);
    assert.equal(origin('repos[org/app].language'), `${file}:1`);
    assert.equal(origin('budget.per_item_usd'), 'default');
    assert.equal(origin('github.token'), 'environment GH_TOKEN');
  });
});
