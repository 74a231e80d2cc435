import { z } from 'zod';
import type { Finding } from '../../../work/finding.ts';
import { fingerprintOf } from '../judge.ts';

/** What a person with our trust asked for in a review and has no answer to yet. */
export const remark = z.object({
  /** What the answer goes to: `t…` a thread, `r…` a review's own text, with the number of what was said last. */
  key: z.string(),
  /** The first comment of the thread; null for a review's own text. */
  thread: z.number().nullable(),
  author: z.string(),
  path: z.string(),
  line: z.number().nullable(),
  /** Its line is not in the difference any more. */
  outdated: z.boolean(),
  body: z.string(),
});
export type Remark = z.infer<typeof remark>;

/** A question in the conversation: answered, never acted on. */
export const question = z.object({ key: z.string(), author: z.string(), body: z.string() });
export type Question = z.infer<typeof question>;

/** Each is an open `must`: only a reviewer who saw the change, never we ourselves, can call it settled. */
export function asFinding({ path, line, body, key }: Remark): Finding {
  const made = { path: path || '(the whole change)', category: 'other', body } as const;
  return {
    ...made,
    line: line ?? 1,
    side: 'RIGHT',
    severity: 'must',
    fingerprint: fingerprintOf({ ...made, body: `${key} ${body}` }),
  };
}
