import { z } from 'zod';
import { analysisResult } from '../../work/verdicts.ts';
import type { PatchAnswers } from '../publish/approval.ts';
import { checkResult } from '../checks/check-result.ts';
import { developDone } from '../develop/unattended/done.ts';
import { pdcaDone } from '../pdca/done.ts';
import type { PersonAnswer } from '../engine/flow.ts';
import { measuredPatch } from '../publish/patch-limits.ts';
import { commented, pushed, type ResultsOf } from '../step-results.ts';

/** What the implementation step leaves behind. */
const implemented = measuredPatch.extend({ summary: z.string() });
export type Implemented = z.infer<typeof implemented>;

export const ISSUE_RESULTS = {
  answers: z.object({ answers: z.number() }),
  analyze: analysisResult,
  report: commented,
  develop: developDone,
  pdca: pdcaDone,
  implement: implemented,
  handover: commented,
  check: checkResult,
  push: pushed,
  pull: z.object({
    number: z.number(),
    url: z.string(),
    /** What had become of it when it was found again after a crash; absent in older journals: open. */
    state: z.exactOptional(z.enum(['open', 'closed', 'merged'])),
  }),
};

export type IssueResults = ResultsOf<typeof ISSUE_RESULTS> &
  PatchAnswers & {
    'ask:clarify': PersonAnswer;
    'ask:pdca': PersonAnswer;
  };
