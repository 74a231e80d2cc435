import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { tmpdir } from '../../test/support/tmpdir.ts';
import { isAutodevError } from '../work/errors.ts';
import { clusterAddress } from './cluster.ts';

const of = (cluster: string, env = {}) => clusterAddress({ cluster, cluster_password_file: undefined }, env);

describe("where a cluster's database is", () => {
  test('a machine without one has none', async () => {
    assert.equal(
      await clusterAddress({ cluster: undefined, cluster_password_file: undefined }, {}),
      undefined,
    );
  });

  test('beyond this machine the server has to prove its name, unless the URL says otherwise', async () => {
    assert.deepEqual((await of('postgres://a@db.example/x'))?.tls, { rejectUnauthorized: true });
    assert.equal((await of('postgres://a@127.0.0.1/x'))?.tls, false);
    assert.equal((await of('postgres://a@localhost/x?host=/run/postgresql'))?.tls, false);
    assert.equal((await of('postgres://a@db.example/x?sslmode=disable'))?.tls, false);
    assert.deepEqual((await of('postgres://a@db.example/x?sslmode=require'))?.tls, {
      rejectUnauthorized: false,
    });
    const ca = (await of('postgres://a@db.example/x?sslmode=verify-ca'))?.tls;
    assert.deepEqual(ca, { rejectUnauthorized: true, anyName: true });
  });

  test('a % that is no escape is a mistake in the URL, told without the password', async () => {
    await assert.rejects(of('postgres://a:100%secret@h/x'), (error) => {
      assert.ok(isAutodevError(error, 'invalid_config'));
      assert.doesNotMatch(`${error.message} ${error.why} ${error.hint}`, /secret/);
      return true;
    });
  });

  test('where a file is named for it the server has to prove its name on this machine too', async () => {
    await using tmp = await tmpdir();
    const file = join(tmp.path, 'ca.pem');
    await writeFile(file, 'a certificate');
    assert.deepEqual((await of(`postgres://a@localhost/x?sslrootcert=${file}`))?.tls, {
      rejectUnauthorized: true,
      ca: 'a certificate',
    });
  });

  test('the password of a file goes before that of the URL, and that before the environment', async () => {
    await using tmp = await tmpdir();
    const file = join(tmp.path, 'password');
    await writeFile(file, 'from-file\n', { mode: 0o600 });
    const url = 'postgres://a:from%20url@h/x?sslmode=disable';
    const env = { PGPASSWORD: 'from-env' };
    const ask = async (cluster: string, cluster_password_file?: string) =>
      (await clusterAddress({ cluster, cluster_password_file }, env))?.password;
    assert.deepEqual(
      [await ask(url, file), await ask(url), await ask('postgres://a@h/x?sslmode=disable')],
      ['from-file', 'from url', 'from-env'],
    );
    await chmod(file, 0o644);
    await assert.rejects(ask(url, file), { code: 'invalid_config' });
  });

  test('what it cannot use it names without the password', async () => {
    // Up to a character that is not escaped, the rest of a password is read as something else.
    for (const start of ['12/', '12?', '?', '12#'])
      await assert.rejects(of(`postgres://ann:${start}s3cret@h/x`, { USER: 'ann' }), (error) => {
        assert.ok(isAutodevError(error, 'invalid_config'), start);
        assert.doesNotMatch(JSON.stringify([error.message, error.why, error.hint]), /s3cret/);
        return true;
      });
    for (const rest of ['h/x?sslmode=prefer', 'h/x?timeout=3', 'h/x?sslmode=require&sslrootcert=/none']) {
      const error: unknown = await of(`postgres://ann:s3cret-s3cret@${rest}`).catch(
        (reason: unknown) => reason,
      );
      assert.ok(isAutodevError(error, 'invalid_config'), rest);
      assert.doesNotMatch(JSON.stringify([error.message, error.why, error.hint]), /s3cret/);
    }
  });
});
