import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { answerTo, root } from '../support/gate.ts';
import { PHASES, gateWorld, runFile, type GatePhase, type GateWorld } from '../support/gate-world.ts';

const [WRITING_CLOSED, FINISHING_CLOSED, OPEN] = PHASES as [GatePhase, GatePhase, GatePhase];
const CLOSED = [WRITING_CLOSED, FINISHING_CLOSED];

/** What the hook says of any tool, called from any folder. */
function ask(
  world: GateWorld,
  tool: string,
  input: Record<string, unknown>,
  given: { cwd?: string; env?: Record<string, string> } = {},
) {
  const cwd = given.cwd ?? world.project;
  const env = { ...world.env, CLAUDE_PROJECT_DIR: world.project, ...given.env };
  return answerTo({ cwd, tool_name: tool, tool_input: input }, env, cwd, 'works');
}

/** Judges a command and really runs it as the hook says. Gives what ran. */
function obey(
  world: GateWorld,
  command: string,
  given: { cwd?: string; env?: Record<string, string> } = {},
): string | undefined {
  const answer = ask(world, 'Bash', { command }, given);
  const line = answer === null ? command : typeof answer === 'string' ? world.ready(answer) : answer.instead;
  if (line === undefined) return undefined;
  spawnSync('bash', ['-c', line], {
    cwd: given.cwd ?? world.project,
    env: { ...world.env, ...given.env },
    input: '',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  return line;
}

/** A first step while more is open, a second one when a gate is closed: nothing that is held may change by both. */
function inTwoSteps(
  world: GateWorld,
  first: string,
  then: readonly string[],
  given: { cwd?: string; env?: Record<string, string> } = {},
): void {
  world.enter(OPEN);
  const state = world.digest(OPEN);
  obey(world, first);
  assert.deepEqual(world.digest(OPEN), state, `the first step changed the state: ${first}`);
  for (const phase of [FINISHING_CLOSED, WRITING_CLOSED]) {
    world.enter(phase);
    const before = world.digest(phase);
    for (const command of then) {
      // What runs in the sandbox of the stricter phase is tried by the corpus.
      if (phase === WRITING_CLOSED && ask(world, 'Bash', { command }, given) !== null) continue;
      obey(world, command, given);
      assert.deepEqual(world.digest(phase), before, `${phase.name}: ${first} … ${command}`);
    }
  }
}

describe('what is prepared while more is open does nothing when a gate is closed', () => {
  const STEPS: readonly [name: string, first: string, then: readonly string[]][] = [
    [
      'a line of .git/config that goes on behind a carriage return',
      "printf '[core]\\r\\n\\teol = x \\\\\\r\\n[color]\\n\\tfsmonitor = ./act.sh\\n' >> .git/config",
      ['git status', 'git diff', 'git ls-files -m'],
    ],
    [
      'settings of .git/config that name programs',
      "printf '[diff \"x\"]\\n\\ttextconv = ./act.sh\\n[alias]\\n\\tst = !./act.sh\\n' >> .git/config; echo '*.txt diff=x' > .gitattributes",
      ['git diff HEAD~1', 'git show HEAD', 'git log -p', 'git st'],
    ],
    [
      'hooks of the repository',
      'for h in post-index-change post-checkout pre-commit pre-push reference-transaction fsmonitor-watchman; do cp act.sh .git/hooks/$h; done; touch a.txt',
      ['git status', 'git status -s && git log -1', 'git commit -m x', 'git push', 'git checkout -b y'],
    ],
    [
      'files of a home that programs read at their start',
      'echo ".shell ./act.sh" > ~/.sqliterc; echo "--pre=./act.sh" > ~/.ripgreprc; mkdir -p ~/.ssh ~/.config/gh ~/.config/git; echo "ProxyCommand ./act.sh" > ~/.ssh/config; printf "[core]\\n\\tfsmonitor = ./act.sh\\n" > ~/.config/git/config; printf "\\n./act.sh\\n" >> ~/.bash_profile; echo ./act.sh >> ~/.bash_aliases; echo ./act.sh > ~/.zshrc; echo "browser: ./act.sh" > ~/.config/gh/config.yml',
      ['sqlite3 --version', 'sqlite3 -version', 'git status', 'bash --version', 'ls', 'gh --version'],
    ],
    [
      'modules of a home that an interpreter imports by itself',
      'd=$(python3 -c "import site; print(site.getusersitepackages())"); mkdir -p "$d"; echo "import os; os.system(\'$PWD/act.sh\')" > "$d/usercustomize.py"; cp "$d/usercustomize.py" "$d/x.pth"',
      ['pip --version', 'pip3 --version', 'python3 --version', 'python3 -V'],
    ],
    [
      'programs with the names of others',
      'mkdir -p node_modules/.bin ~/.local/bin; for n in ls git cat node npm rg bwrap sh mkdir autodev; do cp act.sh node_modules/.bin/$n; cp act.sh ~/.local/bin/$n; cp act.sh $n; done; git status > /dev/null',
      ['ls', 'cat a.txt', 'git status', 'node --version', 'rg x', './ls', 'autodev develop status'],
    ],
    [
      'links that lead to what is held',
      'ln -s .develop-workflow w; ln -s .git g; ln -s a.txt l; ln -s ~/.bashrc r; ln -s . here',
      [
        'cp open.json w/state.json',
        'cp open.json here/w/state.json',
        'cat open.json > w/state.json',
        'echo x > l',
        'cp act.sh g/hooks/x',
        'echo x >> r',
      ],
    ],
    [
      'skills, commands and agents of the project',
      'mkdir -p .claude/commands .claude/skills/x .claude/agents; for f in commands/x skills/x/SKILL agents/x settings; do cp a.txt .claude/$f.md; done',
      ['ls .claude'],
    ],
    [
      'a repository inside the project',
      'git init -q nested',
      ['cd nested && ../act.sh', 'cd nested && git status'],
    ],
    ['a process that waits', '(sleep 1; ./act.sh) & disown; setsid sh -c "sleep 1; ./act.sh" &', ['sleep 2']],
    ['a job of later', 'echo ./act.sh | at now; echo "* * * * * ./act.sh" | crontab -', ['sleep 1']],
    [
      'another remote, with hooks of its own',
      'git init -q --bare ../other.git; cp act.sh ../other.git/hooks/pre-receive; git remote add other ../other.git; git config remote.pushDefault other',
      ['git push other HEAD', 'git push', 'git fetch other', 'git ls-remote other'],
    ],
  ];
  for (const [name, first, then] of STEPS)
    test(name, async () => {
      await using world = await gateWorld();
      inTwoSteps(world, first, then);
    });

  test('a repository made inside the project does not hide the workflow from what runs there', async () => {
    await using world = await gateWorld();
    for (const phase of CLOSED) {
      world.enter(phase);
      mkdirSync(join(world.project, 'nested/.git'), { recursive: true });
      const before = world.digest(phase);
      const cwd = join(world.project, 'nested');
      for (const command of [
        '../act.sh',
        `node ${runFile} -- ../act.sh`,
        `node ${runFile} -- bash -c 'cd ..; ./act.sh'`,
        'git status',
      ])
        obey(world, command, { cwd });
      assert.deepEqual(world.digest(phase), before, phase.name);
    }
  });
});

describe('with open gates', () => {
  test('plain commands are not refused, and run where they cannot change the state', async () => {
    await using world = await gateWorld();
    for (const phase of [
      OPEN,
      { ...OPEN, phase: 'DESIGN', open: [] },
      { ...OPEN, phase: 'REVIEW', open: [] },
    ]) {
      world.enter(phase);
      const before = world.digest(OPEN);
      for (const command of [
        'npm test',
        './act.sh',
        'make act',
        'node evil.cjs',
        'python3 evil.py',
        `python3 -c "import shutil; shutil.copy('open.json', '.develop' + '-workflow/state.json')"`,
        'npm test && npm run act',
        'cp a.txt b.txt',
        'mkdir -p out',
      ]) {
        const answer = ask(world, 'Bash', { command, description: 'x' });
        assert.ok(answer === null || typeof answer !== 'string', `${command}: ${JSON.stringify(answer)}`);
        obey(world, command);
        assert.deepEqual(world.digest(OPEN), before, `${phase.phase}: ${command}`);
      }
      assert.ok(existsSync(join(world.project, 'b.txt')));
      for (const command of ['rm -rf .develop-workflow', 'cp open.json .develop-workflow/state.json'])
        assert.equal(typeof ask(world, 'Bash', { command }), 'string', command);
    }
  });

  test('a push to a folder whose hooks would run outside runs inside, and so does gh with a browser', async () => {
    await using world = await gateWorld();
    world.enter(OPEN);
    const isAsIs = (command: string, env: Record<string, string> = {}) =>
      ask(world, 'Bash', { command }, { env }) === null;
    assert.ok(isAsIs('git push origin HEAD'));
    for (const command of [
      'git push ../remote.git HEAD',
      'git push remote.git HEAD',
      'gh pr create --fill --web',
      'gh pr view -w',
    ])
      assert.ok(!isAsIs(command), command);
    assert.ok(!isAsIs('git push origin HEAD', { PATH: `${world.env['PATH']}:${world.project}/bin` }));
    const before = world.digest(OPEN);
    copyFileSync(join(world.project, 'act.sh'), join(world.path, 'remote.git/hooks/pre-receive'));
    assert.ok(!isAsIs('git push origin HEAD'));
    obey(world, 'git push origin HEAD:refs/heads/x');
    assert.deepEqual(world.digest(OPEN), before);
  });
});

test('what the environment makes programs read is not plainly reading', async () => {
  await using world = await gateWorld();
  world.enter(FINISHING_CLOSED);
  const evil = join(world.path, 'tmp');
  for (const [command, env] of [
    ['rg x', { RIPGREP_CONFIG_PATH: `${evil}/rg` }],
    ['git status', { GIT_CONFIG_GLOBAL: `${evil}/git` }],
    ['git diff', { GIT_EXTERNAL_DIFF: 'x' }],
    ['git log', { GIT_DIR: evil }],
    ['cd src && git status', { CDPATH: evil }],
  ] as const) {
    assert.equal(ask(world, 'Bash', { command: command.replace('cd src && ', '') }), null, command);
    assert.notEqual(ask(world, 'Bash', { command }, { env }), null, command);
  }
  mkdirSync(join(evil, 'git'));
  writeFileSync(join(evil, 'git/config'), '[core]\n\tfsmonitor = ./act.sh\n');
  assert.notEqual(ask(world, 'Bash', { command: 'git status' }, { env: { XDG_CONFIG_HOME: evil } }), null);
  // A program of the person's settings, which the project could put first on the path.
  appendFileSync(join(world.path, 'home/.gitconfig'), '[diff "x"]\n\ttextconv = show-x\n');
  assert.equal(ask(world, 'Bash', { command: 'git diff' }), null);
  const path = { PATH: `${world.env['PATH']}:${world.project}/bin` };
  assert.notEqual(ask(world, 'Bash', { command: 'git diff' }, { env: path }), null);
});

test('what watches over a command takes no program from the project', async () => {
  await using world = await gateWorld();
  world.enter(FINISHING_CLOSED);
  for (const name of ['mkdir', 'mkfifo', 'rm', 'sh', 'env', 'kill'])
    copyFileSync(join(world.project, 'act.sh'), join(world.project, 'bin', name));
  const service = spawn(
    process.execPath,
    [
      '-e',
      'const s = require("net").createServer().listen(0, "127.0.0.1", () => console.log(s.address().port))',
    ],
    { cwd: '/', env: {} },
  );
  try {
    const port = await new Promise<string>((done) =>
      service.stdout.once('data', (chunk: Buffer) => done(chunk.toString().trim())),
    );
    const kept = { sandbox: true, databases: true, loopback_ports: [Number(port)] };
    writeFileSync(join(world.env['AUTODEV_HOME'] ?? '', 'develop/gate.json'), JSON.stringify(kept));
    const before = world.digest(FINISHING_CLOSED);
    const done = spawnSync(process.execPath, [runFile, '--', '/bin/echo', 'ran'], {
      cwd: world.project,
      env: { ...world.env, PATH: `${world.project}/bin:${world.env['PATH']}` },
      encoding: 'utf8',
      timeout: 60_000,
    });
    assert.deepEqual(world.digest(FINISHING_CLOSED), before);
    assert.doesNotMatch(done.stderr, /did not run/);
  } finally {
    service.kill('SIGKILL');
  }
});

describe('file tools', () => {
  const WAYS = [
    'a.txt',
    './a.txt',
    'x/../a.txt',
    '//a.txt',
    'new.txt',
    'deep/new/file.txt',
    '.git/config',
    '.git/hooks/pre-commit',
    '.GIT/hooks/pre-commit',
    '.git/../.git/config',
    'g/config',
    'here/.git/info/attributes',
    '.develop-workflow/state.json',
    '.develop-workflow/../.develop-workflow/state.json',
    '.develop-workflow//state.json',
    './.develop-workflow/./state.json',
    '.Develop-Workflow/state.json',
    '.develop-workflow/state.json/',
    'w/state.json',
    'here/w/state.json',
    'here/here/.develop-workflow/state.json',
    'dangling',
    'hard.json',
    '../project/.develop-workflow/state.json',
    '../project/w/state.json',
    '.claude/settings.json',
    '.claude/settings.local.json',
    '.claude/skills/x/SKILL.md',
    '.claude/commands/x.md',
    '.claude/agents/x.md',
    '.CLAUDE/settings.json',
    'sub/.claude/skills/x/SKILL.md',
    '.mcp.json',
    '~/.bashrc',
    '~/.claude/settings.json',
    '~/.claude/shell-snapshots/snapshot-bash-1.sh',
    '~/.claude/session-env/x/hook-1.sh',
    '~/.claude/plugins/x',
    '~/.ssh/config',
    '~/.gitconfig',
    '~/.config/git/config',
    '~/.config/gh/config.yml',
    '~/../home/.bashrc',
    '~/../autodev/develop/gate.json',
    '../autodev/develop/gate.json',
    '../autodev/../autodev/config.yaml',
    'file:///{project}/.develop-workflow/state.json',
    '{project}/.develop-workflow/state.json',
    '{project}/a.txt',
  ];

  test(`${WAYS.length} ways to name a file, by each tool, in each phase: what is held stays`, async () => {
    await using world = await gateWorld();
    const { project } = world;
    for (const [to, at] of [
      ['.develop-workflow', 'w'],
      ['.git', 'g'],
      ['.', 'here'],
      ['.develop-workflow/new.json', 'dangling'],
    ] as const)
      symlinkSync(to, join(project, at));
    for (const phase of PHASES) {
      world.enter(phase);
      if (!existsSync(join(project, 'hard.json')))
        linkSync(join(project, '.develop-workflow/state.json'), join(project, 'hard.json'));
      const before = world.digest(phase);
      for (const way of WAYS) {
        const path = way.replace('/{project}', project).replace('{project}', project);
        for (const tool of ['Write', 'Edit', 'MultiEdit', 'NotebookEdit']) {
          const field = tool === 'NotebookEdit' ? 'notebook_path' : 'file_path';
          if (ask(world, tool, { [field]: path, content: 'x' }) !== null) continue;
          const place = resolve(project, path.replace(/^~/, world.env['HOME'] ?? ''));
          mkdirSync(dirname(place), { recursive: true });
          writeFileSync(place, 'x');
          assert.deepEqual(world.digest(phase), before, `${phase.name}: ${tool} ${path}`);
        }
      }
    }
  });

  test('what a session only reads as text is written', async () => {
    await using world = await gateWorld();
    world.enter(FINISHING_CLOSED);
    for (const file_path of [
      'a.txt',
      '.claude/CLAUDE.md',
      '.claude/rules/x.md',
      '~/.claude/plans/x.md',
      '~/.claude/projects/p/memory/MEMORY.md',
      '.claude/worktrees/x/src/a.ts',
    ])
      assert.equal(ask(world, 'Write', { file_path }), null, file_path);
    assert.notEqual(ask(world, 'Write', { file_path: '.claude/worktrees/x/.claude/settings.json' }), null);
  });
});

describe('tools by which the session itself runs something', () => {
  test('a skill whose text runs commands is refused, and while a gate is closed one that is not found', async () => {
    await using world = await gateWorld();
    const put = (path: string, text: string) => {
      mkdirSync(dirname(join(world.path, path)), { recursive: true });
      writeFileSync(join(world.path, path), text);
    };
    put('project/.claude/skills/runs/SKILL.md', '---\nname: runs\n---\nNow: !`./act.sh`\n');
    put('project/.claude/commands/block.md', 'Do:\n```!\n./act.sh\n```\n');
    put('project/.claude/skills/hooks/SKILL.md', '---\nname: hooks\nhooks:\n  Stop: []\n---\nx\n');
    put('project/.claude/skills/text/SKILL.md', '---\nname: text\n---\nRead a.txt! `ls` is a command.\n');
    put('home/.claude/commands/mine.md', 'Say hello.\n');
    put('project/sub/.claude/skills/nested/SKILL.md', 'Now: !`./act.sh`\n');
    for (const phase of PHASES) {
      world.enter(phase);
      for (const skill of ['runs', '/runs', 'block', 'hooks'])
        assert.equal(typeof ask(world, 'Skill', { skill }), 'string', `${phase.name}: ${skill}`);
      for (const skill of ['text', 'mine', 'develop-workflow:design'])
        assert.equal(ask(world, 'Skill', { skill }), null, `${phase.name}: ${skill}`);
    }
    for (const phase of CLOSED) {
      world.enter(phase);
      for (const skill of ['nested', 'sub:nested', 'nosuch', '../x', '', 'other:plugin'])
        assert.equal(typeof ask(world, 'Skill', { skill }), 'string', `${phase.name}: ${skill}`);
    }
  });

  test('no worktree is made by the session while a gate is closed, nor where git would run a hook', async () => {
    await using world = await gateWorld();
    const tools = [
      ['Task', { prompt: 'x', isolation: 'worktree' }],
      ['Agent', { prompt: 'x', isolation: 'worktree' }],
      ['EnterWorktree', { name: 'x' }],
      ['ExitWorktree', { action: 'remove' }],
      ['Workflow', { script: 'agent("x", { isolation: "worktree" })' }],
      ['Workflow', { scriptPath: 'x.js' }],
    ] as const;
    for (const phase of CLOSED) {
      world.enter(phase);
      for (const [tool, input] of tools) assert.equal(typeof ask(world, tool, input), 'string', tool);
      for (const [tool, input] of [
        ['Task', { prompt: 'x', subagent_type: 'general-purpose' }],
        ['Agent', { prompt: 'x' }],
        ['Workflow', { script: 'agent("x")' }],
        ['Read', { file_path: 'a.txt' }],
        ['WebFetch', { url: 'http://127.0.0.1/', prompt: 'x' }],
        ['TodoWrite', { todos: [] }],
      ] as const)
        assert.equal(ask(world, tool, input), null, tool);
    }
    world.enter(OPEN);
    for (const [tool, input] of tools) assert.equal(ask(world, tool, input), null, tool);
    const hook = join(world.project, '.git/hooks/post-checkout');
    mkdirSync(dirname(hook), { recursive: true });
    copyFileSync(join(world.project, 'act.sh'), hook);
    chmodSync(hook, 0o755);
    for (const [tool, input] of tools) assert.equal(typeof ask(world, tool, input), 'string', tool);
  });

  test('a tool of an MCP server that nobody named is refused while a gate is closed', async () => {
    await using world = await gateWorld();
    for (const phase of CLOSED) {
      world.enter(phase);
      for (const tool of ['mcp__files__write', 'mcp__x__get', 'mcp__', 'mcp__a__b__c', 'Config', 'REPL'])
        assert.equal(typeof ask(world, tool, {}), 'string', tool);
    }
    world.enter(OPEN);
    assert.equal(ask(world, 'mcp__x__get', {}), null);
  });
});

test('`hook explain` tells what runs instead, what is refused and what holds here', async () => {
  await using world = await gateWorld();
  const explain = (command: string, ...more: string[]) =>
    spawnSync(process.execPath, [join(root, 'src/main.ts'), 'hook', 'explain', ...more, command], {
      cwd: world.project,
      env: world.env,
      encoding: 'utf8',
    });
  world.enter(OPEN);
  const open = explain('npm test', '--json');
  assert.equal(open.status, 0, open.stderr);
  const { allowed, instead, gate } = JSON.parse(open.stdout) as Record<string, unknown>;
  assert.deepEqual([allowed, gate], [true, 'works']);
  assert.match(String(instead), / -- npm test$/);
  world.enter(FINISHING_CLOSED);
  const closed = explain('npm test');
  assert.equal(closed.status, 5);
  for (const told of [
    /needs re_review_clean/,
    / -- npm test\n/,
    /no network/,
    /AUTODEV_HOME/,
    /mcp_tools/,
    /skills/,
  ])
    assert.match(closed.stderr, told);
});
