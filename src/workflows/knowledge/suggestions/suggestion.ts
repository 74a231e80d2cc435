import { z } from 'zod';

/** What a suggestion rests on. */
const evidence = z.object({
  tasks: z.array(z.string()),
  occurrences: z.int().min(0),
  places: z.array(z.string()).describe('places in transcripts, session:seq'),
});
export type Evidence = z.infer<typeof evidence>;

const wanted = {
  type: z.enum(['rule', 'claude_md', 'hook', 'skill', 'subagent']),
  target_file: z.string().min(1),
  content: z.string().min(1),
  reason: z.string().min(1),
};

/** What an agent may propose. Nothing it names is used before it was checked. */
export const proposal = z.object({
  ...wanted,
  pattern: z.int().min(1).optional().describe('number of the pattern that it answers to'),
});
export type Proposal = z.infer<typeof proposal>;

/** A proposal that was looked at, with what it rests on and what becomes of it. */
export const knowledgeSuggestion = z.object({
  ...wanted,
  /** `delete`: a rule that did not help is to go. */
  action: z.enum(['add', 'delete']).default('add'),
  evidence,
  /** `file`: part of the pull request. `text`: shown to people, who decide. */
  shown_as: z.enum(['file', 'text']),
  /** Why it is only shown. */
  note: z.string().default(''),
});
export type KnowledgeSuggestion = z.infer<typeof knowledgeSuggestion>;
