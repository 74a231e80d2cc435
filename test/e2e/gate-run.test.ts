import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { openHost } from '../../src/host/host.ts';
import { prepareSandbox } from '../../src/host/sandbox/prepare.ts';
import { startIsolated } from '../../src/host/sandbox/start.ts';
import { changeState } from '../../src/workflows/develop/state/state-file.ts';
import { root } from '../support/gate.ts';
import { PHASES, gateWorld, runFile, type GatePhase, type GateWorld } from '../support/gate-world.ts';
import { tmpdir } from '../support/tmpdir.ts';

const [WRITING_CLOSED, FINISHING_CLOSED, OPEN] = PHASES as [GatePhase, GatePhase, GatePhase];

/** 150 things people do, in words that fit every phase; `>` marks those that write and so wait for writing to open. */
const ORDINARY = readFileSync(new URL('../support/commands/ordinary.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.replaceAll('⏎', '\n'));

/** Waits until no process has these words: what is ended takes a moment to be gone. */
async function gone(words: string): Promise<void> {
  const found = () => spawnSync('pgrep', ['-f', words.replaceAll('.', '[.]')], { encoding: 'utf8' }).stdout;
  for (let round = 0; round < 600 && found() !== ''; round += 1) await setTimeout(100);
  assert.equal(found(), '', `${words} goes on`);
}

/** Runs a line with and without the gate; both must tell the same. */
async function alike(world: GateWorld, line: string): Promise<void> {
  const reason = world.judge(line);
  const ready = reason === undefined ? line : world.ready(reason);
  assert.notEqual(ready, undefined, `${line} is refused without a way: ${reason}`);
  const run = (text: string) =>
    new Promise<[status: number | null, out: string, err: string]>((resolve) => {
      const child = spawn('bash', ['-c', text], { cwd: world.project, env: world.env });
      const said = { out: '', err: '' };
      child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
      child.once('close', (status) => resolve([status, said.out, said.err]));
      child.stdin.end();
    });
  const [status, out, err] = await run(ready ?? '');
  const [bareStatus, bareOut] = await run(line);
  assert.deepEqual([line, status, out], [line, bareStatus, bareOut], err);
}

const AT_ONCE = 4;

/** Those that write build on each other; the rest share nothing. */
async function allAlike(world: GateWorld, lines: readonly string[]): Promise<void> {
  const left = lines.filter((line) => !line.startsWith('>'));
  const next = async (): Promise<void> => {
    for (let line = left.shift(); line !== undefined; line = left.shift()) await alike(world, line);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  for (const line of lines.filter((each) => each.startsWith('>'))) await alike(world, line.slice(2));
}

describe('ordinary commands pass at once or with the one ready line, and tell the same', () => {
  for (const phase of PHASES) {
    test(phase.name, async () => {
      await using world = await gateWorld();
      world.enter(phase);
      const lines = ORDINARY.filter((line) => phase !== WRITING_CLOSED || !line.startsWith('>'));
      assert.ok(lines.length >= 150, `${lines.length} lines`);
      await allAlike(world, lines);
    });
  }

  test('plain commands pass as they are when the work is done and only its file is left', async () => {
    await using world = await gateWorld();
    world.enter({ name: 'done', phase: 'DONE', open: [], holds: [] });
    for (const line of ['npm test', 'git push', 'npm run build && git commit -m x'])
      assert.equal(world.judge(line), undefined, line);
    for (const line of ['rm -rf .develop-workflow', 'sh -c "npm test"; x=$(date)'])
      assert.notEqual(world.judge(line), undefined, line);
  });

  test('the form of the page passes: with the program on the path, wherever that lies, and without', async () => {
    await using world = await gateWorld();
    world.enter(FINISHING_CLOSED);
    const bin = join(world.path, 'bin');
    mkdirSync(bin);
    const { decide } = await import('../support/gate.ts');
    const judge = (command: string, path: string) =>
      decide(
        { cwd: world.project, tool_name: 'Bash', tool_input: { command } },
        { ...world.env, PATH: path },
        world.project,
        'works',
      );
    const line = 'autodev develop run -- npm test';
    assert.equal(judge(line, world.env['PATH'] ?? ''), null);
    symlinkSync(join(root, 'bin', 'autodev.mjs'), join(bin, 'autodev'));
    assert.equal(judge(line, `${bin}:${world.env['PATH']}`), null);
    assert.notEqual(judge(line, `${join(world.project, 'bin')}:${world.env['PATH']}`), null);
    assert.notEqual(judge(`${line}; ls`, `${world.project}:${world.env['PATH']}`), null);
  });

  test('most of what only reads needs no sandbox at all', async () => {
    await using world = await gateWorld();
    world.enter(WRITING_CLOSED);
    for (const line of [
      'ls -la',
      'git status',
      'git diff HEAD~1',
      'git log --oneline -5',
      'cat a.txt | head -2',
      'grep -rn a .',
      'cd src && ls',
      'find . -name "*.ts"',
      'rg -n foo',
      "sed -n '1,5p' a.txt",
      'git show HEAD --stat 2>/dev/null',
      'wc -l *.txt',
      'git branch --show-current',
    ])
      assert.equal(world.judge(line), undefined, line);
  });
});

describe('a command in the sandbox is as it is without', () => {
  const start = (world: GateWorld, words: readonly string[]) =>
    spawn(process.execPath, [runFile, '--', ...words], { cwd: world.project, env: world.env });

  test('exit code, output, error output, standard input and a death by signal', async () => {
    await using world = await gateWorld();
    world.enter(FINISHING_CLOSED);
    for (const line of [
      'exit 7',
      'echo out; echo err >&2; cat; exit 3',
      'kill -9 $$',
      'kill -TERM $$',
      'true',
      'nosuchprogram',
    ]) {
      const run = (command: string, args: string[]) =>
        spawnSync(command, args, { cwd: world.project, env: world.env, encoding: 'utf8', input: 'given\n' });
      const gated = run('sh', ['-c', 'node "$0" -- bash -c "$1"; exit $?', runFile, line]);
      const bare = run('sh', ['-c', 'bash -c "$0"; exit $?', line]);
      assert.deepEqual([line, gated.status, gated.stdout], [line, bare.status, bare.stdout]);
      assert.equal(gated.stderr.includes('err'), bare.stderr.includes('err'));
    }
    assert.equal(world.run(`node ${runFile} -- nosuchprogram`).status, 127);
  });

  test('output comes as it is written, not at the end', async () => {
    await using world = await gateWorld();
    world.enter(WRITING_CLOSED);
    const child = start(world, ['bash', '-c', 'echo first; read x; echo then $x']);
    const first = await new Promise<string>((resolve) =>
      child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
    );
    assert.equal(first, 'first\n');
    child.stdin.end('go\n');
    const rest = await new Promise<string>((resolve) =>
      child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
    );
    assert.equal(rest, 'then go\n');
  });

  test('a signal reaches the program, which may answer it', async () => {
    await using world = await gateWorld();
    world.enter(FINISHING_CLOSED);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR1'] as const) {
      const child = start(world, [
        'bash',
        '-c',
        `trap "echo answered; exit 9" ${signal.slice(3)}; echo ready; while :; do read -t 1 x <> <(:); done`,
      ]);
      let out = '';
      child.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString();
        if (out === 'ready\n') child.kill(signal);
      });
      const code = await new Promise((resolve) => child.once('close', resolve));
      assert.deepEqual([signal, out, code], [signal, 'ready\nanswered\n', 9]);
    }
  });

  test('a time-out of the whole group lets the program answer, and leaves nothing behind', async () => {
    await using world = await gateWorld();
    world.enter(FINISHING_CLOSED);
    const sleep = `sleep 77.${process.pid}`;
    // It may be told twice, by the group and by what watches over it: the first answer is its last.
    const answer = `trap "trap '' TERM; echo answered; exit 9" TERM`;
    const args = [runFile, '--', 'bash', '-c', `${answer}; ${sleep} & echo ready; wait`];
    const child = spawn('node', args, { cwd: world.project, env: world.env, detached: true });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      // As `timeout` does when the time is over.
      if (out === 'ready\n') process.kill(-(child.pid ?? 0), 'SIGTERM');
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    assert.deepEqual([code, out], [9, 'ready\nanswered\n']);
    await gone(sleep);
  });

  test('no setting of the kernel can be written, also by root', async () => {
    await using world = await gateWorld();
    world.enter(FINISHING_CLOSED);
    // Only asked, never tried: the kernel has one core_pattern for the whole machine.
    const asked =
      'for f in core_pattern hostname modprobe; do test -w /proc/sys/kernel/$f && echo $f; done; test -w /proc/self/oom_score_adj && echo proc';
    assert.equal(world.run(`node ${runFile} -- bash -c '${asked}; true'`).stdout, '');
  });

  test('at a terminal Ctrl-C interrupts the program alone, and it sees a terminal', async () => {
    await using world = await gateWorld();
    world.enter(FINISHING_CLOSED);
    const { CLAUDECODE: _agent, ...env } = world.env;
    const line = `exec node ${runFile} -- bash -c 'test -t 0 && test -t 1 && echo terminal; trap "echo answered; exit 9" INT; echo ready; while :; do sleep 0.1; done'`;
    const child = spawn('script', ['-qec', line, '/dev/null'], { cwd: world.project, env });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (/ready\r?\n$/.test(out)) child.stdin.write('\x03');
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    assert.match(out.replaceAll('\r', ''), /^terminal\nready\n(\^C)?answered\n$/);
    assert.equal(code, 9);
  });

  test('what was begun in the background ends with the command', async () => {
    await using world = await gateWorld();
    world.enter(OPEN);
    const sleep = `sleep 88.${process.pid}`;
    world.run(
      `node ${runFile} -- bash -c 'setsid nohup sh -c "${sleep}; touch late" > /dev/null 2>&1 & disown; exit 0'`,
    );
    await gone(sleep);
  });
});

describe('what each phase leaves open', () => {
  test('no network while finishing is closed, and the whole of it when all gates are open', async () => {
    await using world = await gateWorld();
    const server = createServer((socket) => socket.end('hello'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const line = `node ${runFile} -- bash -c 'cat < /dev/tcp/127.0.0.1/${port}'`;
    const run = () =>
      new Promise<string>((resolve) => {
        const child = spawn('bash', ['-c', line], { cwd: world.project, env: world.env });
        let out = '';
        child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
        child.once('close', () => resolve(out));
      });
    for (const [phase, told] of [
      [WRITING_CLOSED, ''],
      [FINISHING_CLOSED, ''],
      [OPEN, 'hello'],
    ] as const) {
      world.enter(phase);
      assert.equal(await run(), told, phase.name);
    }
    server.close();
  });

  test('a database of another user is reached on loopback, a service of the same user is not, unless it is named', async (t) => {
    if (process.getuid?.() !== 0) return t.skip('only root can run a service as somebody else');
    await using world = await gateWorld();
    const code =
      'require("net").createServer((s) => s.end("hello")).listen(6379, "127.0.0.1", () => console.log("up"))';
    const ask = `node ${runFile} -- bash -c 'cat < /dev/tcp/127.0.0.1/6379; echo rc $?'`;
    for (const [uid, home, told] of [
      [65_534, {}, /^hellorc 0/],
      [0, {}, /^rc 1/],
      [0, { loopback_ports: [6379] }, /^hellorc 0/],
    ] as const) {
      writeFileSync(
        join(world.env['AUTODEV_HOME'] ?? '', 'develop', 'gate.json'),
        JSON.stringify({ sandbox: true, databases: true, ...home }),
      );
      const service = spawn(process.execPath, ['-e', code], { uid, gid: uid, cwd: '/', env: {} });
      await new Promise((resolve) => service.stdout.once('data', resolve));
      for (const phase of [WRITING_CLOSED, FINISHING_CLOSED]) {
        world.enter(phase);
        assert.match(world.run(ask).stdout, told, `${phase.name}, uid ${uid}`);
      }
      service.kill('SIGKILL');
      await new Promise((resolve) => service.once('close', resolve));
    }
    return undefined;
  });

  test('a socket of a service outside is not there, in any phase', async () => {
    await using world = await gateWorld();
    const socket = join(world.path, 'service');
    const server = createServer((one) => one.end('done outside'));
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    const ask = `require("net").connect(${JSON.stringify(socket)}).on("data", (d) => console.log("" + d)).on("error", (e) => console.log(e.code))`;
    for (const phase of PHASES) {
      world.enter(phase);
      const out = await new Promise<string>((resolve) => {
        const child = spawn(process.execPath, [runFile, '--', 'node', '-e', ask], {
          cwd: world.project,
          env: world.env,
        });
        let text = '';
        child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
        child.once('close', () => resolve(text.trim()));
      });
      assert.notEqual(out, 'done outside', phase.name);
    }
    server.close();
  });

  test('AUTODEV_HOME is not even seen, and its secrets cannot be read', async () => {
    await using world = await gateWorld();
    writeFileSync(join(world.env['AUTODEV_HOME'] ?? '', 'token'), 'secret');
    for (const phase of PHASES) {
      world.enter(phase);
      assert.equal(
        world.run(`node ${runFile} -- bash -c 'ls -A $AUTODEV_HOME; cat $AUTODEV_HOME/token'`).stdout,
        '',
      );
    }
  });

  test('a worktree of a clone elsewhere: its commits are closed and open with the gate', async () => {
    await using world = await gateWorld();
    const tree = join(world.path, 'tree');
    world.run(`git worktree add -q -b other ${tree}`);
    for (const [phase, status] of [
      [FINISHING_CLOSED, 1],
      [OPEN, 0],
    ] as const) {
      mkdirSync(join(tree, '.develop-workflow'), { recursive: true });
      world.enter(phase);
      writeFileSync(
        join(tree, '.develop-workflow/state.json'),
        readFileSync(join(world.project, '.develop-workflow/state.json')),
      );
      const done = spawnSync(
        process.execPath,
        [runFile, '--', 'git', 'commit', '-q', '--allow-empty', '-m', 'x'],
        { cwd: tree, env: world.env, encoding: 'utf8' },
      );
      assert.equal(done.status === 0 ? 0 : 1, status, `${phase.name}: ${done.stderr}`);
    }
  });

  test('nothing is around a command where no workflow runs, and the command line needs its dashes', async () => {
    await using world = await gateWorld();
    assert.equal(world.run(`node ${runFile} -- bash -c 'echo x > new; echo $AUTODEV_SANDBOX'`).stdout, '\n');
    assert.equal(existsSync(join(world.project, 'new')), true);
    const autodev = join(root, 'bin', 'autodev.mjs');
    assert.equal(world.run(`node ${autodev} develop run -- sh -c 'exit 4'`).status, 4);
    assert.equal(world.run(`node ${autodev} develop run true`).status, 2);
  });
});

describe('what began while more was open', () => {
  test('ends when a gate closes, so that nothing goes on with what the gate had left open', async () => {
    await using world = await gateWorld();
    world.enter(OPEN);
    const sleep = `sleep 99.${process.pid}`;
    const child = spawn(
      process.execPath,
      [runFile, '--', 'bash', '-c', `echo ready; env -i setsid ${sleep}; touch late`],
      {
        cwd: world.project,
        env: world.env,
      },
    );
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    await changeState(world.project, openHost({ env: world.env }), (before) => {
      assert.ok(before);
      return { ...before, gates: { ...before.gates, re_review_clean: false } };
    });
    assert.notEqual(await ended, 0);
    assert.equal(existsSync(join(world.project, 'late')), false);
    await gone(sleep);
  });
});

describe("inside the daemon's own sandbox, where no second one can be made", () => {
  const inDaemon = async (world: GateWorld, write: boolean, line: string) => {
    const host = { ...openHost({ env: world.env }), sandbox: () => RULES(world) };
    const scratch = await tmpdir();
    const sandbox = await prepareSandbox(
      { rules: RULES(world), scratch: scratch.path, worktree: { path: world.project, write } },
      { refused: () => {} },
    );
    const env = { ...world.env, TMPDIR: scratch.path, AUTODEV_RUN: 'x' };
    const program = await startIsolated(host.processes, 'bash', ['-c', line], {
      cwd: world.project,
      env,
      mark: 'AUTODEV_RUN',
      sandbox,
    });
    let out = '';
    program.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    program.stderr.on('data', (chunk: Buffer) => (out += chunk.toString()));
    await program.exited;
    await program.reap();
    await sandbox.close();
    await scratch[Symbol.asyncDispose]();
    return out;
  };
  const RULES = (world: GateWorld) => ({
    hidden: [world.env['AUTODEV_HOME'] ?? ''],
    read: [root],
    write: [],
    allowHosts: [],
    required: true,
  });
  const hook = (call: Record<string, unknown>) =>
    `echo '${JSON.stringify({ ...call }).replaceAll("'", `'\\''`)}' | node ${join(dirname(runFile), 'develop-phase-gate.cjs')}`;

  test('finishing closed: nothing is committed, pushed or reached, and the states stay, whatever runs', async () => {
    await using world = await gateWorld();
    world.enter(FINISHING_CLOSED);
    const server = createServer((socket) => socket.end('reached'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const before = world.digest(FINISHING_CLOSED);
    const out = await inDaemon(
      world,
      true,
      `./act.sh; node ${runFile} -- ./act.sh; node ${runFile} -- echo through; bwrap --dev-bind / / ./act.sh
rm -rf .develop-workflow; mv .develop-workflow away; cat < /dev/tcp/127.0.0.1/${port}; echo mine > new.txt`,
    );
    server.close();
    assert.match(out, /through/);
    assert.doesNotMatch(out, /reached/);
    assert.ok(existsSync(join(world.project, 'new.txt')), 'writing is open');
    const after = world.digest(FINISHING_CLOSED);
    for (const place of [
      'project/.git',
      'project/.develop-workflow',
      'remote.git',
      'autodev',
      'home/.bashrc',
    ])
      assert.equal(after[place], before[place], place);
  });

  test('writing closed: a session that reads cannot write, and the hook answers in it', async () => {
    await using world = await gateWorld();
    world.enter(WRITING_CLOSED);
    const before = world.digest(WRITING_CLOSED);
    const write = { cwd: world.project, tool_name: 'Write', tool_input: { file_path: 'x' } };
    const out = await inDaemon(world, false, `./act.sh; node ${runFile} -- ./act.sh; ${hook(write)}`);
    assert.match(out, /"deny".*needs review_clean_pass/);
    assert.deepEqual(world.digest(WRITING_CLOSED), before);
  });

  test('writing closed in a session that may write: what the sandbox leaves open is read by the hook', async () => {
    await using world = await gateWorld();
    world.enter(WRITING_CLOSED);
    const bash = { cwd: world.project, tool_name: 'Bash', tool_input: { command: 'sh -c "echo x > a.txt"' } };
    assert.match(await inDaemon(world, true, hook(bash)), /"deny".*needs review_clean_pass/);
  });
});

describe('what could make the gate believe something else', () => {
  test('standing elsewhere does not lift it: the sandbox is the one of the project', async () => {
    await using world = await gateWorld();
    world.enter(FINISHING_CLOSED);
    const line = `cd / && node ${runFile} -- touch x`;
    assert.notEqual(world.judge(line), undefined);
    assert.notEqual(world.judge(`node ${runFile} -- touch x`, { cwd: '/' }) ?? '', 'allowed');
  });

  test('a program of the project that has the name of another is not taken for it', async () => {
    await using world = await gateWorld();
    world.enter(FINISHING_CLOSED);
    const hijacked = {
      ...world,
      env: { ...world.env, PATH: `${join(world.project, 'bin')}:${world.env['PATH']}` },
    };
    assert.equal(world.judge('ls'), undefined);
    const { decide } = await import('../support/gate.ts');
    const judged = decide(
      { cwd: world.project, tool_name: 'Bash', tool_input: { command: 'ls' } },
      hijacked.env,
      world.project,
      'works',
    );
    assert.notEqual(judged, null);
  });

  test('no phase lets an agent put a program where plain commands are looked for', async () => {
    await using world = await gateWorld();
    const own = join(world.path, 'home', '.local', 'bin');
    const env = { ...world.env, PATH: `${own}:${join(world.project, 'bin')}:${world.env['PATH']}` };
    const { decide } = await import('../support/gate.ts');
    const judged = (tool: string, input: Record<string, unknown>) =>
      decide({ cwd: world.project, tool_name: tool, tool_input: input }, env, world.project, 'works');
    world.enter(OPEN);
    const put = 'mkdir -p ~/.local/bin; cp act.sh ~/.local/bin/ls; cp act.sh bin/bwrap; cp act.sh bin/bash';
    const done = spawnSync('node', [runFile, '--', 'bash', '-c', put], { cwd: world.project, env });
    assert.notEqual(done.status, null);
    assert.equal(existsSync(join(own, 'ls')), false);
    for (const path of [join(own, 'ls'), '/usr/bin/ls', '/etc/profile.d/x.sh', process.execPath])
      assert.notEqual(judged('Write', { file_path: path, content: '' }), null, path);
    assert.equal(judged('Write', { file_path: join(world.project, 'bin', 'x'), content: '' }), null);
    // What a person keeps there is used as before.
    writeFileSync(join(own, 'mine'), '#!/bin/sh\necho mine\n', { mode: 0o755 });
    world.enter(FINISHING_CLOSED);
    const before = world.digest(FINISHING_CLOSED);
    const again = spawnSync('node', [runFile, '--', 'mine'], { cwd: world.project, env, encoding: 'utf8' });
    assert.equal(again.stdout, 'mine\n', again.stderr);
    assert.deepEqual(world.digest(FINISHING_CLOSED), before, 'bwrap and bash of the project were not taken');
  });

  test('a repository that makes git run something is not read outside the sandbox', async () => {
    await using world = await gateWorld();
    world.enter(FINISHING_CLOSED);
    const config = join(world.project, '.git', 'config');
    const plain = readFileSync(config, 'utf8');
    assert.equal(world.judge('git status'), undefined);
    for (const more of [
      '[core]\n\tfsmonitor = ./act.sh\n',
      '[diff "x"]\n\ttextconv = ./act.sh\n',
      '[include]\n\tpath = ../evil\n',
      '[core]\n\thooksPath = .\n',
      '[alias]\n\tst = !./act.sh\n',
      '[gpg]\n\tprogram = ./act.sh\n',
      '[remote "x"]\n\turl = ext::./act.sh\n',
      '[extensions]\n\tpartialClone = origin\n',
      '[core]\n\tsshCommand = \\\n./act.sh\n',
    ]) {
      writeFileSync(config, plain + more);
      assert.notEqual(world.judge('git status'), undefined, more);
      assert.notEqual(world.judge('git log'), undefined, more);
    }
    writeFileSync(config, plain);
    const hook = join(world.project, '.git', 'hooks', 'post-index-change');
    mkdirSync(dirname(hook), { recursive: true });
    symlinkSync(join(world.project, 'act.sh'), hook);
    assert.notEqual(world.judge('git status'), undefined);
  });

  test('a submodule with settings of its own is not entered outside the sandbox', async () => {
    await using world = await gateWorld();
    world.run('git init -q sub && git -C sub commit -q --allow-empty -m x && git add sub 2>/dev/null');
    world.enter(FINISHING_CLOSED);
    assert.notEqual(world.judge('git status'), undefined);
  });

  test('a folder that is a repository itself, and a link to the state, are seen through', async () => {
    await using world = await gateWorld();
    world.run('git init -q --bare bare');
    world.enter(FINISHING_CLOSED);
    assert.notEqual(world.judge('cd bare && git log'), undefined);
    symlinkSync(join(world.project, '.develop-workflow'), join(world.project, 'link'));
    const { decide } = await import('../support/gate.ts');
    for (const file_path of [
      'link/state.json',
      '.develop-workflow/x',
      '.claude/settings.json',
      '~/.bashrc',
      join(world.env['AUTODEV_HOME'] ?? '', 'x'),
    ])
      for (const phase of PHASES) {
        world.enter(phase);
        assert.notEqual(
          decide(
            { cwd: world.project, tool_name: 'Write', tool_input: { file_path } },
            world.env,
            world.project,
            'works',
          ),
          null,
          file_path,
        );
      }
  });
});

test('from inside the sandbox the workflow cannot be forgotten, and that is told as a closed gate', async () => {
  await using world = await gateWorld();
  for (const phase of [WRITING_CLOSED, FINISHING_CLOSED]) {
    world.enter(phase);
    const hidden = `env -u CLAUDECODE -u AUTODEV_RUN ${process.execPath} ${join(root, 'src/main.ts')} develop reset`;
    const { status, stderr } = world.run(`${process.execPath} ${runFile} -- bash -c '${hidden}'`);
    assert.equal(status, 5, stderr);
    assert.match(stderr, /the workflow state cannot be changed from here\n.*read-only/);
    assert.doesNotMatch(stderr, /bug in autodev/);
    assert.ok(existsSync(join(world.project, '.develop-workflow/state.json')));
  }
});

test('a descriptor that a shell left open is not open to the command', async () => {
  await using world = await gateWorld();
  world.enter(WRITING_CLOSED);
  const line = `exec 7</usr 77</usr; ${process.execPath} ${runFile} -- sh -c 'readlink /proc/self/fd/7 /proc/self/fd/77; echo ran'`;
  const { stdout, stderr } = spawnSync('bash', ['-c', line], {
    cwd: world.project,
    env: world.env,
    encoding: 'utf8',
    input: '',
  });
  assert.equal(stdout, 'ran\n', stderr);
});
