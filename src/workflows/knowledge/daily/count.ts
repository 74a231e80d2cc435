import { counted } from '../../../work/counted.ts';
import type { StepContext } from '../../engine/steps/context.ts';
import type { StepResult } from '../../engine/flow.ts';
import { isWithin } from '../facts/outcomes.ts';
import { dayMaterial, hadWork } from '../gather/day-material.ts';
import type { KnowledgeParts } from '../parts.ts';
import { reportOfFacts } from '../report/make-report.ts';
import type { DailyInput } from './input.ts';
import { reportsOfDay } from './report-issue.ts';
import type { DailyResults } from './results.ts';
import { settleSuggestions } from './settle-suggestions.ts';

type Context = StepContext<DailyInput, DailyResults>;

/** Before anything is paid: whether the day is reported already, and what people did with earlier suggestions. */
export async function look(context: Context): Promise<StepResult<DailyResults['look']>> {
  await settleSuggestions(context, context.input.repo);
  const [first] = await reportsOfDay(context, context.input);
  return {
    result: { issue: first?.number ?? null },
    summary: first === undefined ? 'not reported yet' : 'reported',
  };
}

export async function facts(
  parts: KnowledgeParts,
  { store, input, signal }: Context,
): Promise<StepResult<DailyResults['facts']>> {
  const { repo, day, language } = input;
  const material = await dayMaterial({ ...parts, store }, repo, day, signal);
  const report = reportOfFacts(material, language);
  const worked = hadWork(material.events.filter((event) => isWithin(event, material)));
  return { result: { report, worked }, summary: counted(report.patterns.length, 'pattern') };
}
