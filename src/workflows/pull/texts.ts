import type { Finding } from '../../work/finding.ts';
import { removedLine } from '../hidden.ts';
import { sanitize } from '../sanitize.ts';
import { words, type Language } from '../words.ts';
import type { Reviewed } from './input.ts';

export function findingLine(finding: Finding): string {
  return `**${finding.severity}** \`${finding.path}:${finding.line}\` ${sanitize(finding.body).text}`;
}

export function findingComment(finding: Finding): string {
  return `**${finding.severity}** (${finding.category}): ${sanitize(finding.body).text}`;
}

export function reviewBody(review: Reviewed, outside: readonly Finding[], language: Language): string {
  const w = words(language);
  const headline = review.verdict === 'approve' ? w.approved : w.changes;
  const again = review.open.filter(
    (finding) => !review.fresh.some((fresh) => fresh.fingerprint === finding.fingerprint),
  );
  return [
    `**${headline}**`,
    sanitize(review.summary).text,
    ...(again.length > 0 ? [`${w.earlierFindings}:\n\n${bullets(again)}`] : []),
    ...(outside.length > 0 ? [`${w.outside}\n\n${bullets(outside)}`] : []),
    removedLine(review.hidden ?? [], language),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

export function bullets(findings: readonly Finding[]): string {
  return findings.map((finding) => `- ${findingLine(finding)}`).join('\n');
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
