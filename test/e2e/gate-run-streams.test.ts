import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../support/gate.ts';
import { PHASES, gateWorld, runFile, type GatePhase, type GateWorld } from '../support/gate-world.ts';
import { openPostgres, withoutPostgres } from '../support/postgres.ts';

const [WRITING_CLOSED, FINISHING_CLOSED, OPEN] = PHASES as [GatePhase, GatePhase, GatePhase];

test('a real PostgreSQL client works on loopback while a gate is closed', async (t) => {
  const missing = withoutPostgres();
  if (missing !== undefined) return t.skip(missing);
  await using world = await gateWorld();
  await using _server = await openPostgres(5433);
  const gate = join(world.env['AUTODEV_HOME'] ?? '', 'develop', 'gate.json');
  writeFileSync(gate, JSON.stringify({ sandbox: true, databases: true }));
  const psql = (sql: string) =>
    world.run(
      `node ${runFile} -- psql -XAtq -h 127.0.0.1 -p 5433 -U tester -v ON_ERROR_STOP=1 postgres -c "${sql}"`,
    );
  for (const phase of [WRITING_CLOSED, FINISHING_CLOSED]) {
    world.enter(phase);
    const before = world.digest(phase);
    const made = psql(
      'create table if not exists t (n int); insert into t values (42); select max(n) from t',
    );
    assert.deepEqual([made.status, made.stdout], [0, '42\n'], made.stderr);
    assert.notEqual(psql('select no_such_column').status, 0, 'the exit code is that of psql');
    psql(`copy t to '${world.project}/hidden.txt'`);
    assert.deepEqual(world.digest(phase), before, 'and the server cannot write for it');
  }
  return undefined;
});

describe('descriptors of the shell', () => {
  const run = (world: GateWorld, line: string) =>
    spawnSync('bash', ['-c', line], { cwd: world.project, env: world.env, encoding: 'utf8', input: '' });

  test('what a process substitution brings is read', async () => {
    await using world = await gateWorld();
    world.enter(WRITING_CLOSED);
    const { stdout, status } = run(
      world,
      `node ${runFile} -- diff <(printf 'a\\nb\\n') <(printf 'a\\nc\\n')`,
    );
    assert.deepEqual([status, stdout], [1, '2c2\n< b\n---\n> c\n']);
  });

  test('a way out of the sandbox is not: a file, a writing end, a pipe nobody named', async () => {
    await using world = await gateWorld();
    world.enter(WRITING_CLOSED);
    const open = (how: string, fd: string) =>
      run(world, `${how}; node ${runFile} -- bash -c 'ls -l "$0" >&2 && echo open' ${fd}`).stdout;
    assert.equal(open('exec 70<> a.txt', '/dev/fd/70'), '');
    assert.equal(open('exec 70< a.txt', '/dev/fd/70'), '');
    assert.equal(open('exec 70> >(cat)', '/dev/fd/70'), '');
    assert.equal(open('exec 70< <(echo)', '/dev/fd/../fd/70'), '');
    assert.equal(open('exec 70< <(echo)', '/dev/fd/70'), 'open\n');
  });
});

describe('in a session whose shell goes through the sandbox', () => {
  const prefix = join(dirname(runFile), 'sandboxed-shell');
  /** As Claude Code 2.1.197 hands a command to the prefix. */
  const around = (command: string) =>
    `shopt -u extglob 2>/dev/null || true && eval '${command}' < /dev/null && pwd -P >| /tmp/claude-none-cwd`;

  test('autodev keeps the state by its own command, and nothing else in the line does', async () => {
    await using world = await gateWorld();
    world.enter({ ...WRITING_CLOSED, phase: 'DESIGN' });
    const bin = mkdtempSync(join(root, 'node_modules', '.autodev-bin-'));
    try {
      symlinkSync(join(root, 'bin', 'autodev.mjs'), join(bin, 'autodev'));
      const env = { ...world.env, PATH: `${bin}:${world.env['PATH']}` };
      const say = (command: string, text = around(command)) =>
        spawnSync(prefix, [text], { cwd: world.project, env, encoding: 'utf8', input: '' });
      const phase = () =>
        (
          JSON.parse(readFileSync(join(world.project, '.develop-workflow/state.json'), 'utf8')) as {
            phase: string;
          }
        ).phase;
      const moved = say('autodev develop phase REVIEW');
      assert.equal(moved.status, 0, moved.stderr);
      assert.equal(phase(), 'REVIEW');
      const before = world.digest(OPEN);
      for (const command of [
        'autodev develop gate set review_clean_pass --evidence a.txt',
        'autodev develop reset',
        'autodev develop phase DESIGN; cp open.json .develop-workflow/state.json',
        'A=1 autodev develop phase DESIGN',
        './autodev develop phase DESIGN',
        'autodev develop phase $(echo DESIGN)',
      ])
        say(command);
      assert.deepEqual(world.digest(OPEN), before);
      assert.equal(phase(), 'REVIEW');
    } finally {
      rmSync(bin, { recursive: true, force: true });
    }
  });
});

test('what a home does not have yet cannot be put there, to run outside when a gate is closed again', async () => {
  await using world = await gateWorld();
  const home = world.env['HOME'] ?? '';
  for (const name of ['.bashrc', '.gitconfig']) rmSync(join(home, name));
  world.enter(OPEN);
  writeFileSync(join(home, '.bash_login'), 'echo logged in\n');
  world.env['CLAUDE_CONFIG_DIR'] = join(world.path, 'tmp', 'claude');
  const made = ['.bashrc', '.bash_profile', '.profile', '.zshenv', '.npmrc', '.gitconfig', '.claude.json'];
  const places = [...made, '.bash_login', '.config/git/config', '.claude/settings.json'];
  const line = places.map((name) => `echo "[diff] external = x" > ~/${name}`).join('; ');
  const settings = '$CLAUDE_CONFIG_DIR/settings.json';
  const { stdout } = world.run(
    `node ${runFile} -- bash -c 'mkdir -p ~/.config/git ~/.claude; ${line}; echo x > ${settings}; echo ran'`,
  );
  assert.equal(stdout, 'ran\n');
  for (const name of places.filter((name) => existsSync(join(home, name))))
    assert.doesNotMatch(readFileSync(join(home, name), 'utf8'), /external/, name);
  assert.deepEqual(
    made.filter((name) => !existsSync(join(home, name))),
    [],
  );
  assert.deepEqual(readdirSync(world.env['CLAUDE_CONFIG_DIR']), []);
  // What a login ran before is still what it runs.
  assert.equal(world.run('bash -lc true').stdout, 'logged in\n');
});
