import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decide as judge } from '../../src/gate/decide.ts';
import { surroundings } from '../../src/gate/here.ts';
import { readShell } from '../../src/gate/reader/read-shell.ts';
import type { Answer, SandboxHere } from '../../src/gate/surroundings.ts';
import { lookUp } from '../../src/host/fs/look-up.ts';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const gateFile = join(root, 'plugins', 'develop-workflow', 'hooks', 'develop-phase-gate.cjs');

export interface HookInput {
  cwd?: string;
  tool_name?: string;
  tool_input?: Record<string, unknown>;
}

/** The gate's own refusal, called in this process, where a sandbox works or does not. */
export function decide(
  call: HookInput,
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
  sandbox: SandboxHere = 'none',
): string | null {
  const answer = answerTo(call, env, cwd, sandbox);
  return typeof answer === 'string' ? answer : null;
}

/** The whole answer: a refusal, a command to run instead, or null. */
export function answerTo(
  call: HookInput,
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
  sandbox: SandboxHere = 'none',
): Answer {
  const runFile = join(dirname(gateFile), 'develop-run.cjs');
  return judge(call, { ...surroundings(lookUp, env, cwd, runFile), sandbox: () => sandbox }, () => readShell);
}

/** An AUTODEV_HOME that says whether a sandbox works. */
export function gateHome(folder: string, sandbox: boolean): string {
  mkdirSync(join(folder, 'develop'), { recursive: true });
  writeFileSync(join(folder, 'develop', 'gate.json'), JSON.stringify({ sandbox }));
  return folder;
}

export type GateName = 'review_clean_pass' | 'architect_verified' | 're_review_clean';

/** Writes a state file as the seed shows it, with the named gates open. */
export function writeState(folder: string, phase: string, open: readonly GateName[] = []): string {
  const path = join(folder, '.develop-workflow', 'state.json');
  mkdirSync(dirname(path), { recursive: true });
  const gates = Object.fromEntries(
    ['review_clean_pass', 'architect_verified', 're_review_clean'].map((gate) => [
      gate,
      open.includes(gate as GateName),
    ]),
  );
  writeFileSync(
    path,
    JSON.stringify({
      phase,
      feature: 'live chat',
      started_at: '2026-02-16T10:00:00',
      updated_at: '2026-02-16T11:30:00',
      gates,
    }),
  );
  return path;
}
