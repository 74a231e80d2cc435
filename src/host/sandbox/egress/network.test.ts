import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { testHost } from '../../../../test/support/host.ts';
import { tmpdir } from '../../../../test/support/tmpdir.ts';
import { startIsolated } from '../start.ts';
import { collect } from '../../process/collect.ts';
import { runSandboxed } from '../run.ts';
import type { SandboxRules } from '../sandbox.ts';
import type { ModelAccess } from './model-access.ts';
import { MODEL_URL } from './network.ts';
import { prepareSandbox } from '../prepare.ts';
import { sandboxWorks } from '../works.ts';

const host = testHost();
const skip = !(await sandboxWorks(host.processes, host.env)) && 'bubblewrap does not work here';

/** Somebody outside, on this machine's loopback, who answers every request and remembers it. */
async function outside(answer: (request: IncomingMessage) => string = () => 'hello') {
  const seen: IncomingMessage[] = [];
  const server: Server = createServer((request, response) => {
    seen.push(request);
    request.resume().once('end', () => response.end(answer(request)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    seen,
    place,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const rulesWith = (allowHosts: readonly string[]): SandboxRules => ({
  hidden: [],
  read: [],
  write: [],
  allowHosts,
  required: true,
});

/** A connection that does not ask the proxy. */
const direct = (place: string) =>
  `require('node:net').connect(${JSON.stringify(Number(place.split(':')[1]))}, '127.0.0.1').on('connect', () => { console.log('connected'); process.exit(); }).on('error', (e) => console.log(e.code));`;

async function inSandbox(script: string, allow: readonly string[] = [], type = 'module') {
  await using tmp = await tmpdir();
  const done = await runSandboxed(
    { ...host, sandbox: () => rulesWith(allow) },
    process.execPath,
    [`--input-type=${type}`, '-e', script],
    { cwd: tmp.path, env: host.env, timeoutMs: 30_000, maxOutputBytes: 100_000 },
  );
  return { ...done, said: done.stdout.toString().trim() };
}

describe('the network of a sandbox', { skip }, () => {
  test('nothing outside can be reached directly, not even on this machine', async () => {
    await using other = await outside();
    const { said } = await inSandbox(direct(other.place), [other.place], 'commonjs');
    assert.match(said, /^E(CONNREFUSED|NETUNREACH)$/);
    assert.equal(other.seen.length, 0);
  });

  test('an allowed host is reached by way of the proxy', async () => {
    await using other = await outside();
    const viaProxy = await inSandbox(
      `const http = require('node:http'); http.get({ host: '127.0.0.1', port: 47113, path: 'http://${other.place}/x' }, (r) => { console.log(r.statusCode); r.pipe(process.stdout); });`,
      [other.place],
      'commonjs',
    );
    assert.equal(viaProxy.said, '200\nhello');
    assert.equal(other.seen.at(-1)?.url, '/x');
  });

  test('an offer to go on in another protocol is not passed on, and not in the way', async () => {
    await using other = await outside();
    const { said } = await inSandbox(
      `const http = require('node:http'); const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'x' };
       http.get({ host: '127.0.0.1', port: 47113, path: 'http://${other.place}/x', headers }, (r) => { console.log(r.statusCode); r.pipe(process.stdout); });`,
      [other.place],
      'commonjs',
    );
    assert.equal(said, '200\nhello');
    const { upgrade, 'http2-settings': settings } = other.seen.at(-1)?.headers ?? {};
    assert.deepEqual([upgrade, settings], [undefined, undefined]);
  });

  test('any other is refused, and says so', async () => {
    await using other = await outside();
    const { said, stderr } = await inSandbox(
      `const http = require('node:http'); http.get({ host: '127.0.0.1', port: 47113, path: 'http://${other.place}/x' }, (r) => { console.log(r.statusCode); r.pipe(process.stdout); });
       http.request({ host: '127.0.0.1', port: 47113, method: 'CONNECT', path: 'example.org:443' }).on('connect', (r) => console.log('tunnel', r.statusCode)).end();`,
      [],
      'commonjs',
    );
    assert.match(said, /^403$/m);
    assert.match(said, new RegExp(`${other.place} is not in sandbox\\.allow_hosts`));
    assert.match(said, /^tunnel 403$/m);
    assert.match(stderr, /example\.org:443 is not in sandbox\.allow_hosts/, 'whoever ran it is told too');
    assert.equal(other.seen.length, 0);
  });

  test('an allowed tunnel carries anything, both ways', async () => {
    await using other = await outside();
    const { said } = await inSandbox(
      `require('node:http').request({ host: '127.0.0.1', port: 47113, method: 'CONNECT', path: '${other.place}' }).on('connect', (r, socket) => { socket.pipe(process.stdout); socket.write('GET /t HTTP/1.1\\r\\nhost: x\\r\\nconnection: close\\r\\n\\r\\n'); }).end();`,
      [other.place],
      'commonjs',
    );
    assert.match(said, /^HTTP\/1\.1 200 OK[\s\S]*hello$/);
  });
});

describe("the model's door", { skip }, () => {
  const run = async (script: string, model: ModelAccess) => {
    await using tmp = await tmpdir();
    await using scratch = await tmpdir();
    const sandbox = await prepareSandbox(
      { rules: rulesWith([]), scratch: scratch.path, worktree: { path: tmp.path, write: true } },
      { model, refused: () => {} },
    );
    const program = await startIsolated(
      host.processes,
      process.execPath,
      ['--input-type=module', '-e', script],
      { cwd: tmp.path, env: { ...host.env, KEY: 'stand-in', MARK: '1' }, mark: 'MARK', sandbox },
    );
    const out = collect(program.stdout, 100_000);
    await program.exited;
    await program.reap();
    await out.ended;
    await sandbox.close();
    return out.bytes().toString().trim();
  };

  const REAL = 'sk-ant-the-real-key-0123456789';
  const access = (place: string, more: Partial<ModelAccess> = {}): ModelAccess => ({
    upstream: `http://${place}/base`,
    secrets: [{ standIn: 'stand-in', real: REAL }],
    authentication: ['x-api-key', 'authorization'],
    calls: [{ method: 'POST', path: /^\/v1\/messages$/ }],
    refusal: () => undefined,
    asked: () => () => {},
    ...more,
  });

  test('adds the credential that the sandbox does not have, and takes it out of what comes back', async () => {
    await using api = await outside(({ headers }) => JSON.stringify({ key: headers['x-api-key'] }));
    let told = '';
    const said = await run(
      `const r = await fetch('${MODEL_URL}/v1/messages?beta=true', { method: 'POST', body: '{}', headers: { 'x-api-key': process.env.KEY } }); console.log(await r.text());`,
      access(api.place, { asked: () => (text) => void (told += text) }),
    );
    assert.equal(api.seen[0]?.headers['x-api-key'], REAL);
    assert.equal(api.seen[0]?.url, '/base/v1/messages?beta=true');
    assert.equal(said, '{"key":"stand-in"}');
    assert.equal(told, said);
  });

  test('is shut when it is told to', async () => {
    await using api = await outside();
    const said = await run(
      `const r = await fetch('${MODEL_URL}/v1/messages', { method: 'POST', body: '{}' }); console.log(r.status, await r.text());`,
      access(api.place, { secrets: [], refusal: () => 'enough' }),
    );
    assert.equal(said, '403 autodev: enough');
    assert.equal(api.seen.length, 0);
  });

  test('a model that cannot be reached is an answer too', async () => {
    const said = await run(
      `console.log((await fetch('${MODEL_URL}/v1/messages', { method: 'POST', body: '{}' })).status);`,
      access('127.0.0.1:1', { secrets: [] }),
    );
    assert.equal(said, '502');
  });
});
