import { AutodevError } from '../../../work/errors.ts';
import { schemaFor } from '../../../work/verdicts.ts';
import { z } from 'zod';
import { fillPrompt, template, untrusted, type PromptValue } from '../../prompt.ts';
import { agree } from '../agree.ts';
import { checkpointPlan, planProblem, type CheckpointPlan } from '../plan.ts';
import type { DevelopNeeds } from './needs.ts';
import { nextMove, type Designed, type Done, type Fixed, type NextMove, type Verdict } from './next.ts';

export interface DevelopTask {
  /** What is to be done, as the issue and its analysis word it. Written by people outside. */
  feature: string;
  /** What went wrong in an earlier attempt, if there was one. */
  lesson: string | null;
}

export interface DevelopOutcome {
  ok: boolean;
  reason: string;
  /** For the next attempt when it is not ok. */
  lesson: string;
  /** For the pull request: what each part says about itself. */
  summary: string;
  plan: CheckpointPlan[];
}

const DESIGN = schemaFor(
  'develop_design',
  z.object({ summary: z.string().min(1), checkpoints: z.array(checkpointPlan).min(1).max(20) }),
);

/** One finished step with the commit that keeps its files, where it changed any. */
export interface Performed {
  done: Done;
  commit?: string;
}

/**
 * Records a finished step. Asked again for the same round it gives what was recorded and runs nothing: that is what
 * makes the workflow cheap to resume.
 */
export type Once = (round: number, run: () => Promise<Performed>) => Promise<Done>;

/** The `develop` implementation workflow: the lead is this code, sessions do the work and give the verdicts. */
export async function developWorkflow(
  needs: DevelopNeeds,
  task: DevelopTask,
  once: Once = async (_round, run) => (await run()).done,
): Promise<DevelopOutcome> {
  const done: Done[] = [];
  for (;;) {
    const move = nextMove(done);
    if (move.kind === 'end') return outcomeOf(done, move);
    done.push(await once(done.length, () => developStep(needs, task, done)));
  }
}

/** The next step alone, for an engine that journals steps by itself: `done` are the results of those before it. */
export async function developStep(
  needs: DevelopNeeds,
  task: DevelopTask,
  done: readonly Done[],
): Promise<Performed> {
  const move = nextMove(done);
  const plan = planOf(done);
  if (move.kind === 'end') throw new Error('the workflow has ended');
  if (move.kind === 'design')
    return { done: { name: 'design', round: move.round, result: await design(needs, task, move.feedback) } };
  if (move.kind === 'judge') {
    const { name, round } = move;
    return { done: { name, round, result: await judge(needs, task, name, plan) } };
  }
  if (move.kind === 'attempt') {
    const { result, commit } = await attempt(needs, task, move);
    return { done: { name: 'attempt', round: move.round, result }, commit };
  }
  const { result, commit } = await fix(needs, task, move.reasons, plan);
  return { done: { name: move.name, round: move.round, result }, commit };
}

export function outcomeOf(done: readonly Done[], move: NextMove & { kind: 'end' }): DevelopOutcome {
  const { ok, reason, lesson } = move;
  return { ok, reason, lesson, summary: summaryOf(done), plan: planOf(done) };
}

function planOf(done: readonly Done[]): CheckpointPlan[] {
  return done.findLast((one) => one.name === 'design')?.result.checkpoints ?? [];
}

async function design(
  needs: DevelopNeeds,
  task: DevelopTask,
  feedback: readonly string[],
): Promise<Designed> {
  const prompt = await promptOf(needs, './design.md', {
    feature: untrusted(task.feature),
    lesson: task.lesson === null ? '' : untrusted(`An earlier attempt failed:\n${task.lesson}`),
    feedback:
      feedback.length === 0 ? '' : untrusted(`The review of your last design says:\n${feedback.join('\n')}`),
  });
  const answer = await needs.session({ role: 'analyze', prompt, access: 'read', schema: DESIGN });
  const result = answer.structured as Designed;
  const problem = planProblem(result.checkpoints);
  if (problem !== undefined)
    throw new AutodevError('no_answer', 'the design cannot be worked off', { why: problem });
  return result;
}

async function judge(
  needs: DevelopNeeds,
  task: DevelopTask,
  name: 'review' | 'verify' | 're-review',
  plan: CheckpointPlan[],
): Promise<Verdict> {
  const diff = await needs.diff();
  const prompt = await promptOf(needs, `../${name}.md`, {
    feature: untrusted(task.feature),
    plan: untrusted(JSON.stringify(plan, null, 2)),
    diff: diff === '' ? '(no difference)' : untrusted(diff),
  });
  const { clean, reasons } = agree(await needs.opinions(prompt));
  return { clean, reasons };
}

async function attempt(needs: DevelopNeeds, task: DevelopTask, move: NextMove & { kind: 'attempt' }) {
  const { checkpoint, iteration, approach, earlier } = move;
  const prompt = await promptOf(needs, './attempt.md', {
    feature: untrusted(task.feature),
    checkpoint: untrusted(JSON.stringify(checkpoint, null, 2)),
    approach: APPROACH[approach],
    earlier: earlier.map((one) => untrusted(`$ ${one.command}\n${one.output}`)),
  });
  const { text } = await needs.session({ role: 'implement', prompt, access: 'write' });
  const validated = await needs.validate(checkpoint.validation);
  const commit = await needs.commit(
    `${checkpoint.description}\n\nCheckpoint ${checkpoint.id}, attempt ${iteration}.`,
  );
  return { result: { id: checkpoint.id, iteration, summary: text, validated }, commit };
}

async function fix(
  needs: DevelopNeeds,
  task: DevelopTask,
  reasons: readonly string[],
  plan: readonly CheckpointPlan[],
): Promise<{ result: Fixed; commit: string }> {
  const prompt = await promptOf(needs, './fix.md', {
    feature: untrusted(task.feature),
    reasons: untrusted(reasons.join('\n')),
  });
  const { text } = await needs.session({ role: 'improve', prompt, access: 'write' });
  const validated = [];
  for (const checkpoint of plan) validated.push(await needs.validate(checkpoint.validation));
  return { result: { summary: text, validated }, commit: await needs.commit('Mend what the review found') };
}

const APPROACH = {
  error_text: 'Write the tests first, then the implementation.',
  wider_analysis:
    'The first attempt failed. Before you change anything look wider: callers, data, assumptions, what the first fix overlooked.',
  test_oracle:
    'Two attempts failed. Derive from the checkpoint alone what its tests must demand, write that down, and only then compare tests and code. Change a test only where it contradicts the checkpoint, and say which sentence it contradicts.',
} as const;

async function promptOf(
  needs: DevelopNeeds,
  file: string,
  values: Record<string, PromptValue>,
): Promise<string> {
  return fillPrompt(await template(new URL(file, import.meta.url)), values, needs);
}

function summaryOf(done: readonly Done[]): string {
  const parts = done.flatMap((one) => {
    if (one.name === 'design') return [];
    if (one.name === 'attempt') return one.result.validated.ok ? [one.result.summary] : [];
    return one.name === 'fix-verify' || one.name === 'fix-re-review' ? [one.result.summary] : [];
  });
  const plan = done.findLast((one) => one.name === 'design')?.result.summary;
  return [...(plan === undefined ? [] : [plan]), ...parts].join('\n\n');
}
