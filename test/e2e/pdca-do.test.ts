import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  answer,
  CODE,
  COMPLETED,
  cost,
  goodTeam,
  ONE_GOAL,
  openPdcaWorld,
  TEST,
  write,
} from '../support/pdca-world.ts';

const executes = (...steps: unknown[]) => ({
  when: { role: 'executor', schema: 'implementation' },
  times: 1,
  steps: [cost, ...steps, answer(COMPLETED)],
});
const GREET_TEST = 'test/greet.test.ts';

test('an implementer that lies about its tests, deletes one, skips one, drops a file of the design, adds a TODO, swallows an error: each is seen and costs an iteration', async () => {
  await using world = await openPdcaWorld({ files: ONE_GOAL });
  const kept = world.read(GREET_TEST) ?? '';
  world.rules(
    goodTeam(2, [
      executes(
        write(CODE.path, 'export const leave = (name: string): string => name;\n'),
        write(TEST.path, TEST.text),
      ),
      executes(write(CODE.path, CODE.text), { do: 'run', command: ['rm', GREET_TEST] }),
      executes(write(GREET_TEST, kept.replace("test('greets'", "test.skip('greets'"))),
      executes(write(GREET_TEST, kept), { do: 'run', command: ['rm', TEST.path] }),
      executes(write(TEST.path, TEST.text), write(CODE.path, `${CODE.text}// TODO: more\n`)),
      executes(write(CODE.path, `${CODE.text}try {\n  leave('');\n} catch {}\n`)),
    ]),
  );
  const said = await world.auto('add a farewell');
  assert.equal(said.code, 0, said.err + said.out);
  const complete = /IMPLEMENTATION_COMPLETED: (\{.*\})/.exec(said.out)?.[1] ?? '{}';
  const { iterations, files_changed, test_results, self_review } = JSON.parse(complete) as Record<
    string,
    unknown
  >;
  assert.deepEqual(
    [iterations, files_changed, test_results, self_review],
    [7, [CODE.path, TEST.path], 'test PASS: node --test', COMPLETED.self_review],
  );
  const status = JSON.parse(world.read('docs/.pdca-status.json') ?? '{}') as {
    features: Record<string, { implManagerIteration: number; implManagerStatus: string }>;
  };
  assert.deepEqual(status.features['add-a-farewell']?.implManagerIteration, 7);
  assert.equal(world.read(GREET_TEST), kept);
});

test('HEAVY in a worktree: parts work at the same time in worktrees and on branches of their own, what leaves its paths is taken back, .claude is linked and never committed', async () => {
  // What the set-up makes is there for everybody, and nothing of it is committed.
  const setup =
    "import { mkdirSync, writeFileSync } from 'node:fs';\nmkdirSync('node_modules', { recursive: true });\nwriteFileSync('node_modules/ready', '');\nwriteFileSync('stray.txt', '');\n";
  const own = { goals: { test: ['node', '--test'] }, setup: [['node', 'setup.mjs']] };
  await using world = await openPdcaWorld({
    files: {
      ...ONE_GOAL,
      '.autodev.yaml': JSON.stringify(own),
      '.gitignore': 'node_modules\n',
      'setup.mjs': setup,
    },
  });
  mkdirSync(join(world.project, '.claude'));
  writeFileSync(join(world.project, '.claude', 'rules.md'), 'be kind\n');
  writeFileSync(join(world.project, 'mine.txt'), 'not committed\n');
  const part = (name: string, path: string, text: string, more: unknown[] = []) => ({
    when: { role: 'executor-high', schema: 'implementation', prompt: `Your part is ${name}` },
    steps: [
      cost,
      ...more,
      { do: 'run', command: ['test', '-e', '.claude/rules.md'] },
      { do: 'run', command: ['test', '-e', 'node_modules/ready'] },
      write(path, text),
      answer(COMPLETED),
    ],
  });
  world.rules(
    goodTeam(4, [
      {
        when: { role: 'architect', schema: 'split' },
        steps: [
          cost,
          answer({
            parts: [
              { name: 'impl', paths: ['src'] },
              { name: 'test', paths: ['test'] },
            ],
          }),
        ],
      },
      { ...part('impl', CODE.path, CODE.text, [write('build.mjs', 'process.exit(0);\n')]), times: 1 },
      part('impl', CODE.path, CODE.text),
      // Red alone: it is measured when both are brought together.
      part('test', TEST.path, TEST.text),
    ]),
  );
  const said = await world.auto('add a farewell', '--worktree');
  assert.equal(said.code, 0, said.err + said.out);
  assert.match(said.out, /\[Phase 3\] impl left its paths, taken back: build\.mjs/);
  const tree = world.git('ls-tree', '-r', '--name-only', 'feat/add-a-farewell').split('\n');
  assert.ok(!tree.some((path) => path.startsWith('.claude')), tree.join(' '));
  assert.ok(!tree.some((path) => /node_modules|stray/.test(path)), tree.join(' '));
  assert.equal(world.git('show', 'feat/add-a-farewell:build.mjs'), world.git('show', 'main:build.mjs'));
  assert.deepEqual(world.git('branch', '--format=%(refname:short)').split('\n'), [
    'feat/add-a-farewell',
    'main',
  ]);
  assert.equal(world.git('worktree', 'list').split('\n').length, 1);
  assert.deepEqual(existsSync(join(world.home, 'wt')) ? readdirSync(join(world.home, 'wt')) : [], []);
  assert.equal(world.read('mine.txt'), 'not committed\n');
  assert.equal(world.git('branch', '--show-current'), 'main');
});
