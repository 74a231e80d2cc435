import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { testHost } from '../../../test/support/host.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { isAutodevError } from '../../work/errors.ts';
import { findToken } from './token.ts';

/** A `gh` of our own on a PATH of our own: no login of this machine is touched. */
async function hostWithGh(folder: string, script: string) {
  await writeFile(join(folder, 'gh'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return testHost({ env: { PATH: `${folder}:/usr/bin:/bin`, HOME: folder } });
}

describe('where the token comes from', () => {
  test('the environment first, then the file, then gh', async () => {
    await using tmp = await tmpdir();
    const host = await hostWithGh(
      tmp.path,
      '[ "$1 $2 $3 $4" = "auth token --hostname ghe.test" ] && echo token-of-gh',
    );
    const file = join(tmp.path, 'token');
    await writeFile(file, 'token-of-the-file\n', { mode: 0o600 });
    const gh = { hostname: 'ghe.test' };
    assert.deepEqual(await findToken(host, { environment: [undefined, ' ', 'token-of-env'], file, gh }), {
      token: 'token-of-env',
      from: 'environment',
    });
    assert.deepEqual(await findToken(host, { environment: ['', undefined], file, gh }), {
      token: 'token-of-the-file',
      from: 'file',
    });
    assert.deepEqual(await findToken(host, { file: join(tmp.path, 'none'), gh }), {
      token: 'token-of-gh',
      from: 'gh',
    });
  });

  test('a file that others can read is refused', async () => {
    await using tmp = await tmpdir();
    const file = join(tmp.path, 'token');
    await writeFile(file, 'token-of-the-file');
    for (const mode of [0o644, 0o640, 0o604]) {
      await chmod(file, mode);
      await assert.rejects(
        findToken(testHost(), { file }),
        (error) => isAutodevError(error, 'invalid_config') && /chmod 600/.test(error.hint ?? ''),
      );
    }
  });

  test('nothing anywhere is an error that says what to do; gh that fails or is missing is not asked again', async () => {
    await using tmp = await tmpdir();
    const host = await hostWithGh(tmp.path, 'echo "not logged in" >&2; exit 1');
    const none = (error: unknown) =>
      isAutodevError(error, 'forge_unauthorized') && /GITHUB_TOKEN/.test(error.hint ?? '');
    await assert.rejects(findToken(host, { gh: { hostname: 'github.com' } }), none);
    const without = testHost({ env: { PATH: join(tmp.path, 'nowhere'), HOME: tmp.path } });
    await assert.rejects(findToken(without, { gh: { hostname: 'github.com' } }), none);
  });

  test('what is not a token is refused without being shown', async () => {
    for (const bad of ['two words', 'line\nline-line', 'short', 'x'.repeat(2_000)]) {
      await assert.rejects(findToken(testHost(), { environment: [bad] }), (error) => {
        assert.ok(isAutodevError(error, 'invalid_config'));
        assert.ok(!JSON.stringify([error.message, error.hint]).includes(bad));
        return true;
      });
    }
  });
});
