import type { StepContext } from '../../../../src/workflows/engine/steps/context.ts';
import type { StepResult } from '../../../../src/workflows/engine/flow.ts';
import type { FrozenInput } from '../../../../src/workflows/engine/input/input.ts';
import { worktreeAt } from '../../../../src/workflows/worktree-at.ts';
import type { TriageResults } from './results.ts';

type Context = StepContext<FrozenInput, TriageResults>;

export async function sort(context: Context): Promise<StepResult<TriageResults['sort']>> {
  const { input } = context;
  const at = { commit: input.baseSha, branch: `autodev/triage-${input.number}` };
  const cwd = await worktreeAt(context, `triage-${input.number}`, at);
  const prompt = `[autodev] Sort ${input.title}`;
  const { text } = await context.session({ role: 'analyze', prompt, cwd, access: 'read' });
  return { result: { text: text.trim() }, summary: text.trim() };
}
