import { schemaFor } from '../../../work/verdicts.ts';
import { notesPrompt, promptFacts } from '../prompts.ts';
import { notesAnswer } from '../results.ts';
import { workbench, type Context, type Place } from '../scratch/workbench.ts';
import type { Done } from './done.ts';

const NOTES = schemaFor('implements', notesAnswer);

export async function notes(context: Context, place: Place): Done<'notes'> {
  const bench = await workbench(context, place);
  const { structured } = await context.session({
    role: 'compile-notes',
    prompt: await notesPrompt(context.input, Object.keys(bench.kept), promptFacts(context)),
    cwd: bench.scratch.path,
    access: 'read',
    schema: NOTES,
  });
  return { result: structured, summary: 'notes taken' };
}
