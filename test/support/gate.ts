import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const gateFile = join(root, 'plugins', 'develop-workflow', 'hooks', 'develop-phase-gate.cjs');

export interface HookInput {
  cwd?: string;
  tool_name?: string;
  tool_input?: Record<string, unknown>;
}

interface GateModule {
  decide: (input: HookInput, env: Readonly<Record<string, string | undefined>>, cwd: string) => string | null;
}

/** The hook's own decision, called in this process: the same file that Claude Code starts. */
export const { decide } = createRequire(import.meta.url)(gateFile) as GateModule;

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
