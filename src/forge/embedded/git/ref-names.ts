/**
 * What may be pushed or made by the API: branches and tags. Everything else is the server's (`refs/pull`, `refs/forge`),
 * a way to make git show other objects than were reviewed (`refs/replace`), or of no use here (`refs/notes` …).
 */
const WRITABLE = /^refs\/(?:heads|tags)\/./;
/** A branch that looks like a commit or like git's own words would be taken for it. */
const MISLEADING =
  /^refs\/(?:heads|tags)\/(?:-|refs\/|(?:[0-9a-f]{40}|[0-9a-f]{64}|HEAD|FETCH_HEAD|ORIG_HEAD|MERGE_HEAD)$)/;

export function isWritable(ref: string): boolean {
  return WRITABLE.test(ref);
}

/** Why a new ref must not have this name; undefined when it may. */
export function nameProblem(ref: string, others: Iterable<string>): string | undefined {
  if (!isWritable(ref)) return 'Only branches and tags can be written.';
  if (MISLEADING.test(ref)) return 'The name could be taken for a commit or a word of git.';
  for (const other of others) {
    // Two files on a disk that does not tell them apart, and two branches that people do not.
    if (other !== ref && other.toLowerCase() === ref.toLowerCase())
      return `It differs from ${other} only in upper and lower case.`;
  }
  return undefined;
}
