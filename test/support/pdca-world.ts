import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../src/config/environment.ts';
import { sessionGates } from './session-gates.ts';
import { tmpdir } from './tmpdir.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface Said {
  code: number | null;
  out: string;
  err: string;
  /** The lines of `--json`. */
  lines: Record<string, unknown>[];
}

export interface Started {
  child: ChildProcess;
  ended: Promise<Said>;
}

/** A small real project in a repository of its own, a home, and `autodev auto` as people use it. */
export interface PdcaWorld extends AsyncDisposable {
  home: string;
  project: string;
  rules(rules: unknown[]): void;
  auto(...words: string[]): Promise<Said>;
  start(...words: string[]): Started;
  /** A step of a script at which a session waits, the first time it comes there. */
  gate(name: string): { step: unknown; reached(): Promise<void>; open(): void };
  /** The same project on another machine: a clone of it, and a home of its own. */
  elsewhere(): {
    project: string;
    home: string;
    start(...words: string[]): Started;
    auto(...words: string[]): Promise<Said>;
    read(path: string): string;
  };
  git(...args: string[]): string;
  read(path: string): string | undefined;
  /** Roles, names of schemas and folders of all sessions so far. */
  sessions(): { role: string; schema: string; cwd: string; model: string }[];
}

const TYPESCRIPT = {
  'package.json': JSON.stringify({
    name: 'app',
    type: 'module',
    scripts: { test: 'node --test', build: 'node build.mjs', lint: 'node lint.mjs' },
  }),
  'build.mjs':
    "import { readFileSync } from 'node:fs';\nif (readFileSync('src/greet.ts', 'utf8').includes('BROKEN')) {\n  console.error('error: cannot build');\n  process.exit(1);\n}\n",
  'lint.mjs':
    "import { readFileSync } from 'node:fs';\nif (readFileSync('src/greet.ts', 'utf8').includes('var ')) {\n  console.error('error: var');\n  process.exit(1);\n}\n",
  'src/greet.ts': 'export const greet = (name: string): string => `hello ${name}`;\n',
  'test/greet.test.ts':
    "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { greet } from '../src/greet.ts';\n\ntest('greets', () => assert.equal(greet('a'), 'hello a'));\n",
};

const PYTHON = {
  Makefile: 'test:\n\tpython3 -m unittest discover -q -s tests\n',
  'app/__init__.py': '',
  'app/greet.py': 'def greet(name):\n    return f"hello {name}"\n',
  'tests/__init__.py': '',
  'tests/test_greet.py':
    'import unittest\nfrom app.greet import greet\n\n\nclass Greet(unittest.TestCase):\n    def test_greet(self):\n        self.assertEqual(greet("a"), "hello a")\n',
};

/** One goal and no npm: for runs whose guarantee is not about the goals. Starting npm costs more than these tests. */
export const ONE_GOAL = {
  'package.json': JSON.stringify({ name: 'app', type: 'module' }),
  '.autodev.yaml': JSON.stringify({ goals: { test: ['node', '--test'] } }),
};

export async function openPdcaWorld(
  options: {
    language?: 'en' | 'ko';
    kind?: 'typescript' | 'python';
    files?: Record<string, string>;
    config?: Record<string, unknown>;
    env?: Record<string, string>;
    /** After how many silent seconds a session is ended. */
    idleSecs?: number;
    /** What a person types into every command. */
    input?: string;
  } = {},
): Promise<PdcaWorld> {
  const tmp = await tmpdir();
  const home = join(tmp.path, 'home');
  const project = join(tmp.path, 'app');
  const script = join(tmp.path, 'script.json');
  mkdirSync(home, { recursive: true });
  const files = { ...(options.kind === 'python' ? PYTHON : TYPESCRIPT), ...options.files };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=me', '-c', 'user.email=me@example.org', ...args], {
      cwd: project,
      encoding: 'utf8',
    }).trim();
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  const gates = sessionGates(join(tmp.path, 'gates'));
  const config = JSON.stringify({
    language: options.language ?? 'en',
    agent: {
      default: 'scripted',
      scripted: { script },
      retries: 0,
      timeouts: { idle_secs: options.idleSecs ?? 60 },
    },
    sandbox: { write_paths: [gates.folder] },
    ...options.config,
  });
  writeFileSync(join(home, 'config.yaml'), config);
  const startAt = (at: { project: string; home: string }, words: string[]): Started => {
    const env = { ...childEnvironment(), HOME: tmp.path, AUTODEV_HOME: at.home, ...options.env };
    const child = spawn(process.execPath, [MAIN, 'auto', ...words], {
      cwd: at.project,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stdin.on('error', () => {}).end(options.input ?? '');
    let out = '';
    let err = '';
    child.stdout.on('data', (part: Buffer) => (out += part.toString()));
    child.stderr.on('data', (part: Buffer) => (err += part.toString()));
    const ended = new Promise<Said>((resolve) => {
      child.on('close', (code) => {
        const lines = words.includes('--json')
          ? out
              .split('\n')
              .filter((line) => line !== '')
              .map((line) => JSON.parse(line) as Record<string, unknown>)
          : [];
        resolve({ code, out, err, lines });
      });
    });
    return { child, ended };
  };
  const start = (...words: string[]) => startAt({ project, home }, words);
  return {
    home,
    gate: (name) => {
      const gate = gates.gate(name);
      return {
        ...gate,
        reached: async () => {
          for (let looks = 0; !gate.reached(); looks += 1) {
            if (looks > 1_800) throw new Error(`${name} was never reached`);
            await new Promise((resolve) => setTimeout(resolve, 100));
          }
        },
      };
    },
    elsewhere: () => {
      const other = { project: join(tmp.path, 'clone'), home: join(tmp.path, 'other-home') };
      execFileSync('git', ['clone', '-q', project, other.project]);
      mkdirSync(other.home);
      writeFileSync(join(other.home, 'config.yaml'), config);
      const startThere = (...words: string[]) => startAt(other, words);
      return {
        ...other,
        start: startThere,
        auto: (...words) => startThere(...words).ended,
        read: (path) => readFileSync(join(other.project, path), 'utf8'),
      };
    },
    project,
    rules: (rules) => writeFileSync(script, JSON.stringify({ rules })),
    auto: (...words) => start(...words).ended,
    start,
    git,
    read: (path) => (existsSync(join(project, path)) ? readFileSync(join(project, path), 'utf8') : undefined),
    sessions: () => {
      const log = join(home, 'scripted-sessions.jsonl');
      if (!existsSync(log)) return [];
      return readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as never);
    },
    [Symbol.asyncDispose]: async () => {
      gates.close();
      await tmp[Symbol.asyncDispose]();
    },
  };
}

const cost = { do: 'cost', usd: 0.01, tokens: { input: 100, output: 10 } };
const answer = (value: unknown) => ({ do: 'answer', value });
const write = (path: string, text: string) => ({ do: 'write', path, text });

export const FEATURE = 'add-a-farewell';
export const PLAN = `docs/01-plan/${FEATURE}.plan.md`;
export const DESIGN = `docs/02-design/${FEATURE}.design.md`;
export const REPORT = `docs/04-report/${FEATURE}.report.md`;

export const PLAN_TEXT =
  '# Plan\n\n## Background\nPeople leave.\n\n## Scope\n- `src/leave.ts` (new)\n- `test/leave.test.ts` (new)\n\n## Acceptance\n`leave("a")` returns `bye a`.\n\n## Edge cases\n1. an empty name\n2. a name of 1000 letters\n\n## Risks\nnone\n';
export const DESIGN_TEXT =
  '# Design\n\n## Files\n- `src/leave.ts`\n- `test/leave.test.ts`\n\n## Interface\n```ts\nfunction leave(name: string): string\n```\n\n## Data flow\nname in, text out\n\n## Tests\none per case\n\n## Risks\nnone\n';
export const CODE = {
  path: 'src/leave.ts',
  text: 'export const leave = (name: string): string => `bye ${name}`;\n',
};
export const TEST = {
  path: 'test/leave.test.ts',
  text: "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { leave } from '../src/leave.ts';\n\ntest('leaves', () => assert.equal(leave('a'), 'bye a'));\n",
};
export const COMPLETED = {
  status: 'completed',
  iterations: 1,
  files_changed: [CODE.path, TEST.path],
  test_results: 'all tests pass',
  build_results: 'built',
  lint_results: 'clean',
  self_review: 'consistent with greet.ts',
  remaining_issues: [],
  recommendation: '',
};

export const score = (points: number) => ({
  files: points >= 1 ? ['a', 'b', 'c'] : ['a'],
  modules: points >= 2 ? ['a', 'b'] : ['a'],
  new_pattern: { value: points >= 3, why: '' },
  new_dependency: { value: points >= 4, why: '' },
});

const gate = { pass: true, why: '' };
export const APPROVED = { verdict: 'APPROVE', domain: 'other', reasons: [], guidance: '' };

/** Teammates that do everything right, for a task of this score. Rules of a test come first. */
export function goodTeam(points: number, own: unknown[] = []): unknown[] {
  const rule = (role: string, schema: string, ...steps: unknown[]) => ({
    when: { role, schema },
    steps: [cost, ...steps],
  });
  const executor = (role: string) => [
    rule(role, 'implementation', write(CODE.path, CODE.text), write(TEST.path, TEST.text), answer(COMPLETED)),
    rule(role, 'document', write(DESIGN, DESIGN_TEXT), answer({ path: DESIGN, summary: 'designed' })),
    rule(role, 'fix', answer({ summary: 'mended', files_changed: [] })),
  ];
  return [
    ...own,
    rule('explore', 'findings', answer({ summary: 'nothing like it', overlaps: [], issues: [] })),
    rule('explore', 'complexity', answer(score(points))),
    rule('planner', 'document', write(PLAN, PLAN_TEXT), answer({ path: PLAN, summary: 'planned' })),
    rule(
      'critic',
      'plan_review',
      answer({ verdict: 'APPROVE', gates: { QG1: gate, QG2: gate, QG3: gate, QG4: gate }, feedback: '' }),
    ),
    rule('architect', 'feasibility', answer({ notes: 'feasible' })),
    rule('architect', 'split', answer({ parts: [] })),
    rule('architect', 'gate', answer(APPROVED)),
    rule(
      'architect',
      'diagnosis',
      answer({ diagnosis: 'a typo', fix_guide: 'src/leave.ts:1', domain: 'logic' }),
    ),
    ...executor('executor'),
    ...executor('executor-high'),
    rule(
      'gap-checker',
      'gap',
      answer({ items: [{ item: 'leave', status: 'match', file: CODE.path, line: 1 }] }),
    ),
    rule('code-reviewer', 'review', answer({ verdict: 'approve', summary: 'fine', comments: [] })),
    rule(
      'writer',
      'document',
      write(REPORT, '# Report\n\nDone.\n'),
      answer({ path: REPORT, summary: 'reported' }),
    ),
  ];
}

export { answer, cost, write };
