// Writes test/fixtures/transcripts anew: real CLIs, a scripted model, machine paths replaced.
//   node test/support/model/record-transcripts.ts [claude|codex|gemini …]
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runToEnd } from '../../../src/agents/agent.ts';
import { reviewResult, schemaFor } from '../../../src/work/verdicts.ts';
import { openBench, type Bench } from './bench.ts';
import type { Conversation } from './plan.ts';
import type { Dialect, Turn } from './turn.ts';

const fixtures = join(dirname(fileURLToPath(import.meta.url)), '../../fixtures/transcripts');
const PROJECT = '/home/dev/project';

/** Where each CLI keeps its transcripts below its config folder. */
const PLACES: Readonly<Record<Dialect, string>> = {
  claude: 'projects/**/*.{jsonl,json}',
  codex: 'sessions/**/*.jsonl',
  gemini: '.gemini/tmp/*/chats/*.jsonl',
};

const fix: readonly Turn[] = [
  { bash: 'cat sum.mjs && node --test', usage: { input: 12_000, output: 80 } },
  { write: 'sum.mjs', text: 'export const sum = (a, b) => a + b;\n', usage: { input: 12_400, output: 120 } },
  { bash: 'node --test', usage: { input: 12_800, output: 60 } },
  { say: 'The sign was wrong; the test passes now.', usage: { input: 13_000, output: 40 } },
];

const review: readonly Turn[] = [
  { bash: 'git log --oneline', usage: { input: 9_000, output: 50 } },
  {
    answer: {
      verdict: 'request_changes',
      summary: 'One case has no test.',
      comments: [
        {
          path: 'sum.test.mjs',
          line: 3,
          body: 'Test negative numbers.',
          severity: 'should',
          category: 'test',
        },
      ],
      earlier: [],
    },
    usage: { input: 9_300, output: 200 },
  },
];

const subAgent: readonly Turn[] = [
  {
    call: 'Task',
    input: {
      description: 'Find the callers',
      prompt: 'Find every caller of sum in this project.',
      subagent_type: 'general-purpose',
    },
    usage: { input: 11_000, output: 150 },
  },
  { say: 'Only the test calls it.', usage: { input: 11_500, output: 30 } },
];
const others: readonly Conversation[] = [
  {
    when: /Find every caller of sum/,
    turns: [
      { bash: 'grep -rn "sum(" .', usage: { input: 4_000, output: 40 } },
      { say: 'sum.test.mjs:3 is the only caller.', usage: { input: 4_200, output: 30 } },
    ],
  },
];

async function record(name: Dialect, topic: string, turns: readonly Turn[], prompt: string): Promise<void> {
  // A sub-agent's prompt is part of the caller's conversation too, so only the run that has one gets it.
  await using bench = await openBench(name, { turns, ...(topic === 'sub-agent' ? { others } : {}) });
  writeFileSync(join(bench.cwd, 'sum.mjs'), 'export const sum = (a, b) => a - b;\n');
  writeFileSync(
    join(bench.cwd, 'sum.test.mjs'),
    "import assert from 'node:assert/strict';\nimport { sum } from './sum.mjs';\nassert.equal(sum(1, 2), 3);\n",
  );
  const result = await runToEnd(
    bench.agent,
    bench.request({
      prompt,
      ...(topic === 'review' ? { schema: schemaFor('review', reviewResult), access: 'read' } : {}),
    }),
  );
  if (!result.ok)
    throw new Error(`${name} ${topic}: ${result.stopReason} ${result.text} ${result.stderrTail}`);
  for (const path of globSync(PLACES[name], { cwd: bench.configDir })) {
    const target = join(fixtures, name, topic, cleaned(path, bench));
    mkdirSync(dirname(target), { recursive: true });
    const text = readFileSync(join(bench.configDir, path), 'utf8');
    writeFileSync(target, cleaned(text.split('\n').map(shortened).join('\n'), bench));
  }
}

/** The vendors' own instructions to the model are theirs, and no part of what a reader of transcripts needs. */
function shortened(line: string): string {
  if (line === '') return line;
  return JSON.stringify(JSON.parse(line), (_, value: unknown) =>
    typeof value === 'string' && value.length > 600 ? `${value.slice(0, 80)}… (cut)` : value,
  );
}

/** Nothing of this machine stays: its folders, and the port of the model. */
function cleaned(text: string, bench: Bench): string {
  const tools = join(dirname(fileURLToPath(import.meta.url)), '../../tools');
  const dashed = (path: string) => path.replaceAll(/[^A-Za-z0-9]/g, '-');
  return text
    .replaceAll(bench.cwd, PROJECT)
    .replaceAll(dashed(bench.cwd), dashed(PROJECT))
    .replaceAll(bench.cwd.slice(bench.cwd.lastIndexOf('/') + 1).toLowerCase(), 'project')
    .replaceAll(bench.configDir, '/home/dev/.config/agent')
    .replaceAll(bench.env['HOME'] ?? '', '/home/dev')
    .replaceAll(bench.model.url, 'http://127.0.0.1:8080')
    .replaceAll(/(\/[\w.@-]+)+\/test\/tools\//g, '/usr/lib/')
    .replaceAll(tools, '/usr/lib')
    .replaceAll(/\/tmp\/(autodev|claude)-?[\w-]*(\/[\w-]+)?/g, '/tmp/run');
}

const wanted = process.argv.slice(2);
for (const name of ['claude', 'codex', 'gemini'] satisfies Dialect[]) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  rmSync(join(fixtures, name), { recursive: true, force: true });
  await record(name, 'fix', fix, '[autodev] implement issue #42: sum subtracts');
  await record(name, 'review', review, '[autodev] review pull request #43');
  if (name === 'claude') await record(name, 'sub-agent', subAgent, '[autodev] analyze: who calls sum?');
}
