import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { answerTo, gateFile } from '../support/gate.ts';
import { PHASES, gateWorld, runFile, type GatePhase, type GateWorld } from '../support/gate-world.ts';

const [WRITING_CLOSED, , OPEN] = PHASES as [GatePhase, GatePhase, GatePhase];

/** Runs a text of shell in the sandbox of the phase, from a folder of the project. */
function inSandbox(world: GateWorld, text: string, folder = '.') {
  return spawnSync(process.execPath, [runFile, '--', 'bash', '-c', text], {
    cwd: join(world.project, folder),
    env: world.env,
    encoding: 'utf8',
    input: '',
    timeout: 60_000,
  });
}

/** What the hook's own process says; `late` when it does not end, which leaves the gate open. */
function hookSays(world: GateWorld, command: string): string {
  const { stdout, error } = spawnSync(process.execPath, [gateFile], {
    cwd: world.project,
    env: world.env,
    encoding: 'utf8',
    input: JSON.stringify({ cwd: world.project, tool_name: 'Bash', tool_input: { command } }),
    timeout: 120_000,
    killSignal: 'SIGKILL',
  });
  return error === undefined ? stdout : 'late';
}

describe('what files of the project name opens nothing that is closed, with every gate open', () => {
  /** A workflow of its own below the project: its repository is looked at too. */
  const NESTED = `mkdir -p sub/.develop-workflow && echo '{"phase":"DESIGN","gates":{}}' > sub/.develop-workflow/state.json`;
  const WAYS: readonly [name: string, made: (place: string) => string][] = [
    ['a .git file', (place) => `echo "gitdir: ${place}" > sub/.git`],
    [
      'a .git file that leads to a commondir',
      (place) => `mkdir sub/own; echo ${place} > sub/own/commondir; echo "gitdir: own" > sub/.git`,
    ],
    [
      'a worktree that says so itself',
      (place) =>
        `mkdir -p sub/worktrees/x; echo ${place} > sub/worktrees/x/commondir; echo $PWD/sub/.git > sub/worktrees/x/gitdir; echo "gitdir: worktrees/x" > sub/.git`,
    ],
    ['a link in the place of .git', (place) => `ln -s ${place} sub/.git`],
    ['a remote', (place) => `git init -q sub; git -C sub remote add origin ${place}`],
    [
      'links to the settings of a session',
      (place) => `ln -s ${place} sub/.claude; ln -s ${place} sub/.mcp.json`,
    ],
  ];
  test(`${WAYS.length} ways to name a place: none is writable for it, and AUTODEV_HOME is not seen`, async () => {
    await using world = await gateWorld();
    const plugins = join(world.env['HOME'] ?? '', '.claude/plugins');
    const kept = join(world.path, 'autodev/develop');
    mkdirSync(plugins, { recursive: true });
    for (const [name, made] of WAYS) {
      for (const place of [kept, plugins]) {
        world.enter(OPEN);
        assert.equal(inSandbox(world, `rm -rf sub; ${NESTED} && { ${made(place)}; }`).status, 0, name);
        const before = world.digest(OPEN);
        const act = `echo '{"sandbox":false}' > ${place}/gate.json; touch ${place}/x; cat ${kept}/gate.json`;
        assert.equal(inSandbox(world, act, 'sub').stdout, '', `${name}: AUTODEV_HOME is seen`);
        assert.deepEqual(world.digest(OPEN), before, name);
        assert.ok(!existsSync(join(plugins, 'x')), name);
      }
      world.enter(WRITING_CLOSED);
      assert.equal(
        inSandbox(world, `cat ${kept}/gate.json`, 'sub').stdout,
        '',
        `${name}: AUTODEV_HOME is seen`,
      );
    }
  });

  test('a worktree of the project has its repository open all the same', async () => {
    await using world = await gateWorld();
    world.enter(OPEN);
    const tree = join(world.path, 'home/tree');
    assert.equal(inSandbox(world, `git worktree add -q ${tree}`).status, 0);
    mkdirSync(join(tree, '.develop-workflow'));
    const state = readFileSync(join(world.project, '.develop-workflow/state.json'));
    writeFileSync(join(tree, '.develop-workflow/state.json'), state);
    assert.equal(inSandbox(world, 'git commit -q --allow-empty -m x', '../home/tree').status, 0);
  });

  test('a fetch goes into no module of the repository outside the sandbox', async () => {
    await using world = await gateWorld();
    world.enter(OPEN);
    const fetch = (command: string) =>
      answerTo(
        { cwd: world.project, tool_name: 'Bash', tool_input: { command } },
        world.env,
        world.project,
        'works',
      );
    assert.equal(fetch('git fetch origin'), null);
    assert.notEqual(fetch('git fetch sub'), null);
    // The commit that is fetched names a module, whose own settings say what fetching it runs.
    const made = inSandbox(
      world,
      `git init -q m && git -C m commit -q --allow-empty -m m && mkdir .git/modules && mv m/.git .git/modules/sm && rm -r m &&
printf '[protocol "ext"]\\n\\tallow = always\\n[remote "origin"]\\n\\turl = "ext::%s/act.sh"\\n\\tfetch = +refs/heads/*:refs/remotes/origin/*\\n' "$PWD" >> .git/modules/sm/config &&
git config submodule.active . && git checkout -q -b other && printf '[submodule "sm"]\\n\\tpath = sm\\n\\turl = ../x\\n' > .gitmodules &&
git add .gitmodules && git update-index --add --cacheinfo 160000,1234567890123456789012345678901234567890,sm &&
git commit -qm other && git push -q origin other && git checkout -q - && git branch -qD other && git update-ref -d refs/remotes/origin/other`,
    );
    assert.equal(made.status, 0, made.stderr);
    const before = world.digest(OPEN);
    const answer = fetch('git fetch origin');
    world.run(answer === null ? 'git fetch origin' : (answer as { instead: string }).instead);
    assert.deepEqual(world.digest(OPEN), before);
  });
});

test('pipes in the place of what the hook reads keep it from nothing: late is open', async () => {
  await using world = await gateWorld();
  for (const [made, undo] of [
    ['mv .git/config .git/kept; mkfifo .git/config', 'rm .git/config; mv .git/kept .git/config'],
    ['mkfifo .git/commondir', 'rm .git/commondir'],
    ['mkfifo .git/index.x; mv .git/index.x .git/index', 'rm .git/index; git reset -q'],
    ['rm -rf .git/hooks; mkfifo .git/hooks', 'rm .git/hooks'],
  ] as const) {
    world.run(made);
    for (const [phase, command] of [
      [OPEN, 'git push; ./act.sh'],
      [WRITING_CLOSED, 'git status; ./act.sh'],
    ] as const) {
      world.enter(phase);
      assert.match(hookSays(world, command), /develop-run\.cjs|autodev develop run/, `${made}: ${command}`);
    }
    world.run(undo);
  }
});

test('no tool of an MCP server is told of the workflow state, in any phase, unless a person named it', async () => {
  await using world = await gateWorld();
  symlinkSync('.develop-workflow', join(world.project, 'way'));
  const home = world.env['AUTODEV_HOME'] ?? '';
  const ask = (tool_input: Record<string, unknown>, tool_name = 'mcp__files__write') =>
    answerTo({ cwd: world.project, tool_name, tool_input }, world.env, world.project, 'works');
  for (const phase of ['DESIGN', 'REVIEW', 'PR']) {
    world.enter({ ...OPEN, phase });
    for (const input of [
      { path: join(world.project, '.develop-workflow/state.json'), content: '{}' },
      { path: './.DEVELOP-workflow//state.json' },
      { uri: `file://${world.project}/.develop-workflow/state.json` },
      { edits: [{ at: { file: 'way/state.json' } }] },
      { command: 'rm -rf .develop-workflow' },
      { path: join(home, 'develop/gate.json') },
      { paths: Array.from({ length: 5_000 }, () => 'a.txt') },
    ])
      assert.match(
        JSON.stringify(ask(input)),
        /^"mcp__files__write on the workflow state/,
        JSON.stringify(input).slice(0, 80),
      );
    assert.equal(ask({ path: 'a.txt', content: 'any text\nof two lines' }), null);
  }
  world.enter({ ...OPEN, phase: 'DONE' });
  assert.equal(ask({ path: '.develop-workflow/state.json' }), null);
  world.enter(OPEN);
  writeFileSync(
    join(home, 'develop/gate.json'),
    JSON.stringify({ sandbox: true, mcp_tools: ['mcp__files__read'] }),
  );
  assert.equal(ask({ path: '.develop-workflow/state.json' }, 'mcp__files__read'), null);
});
