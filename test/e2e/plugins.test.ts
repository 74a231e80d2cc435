import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { runToEnd } from '../../src/agents/agent.ts';
import { root } from '../support/gate.ts';
import { openBench } from '../support/model/bench.ts';
import { tmpdir } from '../support/tmpdir.ts';

const folder = join(root, 'plugins');
const claude = join(root, 'test', 'tools', 'node_modules', '.bin', 'claude');
const PLUGINS = [
  'autodev',
  'develop-workflow',
  'git-utils',
  'external-llm',
  'claude-md',
  'pdca',
  'suggest-workflow',
];
const PATH = process.env['PATH'] ?? '';

function run(command: string, args: readonly string[], env: Record<string, string>, cwd?: string) {
  return spawnSync(command, args, {
    env: { PATH, ...env },
    encoding: 'utf8',
    input: '',
    ...(cwd ? { cwd } : {}),
  });
}

describe('the plugins', () => {
  test('pass strict validation, each and as a marketplace', async () => {
    await using home = await tmpdir();
    const env = { HOME: home.path, CLAUDE_CONFIG_DIR: home.path };
    for (const path of [folder, ...PLUGINS.map((name) => join(folder, name))]) {
      const done = run(claude, ['plugin', 'validate', '--strict', path], env);
      assert.equal(done.status, 0, `${path}\n${done.stdout}${done.stderr}`);
    }
  });

  test('hold what the design lists', () => {
    const names = (pattern: string) =>
      globSync(pattern, { cwd: folder })
        .map((path) => basename(path, '.md'))
        .sort();
    const commands: Record<string, string[]> = {
      autodev: ['auto', 'auto-config', 'auto-dashboard', 'auto-report', 'auto-setup'],
      'develop-workflow': ['design', 'develop', 'develop-auto', 'implement', 'multi-review'],
      'git-utils': ['commit-and-pr', 'merge-pr'],
      'external-llm': ['invoke-codex', 'invoke-gemini'],
      'claude-md': ['compile', 'decompile', 'migrate', 'spec', 'validate'],
      pdca: ['auto'],
      'suggest-workflow': ['suggest-workflow'],
    };
    for (const [plugin, wanted] of Object.entries(commands))
      assert.deepEqual(names(`${plugin}/commands/*.md`), wanted);
    assert.deepEqual(names('autodev/agents/*.md'), [
      'conflict-resolver',
      'issue-analyzer',
      'knowledge-extractor',
      'pr-reviewer',
    ]);
    assert.equal(names('pdca/agents/*.md').length, 14);
    assert.equal(names('claude-md/agents/*.md').length, 6);
    assert.equal(globSync('claude-md/skills/*/SKILL.md', { cwd: folder }).length, 6);
    for (const path of globSync('*/commands/*.md', { cwd: folder }))
      assert.match(readFileSync(join(folder, path), 'utf8'), /\$ARGUMENTS/, path);
    for (const path of globSync('*/skills/*/SKILL.md', { cwd: folder }))
      assert.match(
        readFileSync(join(folder, path), 'utf8'),
        new RegExp(`^name: ${basename(dirname(path))}$`, 'm'),
      );
  });

  test('are installed by one command, again without loss, and from another copy', async () => {
    await using home = await tmpdir();
    writeFileSync(join(home.path, 'config.yaml'), `agent:\n  claude:\n    command: ${claude}\n`);
    const env = { HOME: home.path, CLAUDE_CONFIG_DIR: join(home.path, 'claude'), AUTODEV_HOME: home.path };
    const install = (at: string, ...args: string[]) =>
      run(process.execPath, [join(at, 'bin', 'autodev.mjs'), 'plugins', 'install', ...args], env, home.path);
    const listed = () =>
      (JSON.parse(run(claude, ['plugin', 'list', '--json'], env).stdout) as { id: string }[])
        .map(({ id }) => id)
        .sort();
    const first = install(root, 'git-utils', 'develop-workflow', '--json');
    assert.equal(first.status, 0, first.stderr);
    assert.deepEqual(listed(), ['develop-workflow@autodev', 'git-utils@autodev']);
    // A marketplace of that name from elsewhere, as after an upgrade into another folder.
    const other = join(home.path, 'other');
    cpSync(folder, other, { recursive: true });
    run(claude, ['plugin', 'marketplace', 'remove', 'autodev'], env);
    run(claude, ['plugin', 'marketplace', 'add', other], env);
    run(claude, ['plugin', 'install', 'git-utils@autodev'], env);
    const second = install(root, 'pdca');
    assert.equal(second.status, 0, second.stderr);
    assert.deepEqual(listed(), ['git-utils@autodev', 'pdca@autodev']);
    assert.equal(install(root, 'pdca').status, 0, 'what is there already is fine');
    const project = install(root, 'pdca', '--scope', 'project');
    assert.equal(project.status, 0, `for the project what the user has already: ${project.stderr}`);
    assert.equal(install(root, 'pdca', '--scope', 'project').status, 0);
    const shared = readFileSync(join(home.path, '.claude', 'settings.json'), 'utf8');
    assert.match(shared, /pdca@autodev/);
    assert.ok(!shared.includes(root), `nothing of this machine is shared: ${shared}`);
    assert.equal(install(root, 'nonsense').status, 4);
    assert.equal(install(root, '--scope', 'galaxy').status, 2);
  });

  test('every slash command runs once, headless, with its arguments put in', async () => {
    const commands = globSync('*/commands/*.md', { cwd: folder }).sort();
    const plugins = PLUGINS.map((name) => join(folder, name));
    const once = async (path: string) => {
      const name = `${path.split('/')[0] ?? ''}:${basename(path, '.md')}`;
      await using bench = await openBench('claude', {
        turns: [{ say: 'understood' }],
        settings: { plugins },
      });
      const result = await runToEnd(
        bench.agent,
        bench.request({ prompt: `/${name} word-${basename(path, '.md')} "second"` }),
      );
      assert.equal(result.ok, true, `${name}: ${result.stopReason} ${result.text}`);
      assert.ok(result.turns > 0, `${name} is known`);
      const body = bench.model.calls()[0]?.body ?? '';
      assert.match(
        body,
        new RegExp(`word-${basename(path, '.md')} \\\\"second\\\\"`),
        `${name} got its arguments`,
      );
      const line =
        readFileSync(join(folder, path), 'utf8')
          .split('---')
          .slice(2)
          .join('---')
          .trim()
          .split('\n')
          .at(-1) ?? '';
      assert.ok(body.includes(JSON.stringify(line.slice(0, 60)).slice(1, -1)), `${name} was expanded`);
    };
    const left = [...commands];
    await Promise.all(
      [1, 2].map(async () => {
        for (let path = left.shift(); path !== undefined; path = left.shift()) await once(path);
      }),
    );
    assert.equal(commands.length, 21);
  });
});

describe('external-llm: one question to another program', () => {
  const script = join(folder, 'external-llm', 'scripts', 'invoke.cjs');
  async function withProgram(text: string) {
    const tmp = await tmpdir();
    const bin = join(tmp.path, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'codex'), `#!${process.execPath}\n${text}`);
    chmodSync(join(bin, 'codex'), 0o755);
    return {
      ask: (prompt: string, ...args: string[]) =>
        spawnSync(process.execPath, [script, 'codex', ...args], {
          env: { PATH: bin, HOME: tmp.path, SECRET: 'x', OPENAI_API_KEY: 'key' },
          input: prompt,
          encoding: 'utf8',
        }),
      [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
    };
  }
  const ECHO = `let all = ''; process.stdin.on('data', (c) => (all += c)).on('end', () => console.log(JSON.stringify({ all, argv: process.argv.slice(2), env: Object.keys(process.env) })));`;

  test('the prompt goes in on standard input, the answer comes out, the environment is an allow-list', async () => {
    await using codex = await withProgram(ECHO);
    const done = codex.ask('what; $(is) "this"', '--model', 'gpt-5');
    assert.equal(done.status, 0, done.stderr);
    const { all, argv, env } = JSON.parse(done.stdout) as { all: string; argv: string[]; env: string[] };
    assert.equal(all, 'what; $(is) "this"');
    assert.ok(
      argv.includes('--sandbox=read-only') &&
        argv.includes('--model=gpt-5') &&
        !argv.join(' ').includes('what'),
    );
    assert.ok(env.includes('OPENAI_API_KEY') && !env.includes('SECRET'));
  });

  test('each way to fail has its exit code', async () => {
    await using silent = await withProgram('setTimeout(() => {}, 60000);');
    const began = Date.now();
    assert.equal(silent.ask('x', '--timeout', '1').status, 124);
    assert.ok(Date.now() - began < 30_000, 'and does not wait for it');
    await using failing = await withProgram('console.error("no quota"); process.exit(7);');
    const failed = failing.ask('x');
    assert.equal(failed.status, 1);
    assert.match(failed.stderr, /exit code 7[\s\S]*no quota/);
    await using loud = await withProgram('process.stdout.write("y".repeat(5000));');
    const cut = loud.ask('x', '--max-output', '100');
    assert.deepEqual([cut.status, cut.stdout.length], [5, 100]);
    assert.equal(loud.ask('').status, 3);
    assert.equal(loud.ask('x'.repeat(200), '--max-input', '100').status, 3);
    for (const args of [['--timeout', 'soon'], ['--nonsense', '1'], ['--timeout'], ['--model', 'a b']])
      assert.equal(loud.ask('x', ...args).status, 2);
    const missing = spawnSync(process.execPath, [script, 'gemini'], {
      env: { PATH: '/nowhere' },
      input: 'x',
      encoding: 'utf8',
    });
    assert.equal(missing.status, 4);
    assert.equal(spawnSync(process.execPath, [script, 'cat'], { input: 'x' }).status, 2);
  });
});

test('git-utils keeps commits and pushes off protected branches', async () => {
  const { refusal } = createRequire(import.meta.url)(
    join(folder, 'git-utils', 'hooks', 'branch-guard.cjs'),
  ) as {
    refusal: (command: string, cwd: string, env: Record<string, string>) => string | undefined;
  };
  await using tmp = await tmpdir({ git: true });
  const held = (command: string, env: Record<string, string> = {}) =>
    refusal(command, tmp.path, env) !== undefined;
  for (const command of [
    'git commit -m x',
    'cd . && git commit -am "a; b"',
    `git -C ${tmp.path} commit`,
    'git push',
    'git push origin HEAD',
    'git push origin x:main',
    'git push --force origin topic',
    'git push origin +topic',
    'A=1 git commit',
  ])
    assert.equal(held(command), true, command);
  for (const command of [
    'git status',
    'echo "git commit"',
    'git push origin topic',
    'git push --force-with-lease origin topic',
    'git log main',
  ])
    assert.equal(held(command), false, command);
  assert.equal(held('git commit', { GIT_UTILS_PROTECTED: '' }), false);
  assert.equal(held('git commit', { GIT_UTILS_PROTECTED: 'release' }), false);
  writeFileSync(join(tmp.path, '.git', 'HEAD'), 'ref: refs/heads/topic\n');
  assert.equal(held('git commit -m x'), false);
  assert.equal(held('git push'), false);
  assert.equal(held('git push origin main'), true);
});
