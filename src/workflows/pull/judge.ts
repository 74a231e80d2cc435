import type { Finding } from '../../work/finding.ts';
import type { ReviewResult } from '../../work/verdicts.ts';
import { hashOf } from '../engine/input/freeze.ts';
import type { Reviewed } from './results.ts';

/** The same remark on the same place reads the same in the next round, even when its line has moved. */
export function fingerprintOf(finding: Pick<Finding, 'path' | 'category' | 'body'>): string {
  const words = finding.body
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 120);
  return hashOf({ path: finding.path, category: finding.category, words }).slice(0, 12);
}

/**
 * One round's outcome. Models propose, code disposes: an open `must` always means changes; a demand for changes
 * stands when it names at least a `should`; a finding that was settled once is not raised again.
 */
export function judgeReview(
  sha: string,
  review: ReviewResult,
  earlier: Pick<Reviewed, 'open'> | undefined,
  settledBefore: ReadonlySet<string>,
): Reviewed {
  const known = new Map((earlier?.open ?? []).map((finding) => [finding.fingerprint, finding]));
  const stated = new Map(review.earlier.map((entry) => [entry.fingerprint, entry.state]));
  const fresh: Finding[] = [];
  const raisedAgain = new Set<string>();
  for (const comment of review.comments) {
    const fingerprint = known.has(comment.fingerprint) ? comment.fingerprint : fingerprintOf(comment);
    if (
      settledBefore.has(fingerprint) ||
      stated.get(fingerprint) === 'fixed' ||
      stated.get(fingerprint) === 'wont_fix'
    )
      continue;
    if (known.has(fingerprint)) raisedAgain.add(fingerprint);
    else fresh.push({ ...comment, fingerprint });
  }
  const settled: Reviewed['settled'] = [];
  const stillOpen: Finding[] = [];
  for (const [fingerprint, finding] of known) {
    const state = stated.get(fingerprint);
    if (state === 'fixed' || state === 'wont_fix') settled.push({ fingerprint, state });
    else if (state === 'open' || raisedAgain.has(fingerprint) || review.verdict === 'request_changes')
      stillOpen.push(finding);
    // Not mentioned by a reviewer who approves: it saw the list and has nothing left to say about it.
    else settled.push({ fingerprint, state: 'fixed' });
  }
  const open = [...stillOpen, ...dedup(fresh)];
  const demands =
    open.some((finding) => finding.severity === 'must') ||
    (review.verdict === 'request_changes' && open.some((finding) => finding.severity !== 'info'));
  return {
    sha,
    verdict: demands ? 'request_changes' : 'approve',
    summary: review.summary,
    open,
    fresh: dedup(fresh),
    settled,
  };
}

function dedup(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [finding.fingerprint, finding])).values()];
}
