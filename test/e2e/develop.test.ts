import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { root, writeState } from '../support/gate.ts';
import { tmpdir } from '../support/tmpdir.ts';

const program = join(root, 'bin', 'autodev.mjs');
const APPROVE = { do: 'answer', value: { verdict: 'approve', summary: 'fine' } };
const BLOCK = {
  do: 'answer',
  value: {
    verdict: 'request_changes',
    summary: 'not yet',
    comments: [
      { path: 'design.md', line: 1, body: 'an edge case is missing', severity: 'must', category: 'design' },
    ],
  },
};
const PLAN = {
  checkpoints: [
    {
      id: 'cp-1',
      description: 'adds',
      tests: ['sum.test.mjs'],
      validation: { command: [process.execPath, '--test', 'sum.test.mjs'] },
    },
  ],
};

interface Project extends AsyncDisposable {
  path: string;
  home: string;
  autodev(
    args: readonly string[],
    env?: Record<string, string>,
  ): { status: number | null; stdout: string; stderr: string };
  atTerminal(line: string): { status: number | null; stdout: string };
}

/** A project with one file, a home of its own, and reviewers that follow a script. */
async function project(rules: object[] = [{ when: '.', steps: [APPROVE] }]): Promise<Project> {
  const tmp = await tmpdir({ git: true });
  const home = await tmpdir();
  writeFileSync(join(home.path, 'script.json'), JSON.stringify({ rules }));
  writeFileSync(
    join(home.path, 'config.yaml'),
    `agent:\n  default: scripted\n  scripted:\n    script: ${join(home.path, 'script.json')}\n`,
  );
  writeFileSync(join(tmp.path, 'README.md'), '# Project\n');
  const git = (...args: string[]) => spawnSync('git', args, { cwd: tmp.path });
  git('add', '.');
  git('commit', '-qm', 'first');
  const env = { PATH: process.env['PATH'] ?? '', HOME: home.path, AUTODEV_HOME: home.path };
  return {
    path: tmp.path,
    home: home.path,
    autodev: (args, extra = {}) =>
      spawnSync(process.execPath, [program, 'develop', ...args], {
        cwd: tmp.path,
        env: { ...env, ...extra },
        encoding: 'utf8',
        input: '',
      }),
    atTerminal: (line) =>
      spawnSync('script', ['-qec', `${process.execPath} ${program} develop ${line}`, '/dev/null'], {
        cwd: tmp.path,
        env: { ...env, SHELL: '/bin/sh' },
        encoding: 'utf8',
      }),
    [Symbol.asyncDispose]: async () => {
      await tmp[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

interface Told {
  state: {
    phase: string;
    gates: Record<string, boolean>;
    strategy?: string;
    checkpoints: Record<string, unknown>;
  };
  void_gates: Record<string, string>;
  choice: string;
  resume: { checkpoint: { id: string; iteration: number } };
  checkpoint: { status: string; iteration: number };
  failure: string;
  approach: string;
}
const json = (text: string) => JSON.parse(text) as Told;

describe('autodev develop', () => {
  test('a piece of work from start to done, each gate opened by a verdict', async () => {
    await using work = await project([
      { when: { prompt: 'Review the design' }, times: 1, steps: [BLOCK] },
      { when: '.', steps: [APPROVE] },
    ]);
    const ok = (...args: string[]) => {
      const done = work.autodev([...args, '--json'], { CLAUDECODE: '1' });
      assert.equal(done.status, 0, `${args.join(' ')}: ${done.stderr}`);
      return json(done.stdout);
    };
    const shut = (...args: string[]) => {
      const done = work.autodev(args, { CLAUDECODE: '1' });
      assert.equal(done.status, 5, `${args.join(' ')}: ${done.stdout}${done.stderr}`);
      return done.stderr;
    };
    const started = ok('start', 'sums');
    assert.equal(started.state.phase, 'DESIGN');
    assert.deepEqual(Object.values(started.state.gates), [false, false, false]);
    assert.match(readFileSync(join(work.path, '.gitignore'), 'utf8'), /^\.develop-workflow\/$/m);
    shut('phase', 'IMPLEMENT');
    writeFileSync(join(work.path, 'design.md'), `# Sums\n\n\`\`\`json\n${JSON.stringify(PLAN)}\n\`\`\`\n`);
    assert.deepEqual(ok('phase', 'REVIEW', '--plan', 'design.md').state.checkpoints, {
      'cp-1': { status: 'pending', iteration: 0 },
    });
    assert.match(shut('review'), /edge case is missing/);
    shut('phase', 'IMPLEMENT');
    assert.equal(ok('review').state.gates['review_clean_pass'], true);
    assert.equal(ok('phase', 'IMPLEMENT').state.strategy, 'direct');

    ok('checkpoint', 'cp-1', 'start');
    writeFileSync(
      join(work.path, 'sum.test.mjs'),
      "import { sum } from './sum.mjs';\nif (sum(1, 2) !== 3) throw new Error('wrong sum');\n",
    );
    const red = work.autodev(['checkpoint', 'cp-1', 'pass', '--json'], { CLAUDECODE: '1' });
    assert.equal(red.status, 1, 'a claim that the validation does not bear out');
    assert.equal(json(red.stdout).approach, 'wider_analysis');
    shut('verify');
    writeFileSync(join(work.path, 'sum.mjs'), 'export const sum = (a, b) => a + b;\n');
    assert.deepEqual(ok('checkpoint', 'cp-1', 'pass').checkpoint, { status: 'passed', iteration: 2 });
    assert.equal(ok('verify').state.gates['architect_verified'], true);
    writeFileSync(join(work.path, 'sum.mjs'), 'export const sum = (a, b) => a - b;\n');
    assert.match(shut('phase', 'PR'), /another commit/);
    writeFileSync(join(work.path, 'sum.mjs'), 'export const sum = (a, b) => a + b;\n');
    ok('verify');
    ok('phase', 'PR');
    shut('phase', 'DONE');
    ok('re-review');
    ok('phase', 'DONE');
    assert.equal(existsSync(join(work.path, '.develop-workflow')), false);
    assert.equal(work.autodev(['status']).status, 4);
    const [trail = ''] = globSync('develop/*/*.json', { cwd: work.home });
    assert.match(
      readFileSync(join(work.home, trail), 'utf8'),
      /edge case is missing/,
      'the evidence is kept',
    );
  });

  test('a gate set by hand needs a terminal, evidence and a person', async () => {
    await using work = await project();
    work.autodev(['start', 'x']);
    writeFileSync(join(work.path, 'why.md'), 'I looked at it.\n');
    const set = 'gate set review_clean_pass --evidence why.md';
    for (const env of [{}, { CLAUDECODE: '1' }, { AUTODEV_RUN: 'r' }])
      assert.equal(work.autodev(set.split(' '), env).status, 5);
    assert.equal(work.atTerminal('gate set review_clean_pass').status, 2, 'without evidence');
    assert.equal(work.atTerminal('gate set review_clean_pass --evidence gone.md').status, 4);
    assert.equal(work.atTerminal('gate set nonsense --evidence why.md').status, 2);
    const done = work.atTerminal(set);
    assert.equal(done.status, 0, done.stdout);
    assert.equal(work.autodev(['phase', 'IMPLEMENT']).status, 0);
    assert.equal(work.autodev(['gate', 'clear', 'review_clean_pass']).status, 0, 'closing needs no terminal');
    assert.equal(json(work.autodev(['status', '--json']).stdout).state.gates['review_clean_pass'], false);
    const [trail = ''] = globSync('develop/*/*.json', { cwd: work.home });
    assert.match(readFileSync(join(work.home, trail), 'utf8'), /I looked at it/);
  });

  test('a gate given for other files is shown, and closed when the phase changes', async () => {
    await using work = await project();
    work.autodev(['start', 'x']);
    work.autodev(['phase', 'REVIEW']);
    assert.equal(work.autodev(['review']).status, 0);
    writeFileSync(join(work.path, 'README.md'), '# Something else\n');
    const { void_gates: stale } = json(work.autodev(['status', '--json']).stdout);
    assert.match(stale['review_clean_pass'] ?? '', /another commit/);
    assert.equal(work.autodev(['phase', 'IMPLEMENT']).status, 5);
    assert.equal(json(work.autodev(['status', '--json']).stdout).state.gates['review_clean_pass'], false);
  });

  test('verify rejects what was changed before IMPLEMENT, whatever the architect says', async () => {
    await using work = await project();
    work.autodev(['start', 'x']);
    writeFileSync(join(work.path, 'early.ts'), '1\n');
    work.autodev(['phase', 'REVIEW']);
    work.autodev(['review']);
    assert.equal(work.autodev(['phase', 'IMPLEMENT']).status, 0);
    const done = work.autodev(['verify']);
    assert.equal(done.status, 5);
    assert.match(done.stderr, /early\.ts was changed outside IMPLEMENT and PR/);
    assert.doesNotMatch(done.stderr, /asking/, 'what code can tell is not paid for');
  });

  test('a reviewer that fails leaves the gate closed', async () => {
    await using work = await project([
      { when: '.', steps: [{ do: 'fail', reason: 'api_error', text: 'overloaded' }] },
    ]);
    work.autodev(['start', 'x']);
    work.autodev(['phase', 'REVIEW']);
    const done = work.autodev(['review']);
    assert.equal(done.status, 5);
    assert.match(done.stderr, /no reviewer gave an answer/);
    assert.equal(work.autodev(['verify']).status, 5, 'not in this phase');
  });

  test('resume asks at a terminal, takes a word elsewhere, and goes on where the work stands', async () => {
    await using work = await project();
    assert.equal(work.autodev(['resume', '--continue']).status, 4);
    mkdirSync(join(work.path, '.develop-workflow'));
    writeFileSync(
      join(work.path, '.develop-workflow', 'state.json'),
      readFileSync(join(root, 'test', 'support', 'seed-state.json')),
    );
    assert.equal(work.autodev(['resume']).status, 2);
    assert.equal(work.autodev(['resume', '--continue', '--restart']).status, 2);
    const on = json(work.autodev(['resume', '--continue', '--json']).stdout);
    assert.deepEqual(on.resume.checkpoint, { id: 'cp-2', iteration: 1, running: true });
    const asked = spawnSync(
      'script',
      ['-qec', `${process.execPath} ${program} develop resume`, '/dev/null'],
      {
        cwd: work.path,
        env: { PATH: process.env['PATH'] ?? '', HOME: work.home, AUTODEV_HOME: work.home, SHELL: '/bin/sh' },
        input: 'r\n',
        encoding: 'utf8',
      },
    );
    assert.match(asked.stdout, /from the start/);
    assert.equal(json(work.autodev(['status', '--json']).stdout).state.phase, 'DESIGN');
    writeState(work.path, 'DONE');
    assert.match(work.autodev(['resume']).stdout, /is done/);
    const next = work.autodev(['start', 'the next']);
    assert.equal(next.status, 0);
    assert.match(next.stderr, /was done/);
  });

  test('checkpoints of a seed file: three attempts, then a person', async () => {
    await using work = await project();
    mkdirSync(join(work.path, '.develop-workflow'));
    writeFileSync(
      join(work.path, '.develop-workflow', 'state.json'),
      readFileSync(join(root, 'test', 'support', 'seed-state.json')),
    );
    const cp = (...args: string[]) => work.autodev(['checkpoint', ...args, '--json'], { CLAUDECODE: '1' });
    assert.deepEqual(json(cp('cp-3', 'start').stdout).checkpoint, { status: 'in_progress', iteration: 1 });
    cp('cp-3', 'fail', '--class', 'LOGIC_ERROR');
    cp('cp-3', 'fail', '--class', 'TYPE_ERROR');
    const third = json(cp('cp-3', 'fail', '--class', 'LOGIC_ERROR').stdout);
    assert.deepEqual(third.checkpoint, { status: 'escalated', iteration: 3 });
    assert.equal(cp('cp-3', 'start').status, 5);
    assert.deepEqual(json(cp('cp-2', 'fail', '--class', 'ENV_ISSUE').stdout).checkpoint, {
      status: 'escalated',
      iteration: 1,
    });
    assert.equal(cp('cp-9', 'pass').status, 4);
    assert.equal(cp('cp-1', 'frobnicate').status, 2);
    assert.equal(cp('cp-1', 'fail', '--class', 'BAD_LUCK').status, 2);
  });

  test('a broken file is reported with what is wrong; only a person can reset it', async () => {
    await using work = await project();
    work.autodev(['start', 'x', '--no-ignore']);
    assert.equal(existsSync(join(work.path, '.gitignore')), false);
    const path = join(work.path, '.develop-workflow', 'state.json');
    writeFileSync(path, '{"phase": "IMPLE');
    for (const args of [['status'], ['phase', 'REVIEW'], ['start', 'y'], ['resume', '--restart']]) {
      const done = work.autodev(args);
      assert.equal(done.status, 3, args.join(' '));
      assert.match(done.stderr, /not JSON/);
    }
    assert.equal(readFileSync(path, 'utf8'), '{"phase": "IMPLE');
    assert.equal(work.autodev(['reset'], { CLAUDECODE: '1' }).status, 5);
    assert.equal(work.autodev(['reset']).status, 0);
    assert.equal(existsSync(path), false);
  });
});
