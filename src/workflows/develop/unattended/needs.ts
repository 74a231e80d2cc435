import type { Random } from '../../../host/random.ts';
import type { AnswerSchema } from '../../../work/verdicts.ts';
import type { CheckpointPlan } from '../checkpoints/plan.ts';
import type { Opinion } from '../gates/reviewers.ts';
import type { Validated } from '../checkpoints/validate.ts';

/** What the workflow needs from whoever runs it: the daemon's engine, or a test. */
export interface DevelopNeeds {
  random: Random;
  language: 'en' | 'ko';
  /** One paid session in the worktree. Rejects when it fails. */
  session(request: {
    role: 'analyze' | 'implement' | 'improve';
    prompt: string;
    access: 'read' | 'write';
    schema?: AnswerSchema;
  }): Promise<{ text: string; structured?: unknown }>;
  /** The reviewers' opinions on a prompt, each with read access. */
  opinions(prompt: string): Promise<Opinion[]>;
  /** Runs validations on a clean checkout of the commit, one result for each: what else the session left has no say. */
  validate(plan: readonly CheckpointPlan[], commit: string): Promise<Validated[]>;
  /** The files so far as a difference to where the work began. */
  diff(): Promise<string>;
  /** Keeps the files as a commit and gives its id. */
  commit(message: string): Promise<string>;
}
