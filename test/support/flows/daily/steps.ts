import type { StepContext } from '../../../../src/workflows/engine/steps/context.ts';
import type { StepResult } from '../../../../src/workflows/engine/flow.ts';
import type { FrozenInput } from '../../../../src/workflows/engine/input/input.ts';
import type { DailyResults } from './results.ts';

type Context = StepContext<FrozenInput, DailyResults>;

export async function look(context: Context): Promise<StepResult<DailyResults['look']>> {
  const prompt = `[autodev] Look at ${context.input.title}`;
  const { text } = await context.session({ role: 'analyze', prompt, cwd: '/', access: 'read' });
  return { result: { text }, summary: 'looked' };
}

export async function note({ history }: Context): Promise<StepResult<DailyResults['note']>> {
  return { result: { cost: history.costUsd() }, summary: 'noted' };
}
