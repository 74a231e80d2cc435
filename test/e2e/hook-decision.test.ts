import assert from 'node:assert/strict';
import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { decide, writeState, type GateName } from '../support/gate.ts';
import { tmpdir } from '../support/tmpdir.ts';

const env = { HOME: '/nowhere', PATH: process.env['PATH'] };
const bash = (cwd: string, command: string) =>
  decide({ cwd, tool_name: 'Bash', tool_input: { command } }, env, cwd);

function each(cwd: string, commands: readonly string[], denied: boolean): void {
  for (const command of commands) {
    const reason = bash(cwd, command);
    assert.equal(
      reason !== null,
      denied,
      `${denied ? 'must be denied' : 'must pass'}: ${command}\n${reason}`,
    );
  }
}

/** One command per line: what each list holds is its name. */
const rows = (name: string) =>
  readFileSync(new URL(`../support/commands/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '');

const READING = rows('reading');
const WRITING = rows('writing');
const FINISHING = rows('finishing');

describe('a command is understood, not matched by its prefix', () => {
  test('reading passes while every gate is closed', async () => {
    await using tmp = await tmpdir({ git: true });
    writeState(tmp.path, 'IMPLEMENT');
    each(tmp.path, READING, false);
    writeState(tmp.path, 'PR');
    each(tmp.path, READING, false);
  });

  test('every way to change a file is denied while review_clean_pass is closed', async () => {
    await using tmp = await tmpdir({ git: true });
    writeState(tmp.path, 'IMPLEMENT');
    each(tmp.path, WRITING, true);
  });

  test('every way to commit, push or open a pull request is denied while re_review_clean is closed', async () => {
    await using tmp = await tmpdir({ git: true });
    writeState(tmp.path, 'PR', ['review_clean_pass', 'architect_verified']);
    writeFileSync(join(tmp.path, 'push.sh'), '#!/bin/sh\ncd x\ngit push\n');
    writeFileSync(join(tmp.path, 'push.py'), 'import os\nos.system("git push")\n');
    const scripts = { ship: 'git push', check: 'npm test', postcheck: 'cd . && git push', fine: 'ls' };
    writeFileSync(join(tmp.path, 'package.json'), JSON.stringify({ scripts }));
    writeFileSync(join(tmp.path, 'fine.sh'), 'ls\n');
    writeFileSync(join(tmp.path, 'cat'), '#!/bin/sh\ngit push\n');
    mkdirSync(join(tmp.path, 'sub', 'bin'), { recursive: true });
    writeFileSync(join(tmp.path, 'sub', 'fine.sh'), 'git push\n');
    writeFileSync(join(tmp.path, 'sub', 'bin', 'activate'), 'git push\n');
    writeFileSync(join(tmp.path, 'sub', 'package.json'), JSON.stringify({ scripts: { fine: 'git push' } }));
    writeFileSync(
      join(tmp.path, 'Makefile'),
      'CMD = git push\nship:\n\tgit push\ntest: build\n\ttrue\nbuild:\n\ttrue\ncheck: build late\n\ttrue\nlate:\n\t@cd . && $(CMD)\n',
    );
    each(tmp.path, FINISHING, true);
    each(tmp.path, ['make test', 'make -n ship', "sed -n 'w out' f", 'sh fine.sh', 'npm run fine'], false);
    const written = (file: string, text: string, run: string) => `cat > ${file} <<'E'\n${text}\nE\n${run}`;
    each(
      tmp.path,
      [
        written('new.py', 'os.system("git push")', 'python3 new.py'),
        written('fine.sh', 'git push', 'bash fine.sh'),
        'alias ls=git\nls push',
      ],
      true,
    );
    each(tmp.path, [written('new.py', 'print(1)', 'python3 new.py'), 'alias ll="ls -l"\nll src'], false);
  });

  test('changing files passes in PR while only re_review_clean is closed', async () => {
    await using tmp = await tmpdir({ git: true });
    writeState(tmp.path, 'PR', ['review_clean_pass', 'architect_verified']);
    writeFileSync(join(tmp.path, 'build.sh'), '#!/bin/sh\nset -e\nmkdir -p out && cp a out/\n');
    const work = [
      'echo x > f',
      'sed -i s/a/b/ f',
      'npm install',
      'make',
      'npm run build',
      'mkdir d',
      'node x.js',
      './build.sh',
      'bash build.sh',
      'git add -A',
      'git stash',
      'npx prettier --write .',
      'echo "use git push to publish" > notes.md',
      'cp docs/git/push.md docs/gh/pr.md',
      "sed -i 's/git push/git pull/' README.md",
      "perl -pi -e 's/git push/git pull/' README.md",
      'npx prettier --write docs/git/push.md',
      'tee notes.md <<< "git push later"',
      'rm -f .git/index.lock',
      'rm -rf dist && npm run build && node dist/main.js',
      'chmod +x build.sh && ./build.sh',
      'find . -name "*.ts" | xargs sed -i s/a/b/',
      'grep -rl some_name . | xargs sed -i s/a/b/',
      'tar -I zstd -xf a.tzst',
      'docker build -t x .',
      'apt-get install -y git gh',
    ];
    each(tmp.path, work, false);
  });

  test('committing and pushing pass in IMPLEMENT, where the matrix does not block them', async () => {
    await using tmp = await tmpdir({ git: true });
    writeState(tmp.path, 'IMPLEMENT');
    each(tmp.path, ['git push', 'git commit -m x', 'gh pr create', 'git -C . push origin HEAD'], false);
  });

  test('nothing is denied when there is no workflow', async () => {
    await using tmp = await tmpdir({ git: true });
    each(
      tmp.path,
      [
        ...READING,
        ...WRITING,
        ...FINISHING,
        'autodev develop gate set review_clean_pass',
        'rm -rf .develop-workflow',
      ],
      false,
    );
  });

  test('nothing but the state is guarded when the gates are open, or the phase blocks nothing', async () => {
    await using tmp = await tmpdir({ git: true });
    const open: GateName[] = ['review_clean_pass', 'architect_verified', 're_review_clean'];
    const cases: [string, GateName[]][] = [
      ['DESIGN', []],
      ['REVIEW', []],
      ['DONE', []],
      ['IMPLEMENT', ['review_clean_pass']],
      ['PR', open],
      ['MERGE', open],
    ];
    for (const [phase, gates] of cases) {
      writeState(tmp.path, phase, gates);
      writeFileSync(join(tmp.path, 'f'), 'a file that is there');
      // What sweeps over every file would take the state along.
      each(
        tmp.path,
        [...READING, ...WRITING, ...FINISHING].filter((c) => !/git clean -fd|find . -exec touch/.test(c)),
        false,
      );
    }
  });

  test('the way Claude Code commits is understood', async () => {
    await using tmp = await tmpdir({ git: true });
    const message = "It's done (mostly): don't `git push` yet\n\nCo-Authored-By: x <x@y>";
    const commit = `git add a.ts && git commit -m "$(cat <<'EOF'\n${message}\nEOF\n)"`;
    const pull = `gh pr create --title "the title" --body "$(cat <<'EOF'\n## Summary\n- ${message}\nEOF\n)"`;
    writeState(tmp.path, 'PR', ['review_clean_pass', 'architect_verified']);
    each(tmp.path, [commit, pull], true);
    writeState(tmp.path, 'PR', ['review_clean_pass', 'architect_verified', 're_review_clean']);
    each(tmp.path, [commit, pull], false);
    writeState(tmp.path, 'IMPLEMENT');
    each(tmp.path, [commit, pull, `${commit} && git status`], false);
    each(tmp.path, [`${commit} && touch f`], true);
  });

  test('a plain command is judged alike by the short way and by the parser', async () => {
    await using tmp = await tmpdir({ git: true });
    for (const [phase, open] of [
      ['IMPLEMENT', []],
      ['PR', ['review_clean_pass', 'architect_verified']],
    ] as const) {
      writeState(tmp.path, phase, open);
      for (const command of [...READING, ...WRITING, ...FINISHING])
        assert.equal(bash(tmp.path, command), bash(tmp.path, `${command}\n`), command);
    }
  });

  test('what is answered without reading shell is what reading it says, however it is put together', async () => {
    await using tmp = await tmpdir({ git: true });
    const heads = [
      'ls',
      'cat',
      'grep',
      'cd',
      'echo',
      'git status',
      'git diff',
      'git log',
      'rm',
      'tee',
      'git push',
    ];
    const tails = [
      '-n',
      '-rn',
      '.',
      'src',
      'a b',
      '"a"',
      "'x && rm y'",
      '"q | tee f"',
      "it's",
      '--stat',
      '--output=f',
      '-O',
    ];
    const joints = [' && ', ' | ', ' || ', ' ; ', ';', '&&', ' & ', ' |& ', '  '];
    let seed = 11;
    const one = <T>(list: readonly T[]): T => {
      seed = (seed * 48_271) % 2_147_483_647;
      return list[seed % list.length] as T;
    };
    for (const [phase, open] of [
      ['IMPLEMENT', []],
      ['PR', ['review_clean_pass', 'architect_verified']],
    ] as const) {
      writeState(tmp.path, phase, open);
      for (let round = 0; round < 3_000; round += 1) {
        let command = one(heads);
        for (let more = one([0, 1, 2, 3]); more > 0; more -= 1)
          command += one([true, false]) ? ` ${one(tails)}` : `${one(joints)}${one(heads)}`;
        assert.equal(bash(tmp.path, command), bash(tmp.path, `${command}\n`), command);
      }
    }
  });

  test('here-documents are read: their text is data, their substitutions and shells are commands', async () => {
    await using tmp = await tmpdir({ git: true });
    writeState(tmp.path, 'PR', ['review_clean_pass', 'architect_verified']);
    each(
      tmp.path,
      [
        "cat <<'EOF'\ngit push\n$(git push)\nEOF",
        'cat <<EOF\ngit push later\nEOF',
        "cat <<-'X' | wc -l\n\tgit push\n\tX\nls",
      ],
      false,
    );
    each(
      tmp.path,
      [
        'cat <<EOF\n$(git push)\nEOF',
        'bash <<EOF\ngit push\nEOF',
        "sh <<'EOF'\ngit push\nEOF",
        'cat <<EOF\nx\nEOF\ngit push',
        "cat <<A <<'B'\na\nA\nb\nB\ngit push",
        'python3 <<EOF\nimport os\nEOF',
        'cat <<EOF | sh\ngit push\nEOF',
        'ls \\\n && git \\\n push',
        'echo a\r# ; git push',
        'cat <<$X\nhi\n$X\ngit push',
        'X=Y; cat <<$X\nhi\n$X\ngit push\nY',
        'cat <<E\na\\\nE\ngit push\nE',
        'cat <<E\nE\\\n\ngit push',
        'cat <<E\nE\\\n\ngit push\nE',
        'cat <<EOF\ngit push',
        'cat <<EOF',
        'cat <<EOF "$(ls\nls)"\ngit push\nEOF',
      ],
      true,
    );
  });

  test('text that is huge, deep or hostile ends in an answer', async () => {
    await using tmp = await tmpdir({ git: true });
    writeState(tmp.path, 'IMPLEMENT');
    // Scripts that call each other without end.
    const scripts = { a: 'npm run a; '.repeat(50), b: 'npm run b && npm run a' };
    writeFileSync(join(tmp.path, 'package.json'), JSON.stringify({ scripts }));
    writeFileSync(join(tmp.path, 'loop.sh'), 'bash loop.sh; bash loop.sh; bash loop.sh\n');
    each(tmp.path, ['npm run a', 'npm run b', 'bash loop.sh'], true);
    const deep = (open: string, close: string, count: number) =>
      open.repeat(count) + 'touch f' + close.repeat(count);
    each(
      tmp.path,
      [
        `echo ${'a'.repeat(400_000)}`,
        deep('$(', ')', 5_000),
        deep('(', ')', 50_000),
        deep('"$(', ')"', 3_000),
        `${'sh -c '.repeat(50)}'touch f'`,
        deep('{ ', ' ;}', 20_000),
        `sed 's/${'a'.repeat(50_000)}`,
        '\0touch f',
      ],
      true,
    );
    // Every name is looked up from every folder: unbounded, the hook would outlive its time limit, and an open gate.
    const folders = Array.from({ length: 31 }, (_, k) => `cd d${k};`).join('');
    each(
      tmp.path,
      [
        `${folders} sed -i s/a/b/ ${'a '.repeat(50_000)}`,
        `${folders} for x in ${'a '.repeat(50_000)}; do rm $x; done`,
        `tmux ${'autodev develop '.repeat(10_000)}`,
      ],
      true,
    );
    assert.equal(bash(tmp.path, `grep ${'a'.repeat(100_000)} f`), null);
    assert.equal(bash(tmp.path, `ls ${'$((1+1)) '.repeat(5_000)}`), null);
  });
});

test('no line takes the gate longer than a hook may, which would leave it open', async () => {
  await using tmp = await tmpdir({ git: true });
  writeState(tmp.path, 'PR', ['review_clean_pass', 'architect_verified']);
  // Each took minutes, all memory or for ever once: where a `cd` may lead, patterns that try every way, long lines.
  const slow = [
    `${Array.from({ length: 40 }, (_, k) => `cd d${k};`).join('')} touch f`,
    `$x git ${'-C '.repeat(300)}`,
    `$x gh ${'-a -b '.repeat(300)}pr`,
    `cd${' '.repeat(100_000)}x; touch f`,
    `$x git${' '.repeat(100_000)}push`,
    `${'ls;'.repeat(60_000)}touch f`,
    `${'git status;'.repeat(10_000)}touch f`,
    `sed -i s/a/b/ ${'a '.repeat(50_000)}`,
  ];
  for (const sandbox of ['works', 'none'] as const)
    for (const command of slow) {
      const call = { cwd: tmp.path, tool_name: 'Bash', tool_input: { command } };
      const reason = decide(call, env, tmp.path, sandbox);
      assert.ok(reason !== null || sandbox === 'none', command.slice(0, 40));
    }
});

describe("the workflow's own state", () => {
  const state = '.develop-workflow/state.json';
  const touching = rows('state');

  test('is never changed, moved or removed by an agent, in any phase, with every gate open', async () => {
    await using tmp = await tmpdir({ git: true });
    for (const phase of ['DESIGN', 'REVIEW', 'IMPLEMENT', 'PR', 'DONE']) {
      const path = writeState(tmp.path, phase, [
        'review_clean_pass',
        'architect_verified',
        're_review_clean',
      ]);
      if (phase === 'DESIGN') {
        symlinkSync(path, join(tmp.path, 'link'));
        linkSync(path, join(tmp.path, 'hard'));
        writeFileSync(join(tmp.path, 'forge.js'), 'fs.writeFileSync(".develop-workflow/state.json", "")');
        writeState(join(tmp.path, 'other'), 'DONE');
        writeFileSync(join(tmp.path, 'forge.patch'), '--- a/.develop-workflow/state.json\n');
      }
      each(tmp.path, touching, true);
      for (const tool_name of ['Write', 'Edit', 'MultiEdit', 'NotebookEdit'])
        for (const file of [
          state,
          join(tmp.path, state),
          `${tmp.path}/src/../${state}`,
          'link',
          'hard',
          '.Develop-Workflow/State.json',
        ])
          assert.notEqual(
            decide(
              { cwd: tmp.path, tool_name, tool_input: { file_path: file, notebook_path: file } },
              env,
              tmp.path,
            ),
            null,
            `${tool_name} ${file}`,
          );
    }
  });

  test('can be read, and other files can be removed', async () => {
    await using tmp = await tmpdir({ git: true });
    writeState(tmp.path, 'DESIGN');
    each(
      tmp.path,
      [
        'cat .develop-workflow/state.json',
        'echo .develop-workflow/ >> .gitignore',
        'rm -rf node_modules',
        'rm -rf *.log',
        'cp a.txt .',
        'mv a b .',
        'find . -name "*.log" -delete',
        'git clean -ndx',
        'git clean -fdx src',
        'git stash',
        'git commit -m "keep .develop-workflow out"',
        'grep -r gate .develop-workflow',
        'rm -rf "$TMP"',
        'rm -rf "$TMP"/*.log',
        'git clean -fdx -e node_modules src',
        'git apply < fine.patch',
        'patch -p1 -i fine.patch',
        'find . -name "*.log" -not -path "./x/*" -delete',
        'find . -name "*.log" -o -name "*.tmp" -delete',
        'cd "$DIR" && touch f',
        'cp -r src/. out',
        'mkdir -p src/{a,b}',
      ],
      false,
    );
  });

  test('is found through a folder below, a worktree inside the project, a link and a changed cwd', async () => {
    await using tmp = await tmpdir({ git: true });
    await using other = await tmpdir({ git: true });
    const below = join(tmp.path, 'src', 'deep');
    const worktree = join(tmp.path, '.worktrees', 'a');
    for (const folder of [below, worktree]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(worktree, '.git'), `gitdir: ${tmp.path}/.git/worktrees/a\n`);
    symlinkSync(tmp.path, join(other.path, 'alias'));
    writeState(tmp.path, 'IMPLEMENT');
    each(below, ['touch f', 'cd .. && touch f'], true);
    each(worktree, ['touch f', 'git apply x'], true);
    each(
      other.path,
      [
        `cd ${tmp.path} && touch f`,
        `echo x > ${tmp.path}/f`,
        `git -C ${tmp.path} checkout -- f`,
        `cp a ${tmp.path}/f`,
        'cd alias && touch f',
      ],
      true,
    );
    each(other.path, ['touch f', 'cd . && touch f'], false);
    const write = (cwd: string, file_path: string, project?: string) =>
      decide(
        { cwd, tool_name: 'Write', tool_input: { file_path } },
        { ...env, CLAUDE_PROJECT_DIR: project },
        cwd,
      );
    assert.notEqual(write(other.path, join(tmp.path, 'f')), null);
    assert.notEqual(write(other.path, join(other.path, 'alias', 'f')), null);
    assert.notEqual(
      write(other.path, join(other.path, 'f'), tmp.path),
      null,
      'the project the session was started in',
    );
    assert.equal(write(other.path, join(other.path, 'f')), null);
  });

  test('a second state file further down does not hide the first', async () => {
    await using tmp = await tmpdir({ git: true });
    writeState(tmp.path, 'IMPLEMENT');
    writeState(join(tmp.path, 'src'), 'DONE');
    each(join(tmp.path, 'src'), ['touch f'], true);
  });

  test('above the repository is not looked at', async () => {
    await using tmp = await tmpdir();
    writeState(tmp.path, 'IMPLEMENT');
    mkdirSync(join(tmp.path, 'repo', '.git'), { recursive: true });
    each(join(tmp.path, 'repo'), ['touch f'], false);
  });

  test('evidence in AUTODEV_HOME is guarded like the state', async () => {
    await using tmp = await tmpdir({ git: true });
    const path = writeState(tmp.path, 'DESIGN');
    assert.equal(dirname(dirname(path)), tmp.path);
    const at = (command: string) =>
      decide(
        { cwd: tmp.path, tool_name: 'Bash', tool_input: { command } },
        { ...env, AUTODEV_HOME: '/var/autodev' },
        tmp.path,
      );
    assert.notEqual(at('echo x > /var/autodev/develop/x/trail.json'), null);
    assert.equal(at('echo x > /var/autodev/notes'), null);
  });
});

describe('tools of MCP servers', () => {
  test('while a gate is closed only those pass that a person has named', async () => {
    await using tmp = await tmpdir({ git: true });
    await using home = await tmpdir();
    mkdirSync(join(home.path, 'develop'));
    const named = { mcp_tools: ['mcp__docs__*', 'mcp__github__list_issues'] };
    writeFileSync(join(home.path, 'develop', 'gate.json'), JSON.stringify(named));
    const call = (tool_name: string) =>
      decide({ cwd: tmp.path, tool_name, tool_input: {} }, { ...env, AUTODEV_HOME: home.path }, tmp.path);
    for (const [phase, open] of [
      ['IMPLEMENT', []],
      ['PR', ['review_clean_pass', 'architect_verified']],
    ] as const) {
      writeState(tmp.path, phase, open);
      for (const tool of ['mcp__docs__search', 'mcp__docs__', 'mcp__github__list_issues'])
        assert.equal(call(tool), null, tool);
      for (const tool of [
        'mcp__fs__read_file',
        'mcp__github__list_issues2',
        'mcp__xdocs__search',
        'mcp__github__push',
      ])
        assert.match(call(tool) ?? 'allowed', /develop\.mcp_tools/, tool);
    }
    writeState(tmp.path, 'IMPLEMENT', ['review_clean_pass']);
    assert.equal(call('mcp__fs__write_file'), null, 'open gates hold nothing');
  });

  test('writing what git runs by itself counts as finishing', async () => {
    await using tmp = await tmpdir({ git: true });
    const write = (file_path: string) =>
      decide({ cwd: tmp.path, tool_name: 'Write', tool_input: { file_path } }, env, tmp.path);
    writeState(tmp.path, 'PR', ['review_clean_pass', 'architect_verified']);
    assert.notEqual(write('.git/hooks/post-checkout'), null);
    assert.notEqual(write('.git/config'), null);
    assert.equal(write('.github/workflows/ci.yml'), null);
    assert.equal(write('.gitignore'), null);
  });
});

describe('PowerShell', () => {
  test('commands that look pass, the others are held', async () => {
    await using tmp = await tmpdir({ git: true });
    const call = (command: string) =>
      decide({ cwd: tmp.path, tool_name: 'PowerShell', tool_input: { command } }, env, tmp.path);
    writeState(tmp.path, 'IMPLEMENT');
    for (const command of ['Get-ChildItem src', 'Get-Content a | Select-String foo', 'git status'])
      assert.equal(call(command), null, command);
    for (const command of [
      'Set-Content f x',
      'Get-ChildItem | ForEach-Object { Remove-Item $_ }',
      'Get-ChildItem | Where-Object { touch f }',
      '"x" | Out-File f',
    ])
      assert.notEqual(call(command), null, command);
    writeState(tmp.path, 'DESIGN');
    assert.notEqual(call('Remove-Item .develop-workflow -Recurse'), null);
  });
});
