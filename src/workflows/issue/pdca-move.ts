import { ask, step, type Move, type StepKey } from '../engine/flow.ts';
import type { History } from '../engine/steps/history.ts';
import { doneIn } from '../pdca/decide.ts';
import type { PdcaDone } from '../pdca/done.ts';
import { nextOf, type Next } from '../pdca/lead/next.ts';
import type { LeadInput } from '../pdca/options.ts';
import type { IssueInput } from './input.ts';
import type { IssueResults } from './results.ts';

/** What the lead of a PDCA run is told of an issue. It opens no issue of its own. */
export function leadInput(input: IssueInput): LeadInput {
  const said = input.comments.map(({ author, body }) => `${author}: ${body}`);
  const answers = input.answers.map(({ by, asked, text }) => `${asked}\n${by} answered: ${text}`);
  const lesson = input.lesson === null ? [] : [`An earlier attempt failed:\n${input.lesson.text}`];
  const task = [input.title, input.body, ...said, ...answers, ...lesson];
  return {
    from: null,
    options: {
      task: task.filter((part) => part !== '').join('\n\n'),
      feature: `issue-${input.number}`,
      language: input.language,
      worktree: false,
      interactive: false,
      opus: false,
      eco: false,
      dryRun: false,
      skipAnalysis: false,
      noIssue: true,
      skipE2e: false,
      strict: false,
      custom: null,
      slack: null,
      gmail: null,
      asksWhenExhausted: input.asksWhenExhausted ?? false,
    },
  };
}

export function pdcaStanding(
  input: IssueInput,
  history: Pick<History<IssueResults>, 'steps'>,
): { next: Next; done: PdcaDone[] } {
  const done = doneIn(history, ['pdca']);
  return { next: nextOf(leadInput(input), done), done };
}

/** The next move of the lead, or undefined when it came to a good end. Pure. */
export function pdcaMove(
  input: IssueInput,
  history: History<IssueResults>,
  carry: StepKey[],
): Move<'pdca' | 'ask:pdca'> | undefined {
  const { next, done } = pdcaStanding(input, history);
  if (next.kind === 'end') {
    const { outcome, reason, unresolved } = next;
    if (outcome === 'done') return undefined;
    if (outcome === 'stopped') return { kind: 'end', outcome: 'skip', reason };
    const lesson = { text: [reason, ...unresolved].join('\n'), commit: null };
    return { kind: 'end', outcome: 'failed', reason, lesson, carry };
  }
  const { work } = next;
  if (work.kind === 'ask') return ask('ask:pdca', done.length, { text: work.text, options: work.options });
  return step('pdca', done.length, 'Implementing', done.length === 0 ? 'Ready' : undefined);
}

/** What the run came to, for the pull request. */
export function pdcaSummary(input: IssueInput, history: Pick<History<IssueResults>, 'steps'>): string {
  const { next, done } = pdcaStanding(input, history);
  const planned = done.findLast((one) => one.kind === 'plan')?.result.summary ?? '';
  const gap = done.findLast((one) => one.kind === 'gap')?.result.rate;
  const goals = done.findLast((one) => one.kind === 'qa')?.result.goals ?? [];
  const checked = goals.map(({ goal, status, old }) => `${goal} ${status}${old ? ' (old)' : ''}`).join(', ');
  const warnings = next.kind === 'end' ? next.warnings.map((each) => `WARNING: ${each}`) : [];
  return [
    planned,
    `PDCA ${next.mode} ${next.score}/5${gap === undefined ? '' : `, gap ${gap} %`}${checked === '' ? '' : `; ${checked}`}`,
    ...warnings,
  ]
    .filter((line) => line !== '')
    .join('\n');
}
