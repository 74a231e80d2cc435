import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd, type AgentResult } from '../../src/agents/agent.ts';
import { root, writeState, type GateName } from './gate.ts';
import { openBench, type Bench } from './model/bench.ts';
import type { Conversation } from './model/plan.ts';
import type { Turn } from './model/turn.ts';

const plugin = join(root, 'plugins', 'develop-workflow');
const runFile = join(plugin, 'hooks', 'develop-run.cjs');
/** The line a refusal offers. */
export const sandboxed = (text: string) => `node ${runFile} -- bash -c '${text}'`;
export const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();

/** The real claude with the plugin, in a repository with one commit; the model takes the given turns. */
export async function session(
  turns: readonly Turn[],
  prepare: (cwd: string) => void,
  others: readonly Conversation[] = [],
): Promise<Bench & { told: string; result: AgentResult }> {
  const bench = await openBench('claude', { turns, others, settings: { plugins: [plugin] } });
  writeFileSync(join(bench.cwd, 'a.txt'), 'before\n');
  writeFileSync(join(bench.cwd, '.gitignore'), '.develop-workflow/\n');
  git(bench.cwd, 'add', '.');
  git(bench.cwd, 'commit', '-qm', 'first');
  prepare(bench.cwd);
  const result = await runToEnd(bench.agent, bench.request({ prompt: 'Do the work.' }));
  assert.equal(result.ok, true, `${result.stopReason}: ${result.text}\n${result.stderrTail}`);
  // The last request holds the whole conversation, with what every tool call came back with.
  const told = bench.model
    .calls()
    .map((call) => call.body)
    .join('\n');
  return { ...bench, told, result };
}

interface Sent {
  messages: { content: string | { type: string; content?: unknown }[] }[];
}

/** What came back from each tool call, as the model was told. */
export function toolResults({ model }: Bench): string[] {
  const { messages } = JSON.parse(model.calls().at(-1)?.body ?? '{"messages":[]}') as Sent;
  return messages
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .filter((block) => block.type === 'tool_result')
    .map((block) => (typeof block.content === 'string' ? block.content : JSON.stringify(block.content)));
}

export const state =
  (phase: string, ...open: GateName[]) =>
  (cwd: string) =>
    void writeState(cwd, phase, open);
/** A workflow that begins in the session, as for a person: nothing of ours is around its commands then. */
export const BEGIN = { bash: 'mv later .develop-workflow && rm later.sh; echo begun' };
export const begins =
  (phase: string, ...open: GateName[]) =>
  (cwd: string) => {
    writeState(cwd, phase, open);
    renameSync(join(cwd, '.develop-workflow'), join(cwd, 'later'));
    writeFileSync(join(cwd, 'later.sh'), '');
  };
export const text = (cwd: string, name: string) => readFileSync(join(cwd, name), 'utf8');
