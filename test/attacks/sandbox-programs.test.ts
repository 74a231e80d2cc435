import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runSandboxed } from '../../src/host/sandbox/run.ts';
import type { SandboxRules } from '../../src/host/sandbox/sandbox.ts';
import { sandboxWorks } from '../../src/host/sandbox/works.ts';
import { testHost } from '../support/host.ts';
import { tmpdir, type TmpDir } from '../support/tmpdir.ts';
import { ATTACKS, type Outside } from './sandbox-programs.ts';

const host = testHost();
const skip = !(await sandboxWorks(host.processes, host.env)) && 'bubblewrap does not work here';

/** Runs every program of a folder, four at a time, and tells what each printed. */
const DRIVER = `
const { spawn } = require('node:child_process'); const fs = require('node:fs');
const names = fs.readdirSync('attacks').sort(); const said = {};
const one = () => { const name = names.shift(); if (!name) return; const [, how] = name.split('.');
  const child = spawn({ perl: 'perl', sh: 'sh', node: 'node' }[how], ['attacks/' + name], { stdio: ['ignore', 'pipe', 'pipe'], timeout: 10000, killSignal: 'SIGKILL' });
  said[name] = ''; for (const s of [child.stdout, child.stderr]) s.on('data', (d) => { said[name] = (said[name] + d).slice(0, 2000); });
  child.on('close', () => { one(); if (--running === 0) fs.writeFileSync('said.json', JSON.stringify(said)); });
};
let running = names.length; for (let i = 0; i < 4; i += 1) one();
`;

function put(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

describe('programs in a sandbox', { skip }, () => {
  let tmp: TmpDir;
  let said: Record<string, string>;
  let outside: Outside;
  let worktree: string;
  let homeBefore: string[];
  const connections: string[] = [];
  const ends: (() => unknown)[] = [];

  const listen = async (where: string | number) => {
    const server = createServer((socket) => {
      connections.push(String(where));
      socket.destroy();
    });
    await new Promise<void>((resolve) =>
      typeof where === 'number' ? server.listen(where, '127.0.0.1', resolve) : server.listen(where, resolve),
    );
    ends.push(() => server.close());
    return server;
  };

  before(async () => {
    tmp = await tmpdir();
    const secret = `secret-${process.pid}-${process.hrtime.bigint()}`;
    const home = join(tmp.path, 'home');
    const autodev = join(home, '.autodev');
    worktree = join(autodev, 'workspaces/o/r/issue-1');
    const base = join(autodev, 'workspaces/o/r/main');
    put(tmp.path, { 'outside/canary': secret, 'shown/readme': 'shown' });
    put(home, { '.ssh/id': secret, '.bashrc': 'mine', '.netrc': secret });
    put(autodev, { 'config.yaml': secret, 'autodev.db': secret, token: secret });
    mkdirSync(base, { recursive: true });
    const git = (...args: string[]) => execFileSync('git', args, { cwd: base, stdio: 'ignore' });
    git('init', '-q', '-b', 'main');
    git(
      '-c',
      'user.name=T',
      '-c',
      'user.email=t@example.invalid',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'x',
    );
    git('worktree', 'add', '-q', worktree);
    const neighbour = spawn('sleep', ['300'], { env: { CANARY: secret }, stdio: 'ignore' });
    ends.push(() => neighbour.kill('SIGKILL'));
    const tcp = await listen(0);
    const socket = join(tmp.path, 'shown', 'service.sock');
    const abstract = `autodev-canary-${process.pid}`;
    await listen(socket);
    await listen(`\0${abstract}`);
    await listen(join(autodev, 'daemon.sock'));
    outside = {
      secret,
      autodev,
      home,
      canary: join(tmp.path, 'outside/canary'),
      pid: neighbour.pid ?? 0,
      socket,
      abstract,
      port: (tcp.address() as AddressInfo).port,
    };
    homeBefore = listing(home);
    for (const [index, attack] of ATTACKS.entries())
      put(worktree, { [`attacks/${String(index).padStart(3, '0')}.${attack.run}`]: attack.text(outside) });
    const rules: SandboxRules = {
      hidden: [autodev],
      read: [join(tmp.path, 'shown')],
      write: [],
      allowHosts: [],
      required: true,
      limits: { processes: 512, fileMb: 64 },
    };
    const env = { ...host.env, HOME: home };
    const done = await runSandboxed({ ...host, sandbox: () => rules }, 'node', ['-e', DRIVER], {
      cwd: worktree,
      env,
      timeoutMs: 120_000,
      maxOutputBytes: 1024 * 1024,
    });
    assert.equal(done.code, 0, done.stderr);
    said = JSON.parse(readFileSync(join(worktree, 'said.json'), 'utf8')) as Record<string, string>;
  });

  after(async () => {
    for (const end of ends) end();
    await tmp[Symbol.asyncDispose]();
  });

  for (const [index, attack] of ATTACKS.entries())
    test(`${attack.name} is refused`, () => {
      const text = said[`${String(index).padStart(3, '0')}.${attack.run}`] ?? '';
      assert.match(text, /tried\s*$/, 'the program really ran to its end');
      assert.doesNotMatch(text, /PWNED/);
      assert.ok(!text.includes(outside.secret), 'no secret was printed');
    });

  test('there are at least sixty of them', () => {
    assert.ok(ATTACKS.length >= 60, String(ATTACKS.length));
  });

  test('nothing outside has changed, and nobody outside was asked', () => {
    assert.equal(readFileSync(outside.canary, 'utf8'), outside.secret);
    assert.equal(readFileSync(join(outside.home, '.bashrc'), 'utf8'), 'mine');
    assert.deepEqual(listing(outside.home), homeBefore);
    assert.deepEqual(connections, []);
    assert.equal(existsSync(`/proc/${outside.pid}`), true, 'the process outside is alive');
    assert.match(readFileSync(join(worktree, '.git'), 'utf8'), /^gitdir: /);
  });
});

/** Everything below a home but what the worktree itself holds. */
function listing(home: string): string[] {
  return readdirSync(home, { recursive: true })
    .map(String)
    .filter((path) => !path.includes('workspaces/o/r/issue-1'))
    .sort();
}
