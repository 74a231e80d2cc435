import type { EntryFact, Facts } from './facts.ts';
import { placeOf, type Invariant } from './invariant.ts';

const MARK = /<!-- autodev:([a-z-]+) (\S+)(?: \S+)? -->\s*$/;
/** Answers of people that we wrote down, and questions of ours: what is said after them is said anew. */
const TURN = new Set(['answer', 'question']);

export const nothingTwice: Invariant = {
  name: 'nothing-twice',
  about: 'no comment, review, pull request or merge is made twice',
  broken: ({ entries, logins, merges = [] }) => [
    ...entries.flatMap((entry) => [...commentsTwice(entry, logins), ...reviewsTwice(entry, logins)]),
    ...pullsTwice(entries, logins),
    ...mergesTwice(merges),
  ],
};

/** A comment that names its run is written once; one that names its item is written again when people spoke since. */
function commentsTwice(entry: EntryFact, logins: readonly string[]) {
  const last = new Map<string, number>();
  let spoken = -1;
  return entry.comments.flatMap(({ author, body }, at) => {
    const [, kind = '', key = ''] = (logins.includes(author) && MARK.exec(body)) || [];
    if (kind === '' || TURN.has(kind)) spoken = at;
    if (kind === '') return [];
    const mark = `${kind} ${key}`;
    const before = last.get(mark);
    last.set(mark, at);
    const mayRepeat = !key.includes('@') && kind !== 'claim' && before !== undefined && before < spoken;
    if (before === undefined || mayRepeat) return [];
    return [{ what: `the comment "${mark}" was written twice`, about: placeOf(entry) }];
  });
}

function reviewsTwice(entry: EntryFact, logins: readonly string[]) {
  const seen = new Set<string>();
  return entry.reviews.flatMap(({ author, body }) => {
    const mark = /<!-- autodev:(?:review|approval) (\S+) -->/.exec(body)?.[0];
    if (mark === undefined || !logins.includes(author)) return [];
    if (!seen.has(mark)) {
      seen.add(mark);
      return [];
    }
    return [{ what: `the review "${mark}" was given twice`, about: placeOf(entry) }];
  });
}

/** Of one run, whatever became of the first. */
function pullsTwice(entries: readonly EntryFact[], logins: readonly string[]) {
  const seen = new Set<string>();
  return entries.flatMap((entry) => {
    if (entry.pull === undefined || !logins.includes(entry.author)) return [];
    const key = `${entry.repo} ${entry.pull.head} ${entry.pull.sha}`;
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [{ what: `a second pull request was opened for the same commit`, about: placeOf(entry) }];
  });
}

function mergesTwice(merges: NonNullable<Facts['merges']>) {
  const seen = new Set<string>();
  return merges.flatMap((merge) => {
    const place = placeOf(merge);
    if (!seen.has(place)) {
      seen.add(place);
      return [];
    }
    return [{ what: 'it was merged twice', about: place }];
  });
}
