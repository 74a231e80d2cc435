import { AutodevError } from '../../../work/errors.ts';
import { checkedAnswer, schemaFor } from '../../../work/verdicts.ts';
import { fillPrompt, template, untrusted, type PromptValue } from '../../prompt.ts';
import { agree } from '../gates/agree.ts';
import { planProblem, type CheckpointPlan } from '../checkpoints/plan.ts';
import type { DevelopNeeds } from './needs.ts';
import { designed, type Designed, type DevelopDone, type Fixed, type Agreed } from './done.ts';
import { nextMove, type NextMove } from './next.ts';

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

const DESIGN = schemaFor('develop_design', designed);

/** One finished step with the commit that keeps its files, where it changed any. */
export interface Performed {
  done: DevelopDone;
  commit?: string;
}

/**
 * The next step of the `develop` implementation workflow: the lead is this code, sessions do the work and give the
 * verdicts. The engine journals steps; `done` are the results of those before this one.
 */
export async function developStep(
  needs: DevelopNeeds,
  task: DevelopTask,
  done: readonly DevelopDone[],
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

export function outcomeOf(done: readonly DevelopDone[], move: NextMove & { kind: 'end' }): DevelopOutcome {
  const { ok, reason, lesson } = move;
  return { ok, reason, lesson, summary: summaryOf(done), plan: planOf(done) };
}

function planOf(done: readonly DevelopDone[]): CheckpointPlan[] {
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
  const result = checkedAnswer(DESIGN, answer.structured);
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
): Promise<Agreed> {
  const diff = await needs.diff();
  const prompt = await promptOf(needs, `../gates/${name}.md`, {
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
  // Before it is tried: what a validation leaves behind (caches, coverage) is none of the session's work.
  const commit = await needs.commit(
    `${checkpoint.description}\n\nCheckpoint ${checkpoint.id}, attempt ${iteration}.`,
  );
  const [validated] = await needs.validate([checkpoint], commit);
  if (validated === undefined) throw new Error(`checkpoint ${checkpoint.id} was not validated`);
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
  const commit = await needs.commit('Mend what the review found');
  const validated = await needs.validate(plan, commit);
  return { result: { summary: text, validated }, commit };
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

function summaryOf(done: readonly DevelopDone[]): string {
  const parts = done.flatMap((one) => {
    if (one.name === 'design') return [];
    if (one.name === 'attempt') return one.result.validated.ok ? [one.result.summary] : [];
    return one.name === 'fix-verify' || one.name === 'fix-re-review' ? [one.result.summary] : [];
  });
  const plan = done.findLast((one) => one.name === 'design')?.result.summary;
  return [...(plan === undefined ? [] : [plan]), ...parts].join('\n\n');
}
