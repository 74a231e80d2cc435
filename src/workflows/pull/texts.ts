import type { Finding } from '../../work/finding.ts';
import { nameInProse, untrusted, type PromptValue } from '../prompt.ts';
import { removedLine } from '../outside-text/hidden.ts';
import { codeSpan } from '../model-text/code.ts';
import { bulleted, joined, ours, own, type Publishable } from '../model-text/publishable.ts';
import { shown, shownLine } from '../model-text/shown.ts';
import { sanitize } from '../outside-text/sanitize.ts';
import { words, type Language } from '../words.ts';
import type { RedCheck } from './ci/red-check.ts';
import type { Remark } from './people/remark.ts';
import type { Reviewed } from './results.ts';

/** For the next session, which reads it fenced. */
export function reviewForPrompt({ summary, open }: Reviewed): string {
  return `The review:\n\n${summary}\n\n${open.map(findingLine).join('\n')}`;
}

/** One fence for each: nobody's words can run into another's. */
export function remarksForPrompt(remarks: readonly Remark[]): PromptValue {
  return remarks.map(({ key, author, path, line, outdated, body }) => {
    const where = path === '' ? '' : ` on ${path}${line === null ? '' : `:${line}`}`;
    const gone = outdated ? ' (the line is no longer in the difference)' : '';
    return untrusted(`Remark ${key} by ${nameInProse(author)}${where}${gone}:\n${body}`);
  });
}

export function redForPrompt(red: readonly RedCheck[]): PromptValue {
  return red.map(({ output }) => untrusted(output));
}

export const ANSWER_EACH =
  'People made the remarks above and wait for an answer to each. Answer with `summary` and `answers`: one for each ' +
  'remark, with its `id` as it is given (such as `t12`), `done` (whether you changed what it asks for) and `text`: ' +
  'what you did, or why not, in one or two sentences to the person who made it. Where two of them contradict each ' +
  'other, do what is least to undo and say so to both.';

function findingLine(finding: Finding): string {
  return `**${finding.severity}** \`${finding.path}:${finding.line}\` ${sanitize(finding.body).text}`;
}

export function findingComment(finding: Finding): Publishable {
  return own`**${ours(finding.severity)}** (${ours(finding.category)}): ${shown(finding.body)}`;
}

export function reviewBody(review: Reviewed, outside: readonly Finding[], language: Language): Publishable {
  const w = words(language);
  const headline = review.verdict === 'approve' ? w.approved : w.changes;
  const again = review.open.filter(
    (finding) => !review.fresh.some((fresh) => fresh.fingerprint === finding.fingerprint),
  );
  return joined([
    own`**${ours(headline)}**`,
    shown(review.summary),
    ...(again.length > 0 ? [own`${ours(w.earlierFindings)}:\n\n${bullets(again)}`] : []),
    ...(outside.length > 0 ? [own`${ours(w.outside)}\n\n${bullets(outside)}`] : []),
    removedLine(review.hidden ?? [], language),
  ]);
}

export function bullets(findings: readonly Finding[]): Publishable {
  return bulleted(
    findings.map(
      ({ severity, path, line, body }) =>
        own`**${ours(severity)}** ${codeSpan(`${path}:${line}`)} ${shownLine(body)}`,
    ),
  );
}

/** The list of earlier remarks as the next reviewer sees it. */
export function earlierForPrompt(findings: readonly Finding[]): string {
  return findings
    .map(
      (finding) =>
        `- fingerprint ${finding.fingerprint} (${finding.severity}) ${finding.path}:${finding.line}: ${finding.body}`,
    )
    .join('\n');
}
