import { raise, worse, type Finding } from '../../../work/finding.ts';
import type { Opinion } from './reviewers.ts';

const NEAR = 3;

export interface Judgement {
  /** Nobody blocks, and at least one has answered. */
  clean: boolean;
  findings: Finding[];
  blocking: Finding[];
  /** Why it is not clean, in words; empty when it is. */
  reasons: string[];
}

/**
 * What several reviewers say together. The same finding (path, category, lines within three) from more than one
 * weighs more; a single one can still demand changes. Pure.
 */
export function agree(opinions: readonly Opinion[]): Judgement {
  const findings: Finding[] = [];
  for (const { review } of opinions) {
    for (const finding of review?.comments ?? []) {
      const at = findings.findIndex((one) => same(one, finding));
      const known = findings[at];
      if (known === undefined) findings.push(finding);
      else findings[at] = { ...known, severity: raise(worse(known.severity, finding.severity), 1) };
    }
  }
  const blocking = findings.filter((finding) => finding.severity === 'must');
  const demands = opinions.filter(({ review }) => review?.verdict === 'request_changes');
  const reasons = [
    ...(opinions.some(({ review }) => review !== null)
      ? []
      : [
          'no reviewer gave an answer',
          ...opinions.map(({ agent, problem }) => `${agent}: ${problem ?? '?'}`),
        ]),
    ...blocking.map(({ path, line, body }) => `${path}:${line}: ${body}`),
    ...demands.map(({ agent, review }) => `${agent} asks for changes: ${review?.summary ?? ''}`),
  ];
  return { clean: reasons.length === 0, findings, blocking, reasons };
}

function same(a: Finding, b: Finding): boolean {
  return a.path === b.path && a.category === b.category && Math.abs(a.line - b.line) <= NEAR;
}
