import { z } from 'zod';
import type { FindingDetail, Verdict } from '../../api/board/item-details.ts';
import type { StepRecord } from '../../store/tables/steps.ts';
import { finding } from '../../work/finding.ts';

/** What sessions of any flow answer with, read leniently: steps of earlier versions lie in the journal too. */
const judged = z.looseObject({
  verdict: z.string(),
  summary: z.string().catch(''),
  confidence: z.number().nullable().catch(null),
});

const reviewed = z.looseObject({
  open: z.array(finding).catch([]),
  settled: z
    .array(z.looseObject({ fingerprint: z.string(), state: z.enum(['fixed', 'wont_fix']) }))
    .catch([]),
});

/** Each verdict once, oldest first: a step that a later run carries over was judged only once. */
export function verdictsOf(steps: readonly StepRecord[]): Verdict[] {
  return steps.flatMap(({ name, round, result, carriedFrom, finishedAt, startedAt }) => {
    const read = judged.safeParse(result);
    if (!read.success || carriedFrom !== null) return [];
    const { verdict, summary, confidence } = read.data;
    return [{ step: name, round, at: finishedAt ?? startedAt, verdict, summary, confidence }];
  });
}

/** Every finding of the reviews and what became of it: a later round says which are settled. */
export function findingsOf(steps: readonly StepRecord[]): FindingDetail[] {
  const found = new Map<string, FindingDetail>();
  for (const { result, round, carriedFrom } of steps) {
    const read = reviewed.safeParse(result);
    if (!read.success || carriedFrom !== null) continue;
    for (const { fingerprint, severity, category, path, line, body } of read.data.open) {
      const key = fingerprint || `${path}:${line}:${body}`;
      const first = found.get(key)?.round ?? round;
      found.set(key, { fingerprint, state: 'open', severity, category, path, line, body, round: first });
    }
    for (const { fingerprint, state } of read.data.settled) {
      const known = found.get(fingerprint);
      if (known !== undefined) found.set(fingerprint, { ...known, state });
    }
  }
  return [...found.values()];
}
