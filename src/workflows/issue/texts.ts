import { basename } from 'node:path';
import { redact } from '../../host/redact.ts';
import type { WorkId } from '../../work/ids.ts';
import type { AnalysisResult } from '../../work/verdicts.ts';
import type { CheckResult } from '../checks.ts';
import { removedLine } from '../hidden.ts';
import { nameInProse, untrusted, type PromptValue } from '../prompt.ts';
import { sanitize } from '../sanitize.ts';
import { words } from '../words.ts';
import { hiddenIn } from './hidden.ts';
import { judge } from './judge.ts';
import type { Implemented, IssueInput } from './input.ts';

const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');
const section = (title: string, body: string) => (body.trim() === '' ? '' : `### ${title}\n\n${body.trim()}`);
const join = (...parts: string[]) => parts.filter((part) => part.trim() !== '').join('\n\n');

export function analysisComment(analysis: AnalysisResult, input: IssueInput, work: WorkId): string {
  const w = words(input.language);
  const removed = removedLine(hiddenIn(input), input.language);
  const judged = judge(analysis, input.confidenceThreshold);
  const details = join(
    section(w.plan, analysis.implementation_plan),
    section(w.files, list(analysis.affected_files.map((file) => `\`${file}\``))),
    section(w.checkpoints, list(analysis.checkpoints)),
    section(w.risks, list(analysis.risks)),
  );
  if (judged === 'wontfix') return join(`**${w.wontfix}**`, analysis.summary, w.wontfixHow, removed);
  if (judged === 'implement') return join(`**${w.analysisDone}**`, analysis.summary, details, removed);
  const unsure =
    judged === 'unsure' ? w.unsure(analysis.confidence.toFixed(2), input.confidenceThreshold.toFixed(2)) : '';
  return join(
    `**${w.clarify}**`,
    unsure,
    analysis.summary,
    section(w.questions, list(analysis.questions)),
    details,
    judged === 'unsure' ? w.unsureHow(work) : w.clarifyHow(work),
    removed,
  );
}

export function analysisForPrompt(analysis: AnalysisResult): string {
  return join(
    analysis.summary,
    section('Plan', analysis.implementation_plan),
    section('Files', list(analysis.affected_files)),
    section('Checkpoints', list(analysis.checkpoints)),
    section('Risks', list(analysis.risks)),
  );
}

/** Questions of ours are a model's words and stay fenced; a person's answers are instructions. */
export function answersForPrompt({ answers }: IssueInput): { asked: PromptValue; answers: string } {
  if (answers.length === 0) return { asked: '', answers: '' };
  const said = answers.map(
    ({ by, text }, at) => `Answer to question ${at + 1}, by ${nameInProse(by)}:\n\n${text.trim()}`,
  );
  return {
    asked: answers.map(({ asked }, at) => untrusted(`Question ${at + 1}, asked earlier:\n${asked}`)),
    answers: `The person in charge has answered. Follow these answers:\n\n${said.join('\n\n')}`,
  };
}

/** A title is one line of checked text; what a stranger wrote into it stays text. */
export function pullTitle(input: IssueInput): string {
  const { text } = sanitize(input.title);
  const line = redact(text).replaceAll(/\s+/g, ' ').trim().slice(0, 120);
  return line === '' ? `Issue #${input.number}` : line;
}

/** Where this machine keeps a program is nobody's business on the forge. */
function publicCommand(command: string): string {
  return command
    .split(' ')
    .map((word) => (word.startsWith('/') ? basename(word) : word))
    .join(' ');
}

export function pullBody(input: IssueInput, work: Implemented, checks: CheckResult, costUsd: number): string {
  const w = words(input.language);
  const evidence =
    checks.commands.length === 0
      ? w.noChecks
      : list(checks.commands.map(({ command, ok }) => `${ok ? '✓' : '✗'} \`${publicCommand(command)}\``));
  return join(
    w.closes(input.number),
    sanitize(work.summary).text,
    section(w.files, list(work.files.map((file) => `\`${file}\``))),
    section(w.evidence, evidence),
    w.cost(`$${costUsd.toFixed(2)}`),
  );
}
