import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { testHost } from '../../../test/support/host.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { withoutNamespace } from './process-isolation.ts';
import type { Host } from '../host.ts';
import { runSandboxed } from './run.ts';
import type { SandboxRules } from './sandbox.ts';
import { sandboxWorks } from './works.ts';

/** A word that stands in no other file of the machine, wherever this lies. */
const KEY = `key-of-${process.pid}-${process.hrtime.bigint()}`;

const plain = testHost();
const skip = !(await sandboxWorks(plain.processes, plain.env)) && 'bubblewrap does not work here';

function put(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A person's home with autodev's folder in it and a worktree in that, as on every machine. */
async function world(more: Partial<SandboxRules> = {}, at: { home?: string; autodev?: string } = {}) {
  const tmp = await tmpdir();
  const home = at.home === undefined ? join(tmp.path, 'home') : join(tmp.path, at.home);
  mkdirSync(join(tmp.path, 'really'), { recursive: true });
  if (at.home !== undefined) symlinkSync('really', home);
  put(home, {
    '.ssh/id': KEY,
    '.aws/credentials': KEY,
    '.config/gh/hosts.yml': KEY,
    '.netrc': KEY,
    '.npmrc': KEY,
    '.docker/config.json': KEY,
    '.bash_history': KEY,
    'other-project/secret': KEY,
    '.cargo/credentials.toml': KEY,
    '.cargo/bin/tool': '#!/bin/sh\necho tool runs\n',
  });
  execFileSync('chmod', ['+x', join(home, '.cargo/bin/tool')]);
  const autodev = join(home, '.autodev');
  if (at.autodev !== undefined) {
    mkdirSync(join(tmp.path, at.autodev));
    symlinkSync(join(tmp.path, at.autodev), autodev);
  }
  put(autodev, {
    'config.yaml': KEY,
    'autodev.db': KEY,
    token: KEY,
    'logs/today.log': KEY,
    'workspaces/o/r/issue-2/theirs.txt': KEY,
    'agents/claude/.credentials.json': KEY,
  });
  const base = join(autodev, 'workspaces/o/r/main');
  const worktree = join(autodev, 'workspaces/o/r/issue-1');
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', args, { cwd, stdio: 'pipe' }).toString();
  mkdirSync(base, { recursive: true });
  git(base, 'init', '-q', '-b', 'main');
  put(base, { 'a.txt': 'one\n' });
  git(base, 'add', '-A');
  git(base, '-c', 'user.name=T', '-c', 'user.email=t@example.invalid', 'commit', '-qm', 'first');
  git(base, 'worktree', 'add', '-q', '-b', 'work', worktree);
  const rules: SandboxRules = {
    hidden: [autodev],
    read: [],
    write: [],
    allowHosts: [],
    required: true,
    ...more,
  };
  const host: Host = { ...plain, sandbox: () => rules };
  const env = { ...plain.env, HOME: home, PATH: `${join(home, '.cargo/bin')}:${plain.env['PATH']}` };
  const run = (script: string, on = host, cwd = worktree) =>
    runSandboxed(on, 'sh', ['-c', script], {
      cwd,
      env,
      timeoutMs: 30_000,
      maxOutputBytes: 1024 * 1024,
    });
  return { tmp, home, autodev, base, worktree, rules, run, [Symbol.asyncDispose]: tmp[Symbol.asyncDispose] };
}

type World = Awaited<ReturnType<typeof world>>;

for (const [where, at] of [
  ['in a temporary folder', {}],
  ['behind a link', { home: 'linked' }],
  ["with autodev's folder behind a link", { autodev: 'elsewhere' }],
] as const) {
  describe(`a sandbox for a home ${where}`, { skip }, () => {
    test('shows the worktree and nothing of the home or of autodev', async () => {
      await using it: World = await world({}, at);
      const done = await it.run(
        `cat a.txt; cd ${it.worktree} && pwd -P; grep -rs ${KEY} ${it.home} ${it.autodev} ~ ${it.tmp.path} /tmp; echo searched`,
      );
      assert.deepEqual(done.stdout.toString().trim().split('\n'), [
        'one',
        realpathSync(it.worktree),
        'searched',
      ]);
    });

    test('lets it write in its worktree, and nowhere else', async () => {
      await using it: World = await world({}, at);
      const places = [it.autodev, it.base, join(it.worktree, '..', 'issue-2'), '/usr', '/etc', '/'];
      const done = await it.run(
        `echo new > made.txt; for d in ${places.join(' ')}; do touch $d/x 2>/dev/null && echo wrote $d; done; echo scratch > ~/x && cat ~/x`,
      );
      assert.equal(done.stdout.toString(), 'scratch\n');
      assert.equal(readFileSync(join(it.worktree, 'made.txt'), 'utf8'), 'new\n');
      assert.equal(existsSync(join(it.home, 'x')), false, 'its home ends with it');
    });

    test('git reads, and nothing of its own can be changed', async () => {
      await using it: World = await world({}, at);
      const done = await it.run(
        [
          'echo two >> a.txt; git status --porcelain; git diff --stat | tail -1; git log --format=%s',
          `cd ${it.base}/.git && for f in hooks/post-commit config HEAD refs/heads/x; do echo x 2>/dev/null > $f && echo wrote $f; done; cd ${it.worktree}`,
          'rm -f .git; mv .git elsewhere; git commit -qam x && echo committed; exit 0',
        ].join('\n'),
      );
      assert.deepEqual(done.stdout.toString().trim().split('\n'), [
        'M a.txt',
        ' 1 file changed, 1 insertion(+)',
        'first',
      ]);
      assert.equal(existsSync(join(it.worktree, '.git')), true);
    });
  });
}

describe('a sandbox', { skip }, () => {
  test('has processes of its own: the environment of no other can be read', async () => {
    await using it: World = await world();
    const done = await it.run(
      `cat /proc/${process.pid}/environ; kill -0 ${process.pid}; ls /proc | grep -c '^[0-9]'`,
    );
    assert.match(done.stderr, /No such (file|process)/);
    assert.ok(Number(done.stdout.toString()) < 10);
  });

  test('cannot be left by mounting, also not as root', async () => {
    await using it: World = await world();
    const done = await it.run(
      `mount -o remount,rw,bind / && echo out; umount ${it.home} && echo out; unshare -rm sh -c 'mount -o remount,rw,bind / && echo out; umount -l ${it.home} && echo out'; grep CapEff /proc/self/status`,
    );
    assert.match(done.stdout.toString(), /^CapEff:\t0000000080000000\n$|^CapEff:\t0{16}\n$/);
  });

  test('has a /tmp of its own, gone after it', async () => {
    await using it: World = await world();
    const name = `left-${process.pid}`;
    const done = await it.run(
      `echo x > /tmp/${name} && echo y > $TMPDIR/${name} && cat /tmp/${name}; echo $TMPDIR`,
    );
    const [seen, tmp = ''] = done.stdout.toString().split('\n');
    assert.equal(seen, 'x');
    assert.equal(existsSync(join('/tmp', name)), false);
    assert.equal(existsSync(tmp), false);
  });

  test('shows tools below the home, but not the logins beside them', async () => {
    await using it: World = await world();
    const done = await it.run('tool; ls ~/.cargo; cat ~/.cargo/credentials.toml; echo x > ~/.cargo/bin/tool');
    assert.match(done.stdout.toString(), /^tool runs\nbin\ncredentials\.toml\n$/);
    assert.match(done.stderr, /Read-only/);
  });

  test('gives package managers that may reach a registry a cache to write, and keeps nothing of it', async () => {
    await using it: World = await world();
    put(it.home, { '.cargo/registry/old': 'old' });
    const script = 'echo new > ~/.cargo/registry/new; ls ~/.cargo/registry';
    const rules = { ...it.rules, allowHosts: ['registry.example.org'] };
    const reaching = await it.run(script, { ...plain, sandbox: () => rules });
    assert.equal(reaching.stdout.toString(), 'new\n');
    assert.equal((await it.run(script)).stdout.toString(), 'old\n');
    const theirs = { ...rules, write: [join(it.home, '.cargo/registry')] };
    assert.equal((await it.run(script, { ...plain, sandbox: () => theirs })).stdout.toString(), 'new\nold\n');
  });

  test('shows what a person says, to read or to write, and no secret in it', async () => {
    await using it: World = await world();
    const rules = { ...it.rules, read: [it.home], write: [join(it.home, 'other-project')] };
    const done = await it.run(
      `cat ~/.bash_history ~/other-project/secret; echo; cat ~/.netrc ~/.ssh/id ~/.autodev/config.yaml; echo x > ~/other-project/made; echo x > ~/made`,
      { ...plain, sandbox: () => rules },
    );
    assert.equal(done.stdout.toString(), `${KEY}${KEY}\n`);
    assert.equal(existsSync(join(it.home, 'other-project/made')), true);
    assert.equal(existsSync(join(it.home, 'made')), false);
  });

  test('shows nothing of a home that is itself a repository', async () => {
    await using it: World = await world();
    execFileSync('git', ['init', '-q'], { cwd: it.home });
    const cwd = join(it.home, 'other-project');
    const done = await it.run(
      'ls -A ~ | grep -v other-project; ls -A ~/.autodev; cat ~/.bash_history',
      undefined,
      cwd,
    );
    assert.deepEqual([done.stdout.toString(), done.code], ['.autodev\n.cargo\n', 1]);
  });

  test('shows nothing of a home because a program lies in it', async () => {
    await using it: World = await world();
    put(it.home, { 'mine.sh': '#!/bin/sh\nls -A ~; cat ~/.netrc\n' });
    execFileSync('chmod', ['+x', join(it.home, 'mine.sh')]);
    const env = { ...plain.env, HOME: it.home, PATH: `${it.home}:${plain.env['PATH']}` };
    const limits = { timeoutMs: 30_000, maxOutputBytes: 1024 * 1024 };
    const done = await runSandboxed({ ...plain, sandbox: () => it.rules }, 'mine.sh', [], {
      configured: true,
      cwd: it.worktree,
      env,
      ...limits,
    });
    assert.equal(done.stdout.toString(), '.autodev\n.cargo\nmine.sh\n');
  });

  test('a configured program in the worktree shows nothing by where it leads, and its folder can be written', async () => {
    await using it: World = await world();
    const outside = join(it.home, 'private', 'bin');
    put(outside, { 'tool.sh': '#!/bin/sh\nexit 0\n' });
    put(join(it.worktree, 'venv', 'bin'), { run: '#!/bin/sh\ntouch venv/bin/made && ls -A ~\n' });
    execFileSync('chmod', ['+x', join(it.worktree, 'venv', 'bin', 'run')]);
    execFileSync('chmod', ['+x', join(outside, 'tool.sh')]);
    symlinkSync(join(outside, 'tool.sh'), join(it.worktree, 'venv', 'bin', 'link'));
    const start = (command: string) =>
      runSandboxed({ ...plain, sandbox: () => it.rules }, command, [], {
        configured: true,
        cwd: it.worktree,
        env: { ...plain.env, HOME: it.home },
        timeoutMs: 30_000,
        maxOutputBytes: 1024 * 1024,
      });
    const done = await start('venv/bin/run');
    assert.deepEqual([done.code, done.stdout.toString().includes('private')], [0, false], done.stderr);
    assert.ok(existsSync(join(it.worktree, 'venv', 'bin', 'made')));
    assert.notEqual((await start('venv/bin/link')).code, 0, 'what it leads to is not there');
  });

  test('has the environment it was given, the way to the network, and nothing else', async () => {
    await using it: World = await world();
    const done = await it.run('env | cut -d= -f1');
    const network = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'NO_PROXY', 'no_proxy'];
    const shell = ['PWD', 'OLDPWD', 'SHLVL', '_'];
    const ours = ['NODE_USE_ENV_PROXY', 'AUTODEV_PROGRAM', 'GIT_TERMINAL_PROMPT', 'TMPDIR'];
    const known = new Set([...Object.keys(plain.env), ...network, ...shell, ...ours]);
    const names = done.stdout.toString().trim().split('\n');
    assert.ok(names.includes('GIT_TERMINAL_PROMPT') && names.includes('HOME'));
    assert.deepEqual(
      names.filter((name) => !known.has(name)),
      [],
    );
  });

  test('leaves no process behind', async () => {
    await using it: World = await world();
    const name = `41.${process.pid}`;
    await it.run(`(env -i setsid sleep ${name} &); sleep 0.1`);
    assert.equal(execFileSync('ps', ['-eo', 'args']).toString().includes(`sleep ${name}`), false);
  });
});

describe('where bubblewrap does not work', () => {
  const bare = (rules: SandboxRules): Host => ({
    ...plain,
    processes: withoutNamespace(plain.processes),
    sandbox: () => rules,
  });

  test('a program runs without a sandbox', async () => {
    await using it: World = await world();
    const done = await it.run('cat ~/.netrc', bare({ ...it.rules, required: false }));
    assert.equal(done.stdout.toString(), KEY);
  });

  test('where one is required, nothing runs', async () => {
    await using it: World = await world();
    await assert.rejects(it.run('echo x > ran', bare(it.rules)), { code: 'gate_closed' });
    assert.equal(existsSync(join(it.worktree, 'ran')), false);
  });
});
