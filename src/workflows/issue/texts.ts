import { basename } from 'node:path';
import { redact } from '../../host/log/redact.ts';
import type { WorkId } from '../../work/ids.ts';
import type { AnalysisResult } from '../../work/verdicts.ts';
import type { CheckResult } from '../checks/check-result.ts';
import { removedLine } from '../outside-text/hidden.ts';
import { codeSpan } from '../model-text/code.ts';
import { bulleted, joined, ours, own, type Publishable } from '../model-text/publishable.ts';
import { shown, shownLine, shownTitle } from '../model-text/shown.ts';
import { nameInProse, untrusted, type PromptValue } from '../prompt.ts';
import { words } from '../words.ts';
import { hiddenIn } from './hidden.ts';
import { judge } from './judge.ts';
import type { IssueInput } from './input.ts';
import type { Implemented } from './results.ts';

const section = (title: string, body: Publishable): Publishable =>
  body.trim() === '' ? body : own`### ${ours(title)}\n\n${body}`;
const files = (names: readonly string[]): Publishable => bulleted(names.map((name) => codeSpan(name)));
const lines = (items: readonly string[]): Publishable => bulleted(items.map((item) => shownLine(item)));

export function analysisComment(analysis: AnalysisResult, input: IssueInput, work: WorkId): Publishable {
  const w = words(input.language);
  const removed = removedLine(hiddenIn(input), input.language);
  const judged = judge(analysis, input.confidenceThreshold);
  const summary = shown(analysis.summary);
  const headline = (text: string) => own`**${ours(text)}**`;
  const details = joined([
    section(w.plan, shown(analysis.implementation_plan)),
    section(w.files, files(analysis.affected_files)),
    section(w.checkpoints, lines(analysis.checkpoints)),
    section(w.risks, lines(analysis.risks)),
  ]);
  if (judged === 'wontfix') return joined([headline(w.wontfix), summary, ours(w.wontfixHow), removed]);
  if (judged === 'implement') return joined([headline(w.analysisDone), summary, details, removed]);
  const unsure =
    judged === 'unsure' ? w.unsure(analysis.confidence.toFixed(2), input.confidenceThreshold.toFixed(2)) : '';
  return joined([
    headline(w.clarify),
    ours(unsure),
    summary,
    section(w.questions, lines(analysis.questions)),
    details,
    ours(judged === 'unsure' ? w.unsureHow(work) : w.clarifyHow(work)),
    removed,
  ]);
}

const listForPrompt = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');
const sectionForPrompt = (title: string, body: string) =>
  body.trim() === '' ? '' : `### ${title}\n\n${body.trim()}`;

export function analysisForPrompt(analysis: AnalysisResult): string {
  return [
    analysis.summary,
    sectionForPrompt('Plan', analysis.implementation_plan),
    sectionForPrompt('Files', listForPrompt(analysis.affected_files)),
    sectionForPrompt('Checkpoints', listForPrompt(analysis.checkpoints)),
    sectionForPrompt('Risks', listForPrompt(analysis.risks)),
  ]
    .filter((part) => part.trim() !== '')
    .join('\n\n');
}

/**
 * Questions of ours are a model's words, and an answer may come from a comment on the forge: both are fenced. That the
 * answers count is said by us.
 */
export function answersForPrompt({
  answers,
}: IssueInput): Record<'asked' | 'counts' | 'answers', PromptValue> {
  if (answers.length === 0) return { asked: '', counts: '', answers: '' };
  return {
    asked: answers.map(({ asked }, at) => untrusted(`Question ${at + 1}, asked earlier:\n${asked}`)),
    counts: 'People in charge have answered. What they decided on these questions holds:',
    answers: answers.map(({ by, text }, at) =>
      untrusted(`Answer to question ${at + 1}, by ${nameInProse(by)}:\n\n${text.trim()}`),
    ),
  };
}

const LONGEST = 120;

/** A title is one line of checked text; what a stranger wrote into it stays text. */
export function pullTitle(input: IssueInput): Publishable {
  const line = shownTitle(redact(input.title), LONGEST);
  return line === '' ? own`Issue #${input.number}` : line;
}

/** Paths of this machine are not published: of a program only its name. */
function publicCommand(command: string): string {
  return command
    .split(' ')
    .map((word) => (word.startsWith('/') ? basename(word) : word))
    .join(' ');
}

export function pullBody(
  input: IssueInput,
  work: Implemented,
  checks: CheckResult,
  costUsd: number,
): Publishable {
  const w = words(input.language);
  const said = checks.commands.map(
    ({ command, ok }) => own`${ours(ok ? '✓' : '✗')} ${codeSpan(publicCommand(command))}`,
  );
  return joined([
    // Our own word, beside which a model's closes nothing.
    ours(w.closes(input.number)),
    shown(work.summary),
    section(w.files, files(work.files)),
    section(w.evidence, said.length === 0 ? ours(w.noChecks) : bulleted(said)),
    ours(w.cost(`$${costUsd.toFixed(2)}`)),
  ]);
}
