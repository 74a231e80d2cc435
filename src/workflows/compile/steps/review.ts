import { testScore } from '../../../spec/compile/score.ts';
import { schemaFor } from '../../../work/verdicts.ts';
import { promptFacts, reviewPrompt } from '../prompts.ts';
import { reviewAnswer } from '../results.ts';
import { workbench, type Context, type Place } from '../scratch/workbench.ts';
import type { Done } from './done.ts';

const REVIEW = schemaFor('test_review', reviewAnswer);

export async function review(context: Context, place: Place): Done<'review'> {
  const bench = await workbench(context, place);
  const { testFiles } = context.history.results('red').at(-1) ?? { testFiles: bench.tests() };
  const { structured } = await context.session({
    role: 'test-reviewer',
    prompt: await reviewPrompt(context.input, testFiles, promptFacts(context)),
    cwd: bench.scratch.path,
    access: 'read',
    schema: REVIEW,
  });
  const score = testScore(structured);
  return { result: { score, feedback: structured.feedback }, summary: `the tests score ${score}` };
}
