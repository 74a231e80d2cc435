import { z } from 'zod';
import { schemaFor } from '../../../work/verdicts.ts';

/** What an agent says of a module that is decompiled; code reads the rest from its source. */
const texts = z.array(z.string()).default([]);
const describedAnswer = z.object({
  purpose: z.string(),
  summary: z.string(),
  behaviors: z
    .array(
      z.object({
        input: z.string(),
        output: z.string(),
        category: z.enum(['success', 'error']).default('success'),
      }),
    )
    .default([]),
  contracts: z
    .array(
      z.object({
        function_name: z.string(),
        preconditions: texts,
        postconditions: texts,
        throws: texts,
        invariants: texts,
      }),
    )
    .default([]),
  domain_context: z
    .object({ decision_rationale: texts, constraints: texts, compatibility: texts })
    .prefault({}),
  questions: texts,
});
export const DESCRIBED = schemaFor('described', describedAnswer);

export const NOTHING_SAID = describedAnswer.parse({ purpose: '', summary: '' });
