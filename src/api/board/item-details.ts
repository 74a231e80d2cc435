import { z } from 'zod';
import { explanation } from '../explanation.ts';
import { askedQuestion } from '../questions.ts';
import { TIMELINE_KINDS, TIMELINE_STATES } from './timeline.ts';

const timelineEntry = z.object({
  seq: z.number().int(),
  kind: z.enum(TIMELINE_KINDS),
  state: z.enum(TIMELINE_STATES),
  /** The step, the phase, the effect … */
  name: z.string(),
  round: z.number().int(),
  text: z.string(),
  at: z.string(),
  /** Null while it goes on. */
  duration_ms: z.number().nullable(),
  cost_usd: z.number(),
  agent: z.string().nullable(),
  model: z.string().nullable(),
});

const verdict = z.object({
  step: z.string(),
  round: z.number().int(),
  at: z.string(),
  verdict: z.string(),
  summary: z.string(),
  confidence: z.number().nullable(),
});
export type Verdict = z.infer<typeof verdict>;

const findingDetail = z.object({
  fingerprint: z.string(),
  state: z.enum(['open', 'fixed', 'wont_fix']),
  severity: z.string(),
  category: z.string(),
  path: z.string(),
  line: z.number().int(),
  body: z.string(),
  /** The round of review that found it, from 0. */
  round: z.number().int(),
});
export type FindingDetail = z.infer<typeof findingDetail>;

const effectDetail = z.object({
  kind: z.string(),
  target: z.string(),
  /** `intent`: announced, its outcome not known yet. */
  status: z.enum(['intent', 'done']),
  at: z.string(),
  /** Its page on the forge, where it has one. */
  url: z.string().nullable(),
});
export type EffectDetail = z.infer<typeof effectDetail>;

/** Everything that is known of one item. */
export const itemDetails = z.object({
  schema_version: z.literal(1),
  url: z.string().nullable(),
  /** Why it stands where it stands, as `why --json`; its events are left out, the timeline tells them. */
  why: explanation,
  /** Oldest first. */
  timeline: z.array(timelineEntry),
  verdicts: z.array(verdict),
  findings: z.array(findingDetail),
  questions: z.array(askedQuestion),
  effects: z.array(effectDetail),
  /** What the running session said last, oldest first; empty when none runs. */
  tail: z.array(z.object({ at: z.string(), text: z.string() })),
});
export type ItemDetails = z.infer<typeof itemDetails>;
