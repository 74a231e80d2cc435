import { z } from 'zod';
import { finding } from '../../work/finding.ts';
import type { PatchAnswers } from '../publish/approval.ts';
import { checkResult } from '../checks/check-result.ts';
import type { PersonAnswer } from '../engine/flow.ts';
import { hiddenText } from '../outside-text/hidden.ts';
import { measuredPatch } from '../publish/patch-limits.ts';
import { commented, pushed, type ResultsOf } from '../step-results.ts';

/** What one round of review came to, decided by code from what the reviewers said. */
const reviewed = z.object({
  sha: z.string(),
  verdict: z.enum(['approve', 'request_changes']),
  summary: z.string(),
  /** Open after this round: new ones, and earlier ones that are not settled. */
  open: z.array(finding),
  fresh: z.array(finding),
  settled: z.array(z.object({ fingerprint: z.string(), state: z.enum(['fixed', 'wont_fix']) })),
  /** What was taken out before the reviewers read it; absent in what was journaled before it was counted. */
  hidden: z.exactOptional(z.array(hiddenText)),
});
export type Reviewed = z.infer<typeof reviewed>;

/** What a session says to one thing that a person said. */
export const answered = z.object({
  id: z.string(),
  done: z.boolean().default(true),
  text: z.string().min(1),
});
export type Answered = z.infer<typeof answered>;

const count = z.object({ count: z.number() });
const stillOpen = z.object({ open: z.number() });

export const PULL_RESULTS = {
  review: reviewed,
  publish: z.object({
    id: z.number(),
    event: z.enum(['APPROVE', 'REQUEST_CHANGES', 'COMMENT']),
    /** Absent in what was journaled before it was kept. */
    approval: z.exactOptional(z.string().nullable()),
  }),
  exhausted: stillOpen,
  approve: z.object({ by: z.string() }),
  improve: measuredPatch.extend({ summary: z.string(), answers: z.exactOptional(z.array(answered)) }),
  handover: commented,
  check: checkResult,
  push: pushed,
  answer: z.object({ answers: z.array(answered) }),
  say: count,
  reply: count,
  askAgain: z.object({ asked: z.array(z.string()) }),
  ci: z.object({ checks: z.array(z.string()) }),
  rerun: count,
  flaky: count,
  neverRan: count,
};

export type PullResults = ResultsOf<typeof PULL_RESULTS> &
  PatchAnswers & {
    'ask:rounds': PersonAnswer;
    'ask:remarks': PersonAnswer;
    'ask:ci': PersonAnswer;
  };
