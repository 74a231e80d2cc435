import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { clusterAddress } from '../../src/config/cluster.ts';
import { openPostgres as connectTo } from '../../src/host/db/postgres.ts';
import { openAuthority } from '../support/certificates.ts';
import { startProgram } from '../support/cli-world.ts';
import { openPostgres, withoutPostgres } from '../support/postgres.ts';
import { tmpdir } from '../support/tmpdir.ts';

const skip =
  withoutPostgres() ??
  (spawnSync('openssl', ['version']).status === 0 ? undefined : 'openssl is not installed');
const NOBODY = 65_534;
const LOOPBACK = '127.0.0.1/32';
/** Who may come in: `open` without a password, `word` with one, `sealed` only encrypted, `card` with a certificate. */
const HBA = `
host    open   all ${LOOPBACK} trust
host    word   all ${LOOPBACK} scram-sha-256
hostssl sealed all ${LOOPBACK} trust
hostssl card   all ${LOOPBACK} cert
`;

async function openServer() {
  const tmp = await tmpdir();
  chmodSync(tmp.path, 0o755);
  const [ours, others] = [openAuthority(tmp.path, 'ours'), openAuthority(tmp.path, 'others')];
  const { key, cert } = ours.sign('server', 'DNS:localhost');
  for (const file of [key, cert]) chownSync(file, NOBODY, NOBODY);
  const tls = [`ssl_cert_file=${cert}`, `ssl_key_file=${key}`, `ssl_ca_file=${ours.cert}`, 'ssl=on'];
  const server = await openPostgres(undefined, {
    hba: `host postgres all ${LOOPBACK} trust\n${HBA}`,
    settings: tls.flatMap((each) => ['-c', each]),
  });
  const ask = async (sql: string) => {
    const pool = await connect(`postgres://tester@127.0.0.1:${server.port}/postgres`);
    try {
      await pool.query(sql);
    } finally {
      await pool.close();
    }
  };
  await ask("ALTER ROLE tester PASSWORD 'right-word'");
  for (const name of ['open', 'word', 'sealed', 'card']) await ask(`CREATE DATABASE ${name}`);
  return { path: tmp.path, port: server.port, ours, others, server, tmp };
}

/** As a config.yaml names it. */
async function connect(url: string) {
  const address = await clusterAddress({ cluster: url, cluster_password_file: undefined }, {});
  if (address === undefined) throw new Error('no address');
  return connectTo({ ...address, schema: 'public', program: 'autodev test', connections: 1 });
}

const at = skip === undefined ? await openServer() : undefined;
after(async () => {
  await at?.server[Symbol.asyncDispose]();
  await at?.tmp[Symbol.asyncDispose]();
});

/** Whether what was asked went over an encrypted connection. */
async function isSealed(rest: string, host = '127.0.0.1'): Promise<boolean> {
  const pool = await connect(`postgres://tester@${host}:${at?.port}/${rest}`);
  try {
    const { rows } = await pool.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    return (rows as { ssl: boolean }[])[0]?.ssl === true;
  } finally {
    await pool.close();
  }
}

const refused = (rest: string, why: RegExp, host?: string) =>
  assert.rejects(isSealed(rest, host), (error: Error & { why?: string; code?: string }) => {
    assert.equal(error.code, 'invalid_config', error.message);
    assert.match(`${error.message}: ${error.why}`, why);
    return true;
  });

describe("the connection to a cluster's database", skip === undefined ? {} : { skip }, () => {
  const { path, ours, others } = at ?? { path: '', ours: { cert: '' }, others: { cert: '' } };

  test('is what sslmode says: open, encrypted, or to nobody but an authority vouches for', async () => {
    assert.equal(await isSealed('open'), false);
    assert.equal(await isSealed('sealed?sslmode=require'), true);
    assert.equal(await isSealed(`sealed?sslmode=verify-ca&sslrootcert=${ours.cert}`), true);
    await refused('sealed', /does not let this machine in/);
    await refused('sealed?sslmode=verify-ca', /cannot be secured/);
    await refused(`sealed?sslmode=verify-ca&sslrootcert=${others.cert}`, /cannot be secured/);
  });

  test('is only to the host that the certificate is for, be it a name or an address', async () => {
    const full = `sealed?sslmode=verify-full&sslrootcert=${ours.cert}`;
    assert.equal(await isSealed(full, 'localhost'), true);
    await refused(full, /IP: 127\.0\.0\.1 is not in the cert/);
  });

  test('is secured where a file is named for that, also on this machine', async () => {
    await refused(`open?sslrootcert=${others.cert}`, /cannot be secured/, 'localhost');
    assert.equal(await isSealed(`open?sslrootcert=${ours.cert}`, 'localhost'), true);
  });

  test('shows the certificate that the URL names; one that fits nothing is a mistake in it', async () => {
    const good = at?.ours.sign('tester') ?? assert.fail();
    const other = at?.others.sign('tester') ?? assert.fail();
    await refused('card?sslmode=require', /certificate/);
    for (const key of [ours.cert, other.key])
      await refused(`card?sslmode=require&sslcert=${good.cert}&sslkey=${key}`, /cannot be secured/);
    assert.equal(await isSealed(`card?sslmode=require&sslcert=${good.cert}&sslkey=${good.key}`), true);
  });

  test('that wants a password where there is none is told so, and the command ends', async () => {
    await refused('word', /wants a password/);
    const config = `cluster: postgres://tester@127.0.0.1:${at?.port}/word\n`;
    await writeFile(join(path, 'config.yaml'), config, { mode: 0o600 });
    const { code, err } = await startProgram({ cwd: path, home: path, alive: new Set() }, ['list']).ended;
    assert.deepEqual([code, /wants a password/.test(err), /a bug in autodev/.test(err)], [3, true, false]);
  });
});
