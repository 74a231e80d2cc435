import type { MergeFacts } from '../../../workflows/merge/input.ts';
import { mayMerge } from '../../../workflows/merge/predicate.ts';

const HEAD = 'a'.repeat(40);
const OTHER = 'b'.repeat(40);
const RULES = { accept: ['human', 'autodev'], requireCi: true, requiredChecks: [] } as const;

const APPROVAL: MergeFacts['reviews'][number] = {
  author: 'reviewer',
  state: 'APPROVED',
  commitSha: HEAD,
  mayWrite: true,
  ours: false,
  beforeRetarget: false,
};
/** One that may be merged. */
const GOOD: MergeFacts = {
  state: 'open',
  merged: false,
  draft: false,
  headSha: HEAD,
  baseSha: OTHER,
  mergeable: true,
  author: 'author',
  forkOwner: null,
  trusted: true,
  ourApproval: 'none',
  reviews: [APPROVAL],
  checks: [{ context: 'ci', state: 'success', ours: false }],
  requiredChecks: null,
  stack: null,
};

const BAD: Readonly<Record<string, Partial<MergeFacts>>> = {
  'a head that moved': { headSha: OTHER, reviews: [{ ...APPROVAL, commitSha: OTHER }] },
  'an approval of another commit': { reviews: [{ ...APPROVAL, commitSha: OTHER }] },
  'an approval by its author': { reviews: [{ ...APPROVAL, author: 'author' }] },
  'an approval by somebody who may not write': { reviews: [{ ...APPROVAL, mayWrite: false }] },
  'an approval for another base': { reviews: [{ ...APPROVAL, beforeRetarget: true }] },
  'our approval of something else': { reviews: [], ourApproval: 'other' },
  "our approval of a stranger's branch": { reviews: [], ourApproval: 'given', trusted: false },
  'changes that a person demands': {
    reviews: [APPROVAL, { ...APPROVAL, author: 'other', state: 'CHANGES_REQUESTED' }],
  },
  'checks that were skipped': { checks: [{ context: 'ci', state: 'skipped', ours: false }] },
  'no checks': { checks: [] },
};

/** Pull requests that must not be merged and would be; also when a good one would not: then nothing was tried. */
export function mergesThatPass(): string[] {
  const merges = (facts: MergeFacts) => mayMerge(facts, HEAD, RULES).kind === 'merge';
  const passed = Object.keys(BAD).filter((name) => merges({ ...GOOD, ...BAD[name] }));
  return merges(GOOD) ? passed : ['nothing at all, not even a good one'];
}
