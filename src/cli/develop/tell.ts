import type { DevelopState } from '../../workflows/develop/state/state.ts';
import { nextStep } from '../../workflows/develop/next-step.ts';
import { describeState } from '../../workflows/develop/state/resume.ts';
import type { Input } from '../command.ts';

/** Data for programs, or a few lines for people. */
export function tell(input: Input, data: Record<string, unknown>, lines: string): void {
  input.io.out(input.json ? `${JSON.stringify({ schema_version: 1, ...data })}\n` : `${lines}\n`);
}

export function stateLines(state: DevelopState | null): string {
  return state === null ? 'The work is done; the state file is removed.' : describeState(state);
}

/** The same with the command that comes next. */
export function stateAndNext(state: DevelopState | null): string {
  return state === null ? stateLines(null) : `${stateLines(state)}\nNext: ${nextStep(state)}.`;
}
