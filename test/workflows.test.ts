import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { resolveCommand } from '../src/cli/parse.ts';
import { TREE } from '../src/cli/tree.ts';

const root = new URL('../', import.meta.url);
const at = (path: string) => fileURLToPath(new URL(path, root));
const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

interface Step {
  name?: string;
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
}
interface Job {
  'runs-on': string;
  'timeout-minutes': number;
  environment?: string;
  permissions?: Record<string, string>;
  steps: Step[];
}
interface Workflow {
  name: string;
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  concurrency: unknown;
  jobs: Record<string, Job>;
}

const TOP = ['name', 'on', 'permissions', 'concurrency', 'jobs'];
const JOB = ['runs-on', 'timeout-minutes', 'environment', 'permissions', 'steps'];
const STEP = ['name', 'uses', 'run', 'with', 'env'];
const EVENTS = ['push', 'pull_request', 'schedule', 'workflow_dispatch'];

/** What is wrong with a workflow, in the words of GitHub's syntax and of this repository. */
function problemsOf(text: string): string[] {
  const flow = parse(text, { uniqueKeys: true }) as Workflow;
  const problems: string[] = [];
  const expect = (holds: boolean, problem: string) => void (holds || problems.push(problem));
  const known = (what: string, value: object, keys: readonly string[]) => {
    for (const key of Object.keys(value)) expect(keys.includes(key), `${what}: unknown key ${key}`);
  };
  known('workflow', flow, TOP);
  for (const key of TOP) expect(key in flow, `workflow: ${key} is missing`);
  known('on', flow.on, EVENTS);
  expect(flow.permissions['contents'] === 'read', 'a token that only reads is the rule');
  for (const [name, job] of Object.entries(flow.jobs)) {
    known(name, job, JOB);
    expect(/^(ubuntu|macos)-latest$/.test(job['runs-on']), `${name}: runs on ${job['runs-on']}`);
    expect(job['timeout-minutes'] > 0, `${name}: has no limit of time`);
    for (const step of job.steps) {
      known(name, step, STEP);
      expect((step.uses === undefined) !== (step.run === undefined), `${name}: a step uses or runs`);
      expect(/^[\w-]+\/[\w-]+@v\d+$/.test(step.uses ?? 'a/b@v1'), `${name}: ${step.uses} has no version`);
      problems.push(...lineProblems(step.run ?? ''));
    }
  }
  return problems;
}

/** Every script, file and command that a step names is there; no text of others becomes a line of shell. */
function lineProblems(run: string): string[] {
  const problems: string[] = [];
  if (run.includes('${{')) problems.push(`an expression in a line of shell: ${run}`);
  for (const [, script] of run.matchAll(/npm run (?:-s )?([\w:-]+)/g))
    if (scripts[script ?? ''] === undefined) problems.push(`no script ${script}`);
  for (const [, file] of run.matchAll(/(?:bash|node) ([\w./-]+\/[\w./-]+)/g))
    if (!existsSync(at(file ?? ''))) problems.push(`no file ${file}`);
  for (const [, words] of run.matchAll(/autodev(?:\.mjs)? ((?:[a-z]+ ?)+)/g))
    resolveCommand(TREE, (words ?? '').trim().split(' '));
  for (const [, words] of run.matchAll(/(?:npm test --|node test\/run\.mjs) (.+)/g))
    for (const word of (words ?? '').split(' ').filter((each) => !each.startsWith('--')))
      if (!TESTS.some((file) => file.includes(word))) problems.push(`no test file has ${word} in its path`);
  return problems;
}

const TESTS = readdirSync(at('test'), { recursive: true, encoding: 'utf8' })
  .map((file) => `test/${file}`)
  .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'));

describe('the workflows of a public repository', () => {
  const folder = '.github/workflows/';
  const files = readdirSync(at(folder));

  test('test, release and nightly are there', () => {
    assert.deepEqual(files.sort(), ['nightly.yml', 'release.yml', 'test.yml']);
  });

  for (const file of files)
    test(`${file} is valid, and what it names exists`, () => {
      assert.deepEqual(problemsOf(readFileSync(at(folder + file), 'utf8')), []);
    });

  test('what is wrong is found', () => {
    const broken = `
name: x
on: {pushed: {}}
permissions: {contents: write}
concurrency: x
jobs:
  one:
    runs-on: windows-latest
    steps:
      - uses: actions/checkout@main
      - run: npm run nothing && node bin/nothing.mjs && npm test -- nothing-like-it
      - run: echo \${{ github.event.issue.title }}
      - {run: 'true', shell: bash}
`;
    assert.equal(problemsOf(broken).length, 10, problemsOf(broken).join('\n'));
  });
});
