import { basename } from 'node:path';
import { contained, readText, remove, setMode, writeText } from '../../host/fs/files.ts';
import { messageOf } from '../../work/errors.ts';
import type { AgentRequest, StopReason } from '../agent.ts';
import type { Step } from './script.ts';

/** What one step came to. `denied` is the reason why it was not done at all. */
export interface Done {
  tool?: { name: string; summary: string; ok: boolean; output: string; denied?: string };
  text?: string;
  answer?: { value: unknown };
  cost?: { usd: number; input: number; output: number };
  failed?: { reason: StopReason; text: string; resetsInSecs?: number | undefined };
}

const OUTPUT_SHOWN = 2_000;

export async function perform(step: Step, request: AgentRequest, context: Context): Promise<Done> {
  switch (step.do) {
    case 'write':
    case 'replace':
    case 'delete':
      return changeFile(step, request);
    case 'run':
      return runCommand(step.command, context);
    case 'say':
      return { text: step.text };
    case 'answer':
      return { answer: { value: step.value } };
    case 'cost':
      return { cost: { usd: step.usd, input: step.tokens?.input ?? 0, output: step.tokens?.output ?? 0 } };
    case 'wait':
      await context.sleep(step.ms);
      return {};
    case 'fail':
      return {
        failed: {
          reason: step.reason,
          text: step.text ?? `the script says: ${step.reason}`,
          resetsInSecs: step.resets_in_secs,
        },
      };
    case 'hang':
      return context.forever();
  }
  return step satisfies never;
}

/** The effects of a step; each rejects when the run is stopped. */
export interface Context {
  run(command: readonly string[]): Promise<{ code: number | null; output: string }>;
  sleep(ms: number): Promise<void>;
  forever(): Promise<never>;
}

type FileStep = Extract<Step, { path: string }>;
const TOOL = { write: 'Write', replace: 'Edit', delete: 'Delete' } as const;

async function changeFile(step: FileStep, request: AgentRequest): Promise<Done> {
  const tool = { name: TOOL[step.do], summary: step.path, ok: false, output: '' };
  if (request.access === 'read') return { tool: { ...tool, denied: 'this run may only read' } };
  const path = await contained(request.cwd, step.path);
  if (path === undefined) return { tool: { ...tool, denied: 'outside the working directory' } };
  try {
    if (step.do === 'delete') await remove(path);
    else if (step.do === 'write') {
      await writeText(path, step.text);
      if (step.executable) await setMode(path, 0o755);
    } else {
      const before = await readText(path);
      if (!before.includes(step.from))
        return { tool: { ...tool, output: 'the text to replace was not found' } };
      await writeText(
        path,
        before.replace(step.from, () => step.to),
      );
    }
    return { tool: { ...tool, ok: true } };
  } catch (error) {
    return { tool: { ...tool, output: messageOf(error) } };
  }
}

async function runCommand(command: readonly string[], context: Context): Promise<Done> {
  const tool = { name: 'Bash', summary: command.map((word) => basename(word)).join(' '), ok: false };
  const done = await context.run(command);
  return { tool: { ...tool, ok: done.code === 0, output: done.output.slice(-OUTPUT_SHOWN) } };
}
