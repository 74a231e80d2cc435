import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measure, report } from './measure.ts';

const plugin = join(dirname(dirname(fileURLToPath(import.meta.url))), 'plugins', 'develop-workflow');
const gate = join(plugin, 'hooks', 'develop-phase-gate.cjs');
const ROUNDS = 60;

interface HooksFile {
  hooks: { PreToolUse: { hooks: { command: string }[] }[] };
}

/** What the hook costs each tool call, against the least a Node process can cost. */
export async function run(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'autodev-bench-'));
  try {
    return await inFolder(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function inFolder(folder: string): Promise<boolean> {
  mkdirSync(join(folder, '.git'));
  mkdirSync(join(folder, '.develop-workflow'));
  const gates = { review_clean_pass: true, architect_verified: true, re_review_clean: false };
  writeFileSync(
    join(folder, '.develop-workflow', 'state.json'),
    JSON.stringify({ phase: 'PR', feature: 'x', gates }),
  );
  const calls = [
    { tool_name: 'Edit', tool_input: { file_path: join(folder, 'a.ts'), old_string: 'a', new_string: 'b' } },
    { tool_name: 'Bash', tool_input: { command: 'npm test' } },
    { tool_name: 'Write', tool_input: { file_path: join(folder, 'b.ts'), content: 'x'.repeat(4_000) } },
    { tool_name: 'Bash', tool_input: { command: 'git status' } },
    { tool_name: 'Bash', tool_input: { command: 'cd src && grep -rn "foo" . | head -20' } },
  ].map((call) => JSON.stringify({ cwd: folder, ...call }));
  // The naive way: an ES module that reads standard input asynchronously and looks at a prefix.
  const naive = join(folder, 'naive.mjs');
  writeFileSync(
    naive,
    `import { readFile } from 'node:fs/promises';
let text = '';
for await (const chunk of process.stdin) text += chunk;
const { tool_input } = JSON.parse(text);
const state = JSON.parse(await readFile('.develop-workflow/state.json', 'utf8'));
if (!state.gates.re_review_clean && String(tool_input.command).startsWith('git push')) process.exitCode = 2;
`,
  );
  const hooks = JSON.parse(readFileSync(join(plugin, 'hooks', 'hooks.json'), 'utf8')) as HooksFile;
  const line = hooks.hooks.PreToolUse[0]?.hooks[0]?.command ?? '';
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    CLAUDE_PLUGIN_ROOT: plugin,
    CLAUDE_PROJECT_DIR: folder,
  };
  /** Each round takes the next call: the median is that of a session's mixture. */
  const turns = (command: string, args: readonly string[]) => {
    let turn = 0;
    return () => {
      spawnSync(command, args, { cwd: folder, env, input: calls[turn++ % calls.length] });
    };
  };
  const measured = await measure(
    [
      { name: 'node -e 0', as: 'floor', run: turns(process.execPath, ['-e', '0']) },
      { name: 'ES module, asynchronous stdin', as: 'peer', run: turns(process.execPath, [naive]) },
      { name: 'the gate', as: 'ours', run: turns(process.execPath, [gate]) },
      { name: 'the gate with its sh line', as: 'ours', run: turns('sh', ['-c', line]) },
    ],
    ROUNDS,
  );
  const [floor, , alone, withLine] = measured.map((one) => one.medianMs) as [number, number, number, number];
  const goal = (text: string, ratio: number, limit: number) => ({
    text,
    met: ratio <= limit,
    measured: `${ratio.toFixed(3)}×`,
  });
  return report('gate hook, per tool call', measured, [
    goal('the gate, p50 ≤ 1.12 × node -e 0', alone / floor, 1.12),
    goal('with its sh line, p50 ≤ 1.2 × node -e 0', withLine / floor, 1.2),
  ]);
}
