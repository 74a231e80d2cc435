import { contentOf, GENESIS, hashAfter, type ChainEntry, type Head, type LedgerRow } from './chain.ts';

/**
 * `changed`: the row is not what was recorded. `cut`: what was recorded is gone. `added`: it was never recorded.
 * `broken`: the chain itself was altered there.
 */
export type ChainProblemKind = 'changed' | 'cut' | 'added' | 'broken';

export interface ChainProblem {
  kind: ChainProblemKind;
  /** Which place of the chain, where it is about one. */
  seq: number | null;
  run: string | null;
  key: string | null;
  text: string;
}

export interface KeptChain {
  rows: readonly LedgerRow[];
  /** In the order of their numbers. */
  entries: readonly ChainEntry[];
  /** What the store says that the chain ended with. */
  head: Head | undefined;
}

/** Everything by which the ledger differs from what was recorded of it, in the order of the chain. */
export function chainProblems(kept: KeptChain): ChainProblem[] {
  return [...brokenLinks(kept.entries), ...wrongHead(kept), ...wrongRows(kept)];
}

const problem = (
  kind: ChainProblemKind,
  text: string,
  at: Partial<Pick<ChainProblem, 'seq' | 'run' | 'key'>> = {},
): ChainProblem => ({ kind, seq: at.seq ?? null, run: at.run ?? null, key: at.key ?? null, text });

/** After a break it goes on from what is there: one alteration is one problem. */
function brokenLinks(entries: readonly ChainEntry[]): ChainProblem[] {
  const found: ChainProblem[] = [];
  let before: Head = GENESIS;
  for (const entry of entries) {
    const { seq, run_id: run, key } = entry;
    if (seq !== before.seq + 1) {
      const gone =
        seq === before.seq + 2 ? `entry ${seq - 1} is` : `entries ${before.seq + 1} to ${seq - 1} are`;
      found.push(problem('cut', `${gone} gone from the chain`, { seq: seq - 1 }));
    } else if (hashAfter(before.hash, entry) !== entry.hash)
      found.push(problem('broken', `entry ${seq} does not follow from the one before it`, { seq, run, key }));
    before = entry;
  }
  return found;
}

function wrongHead({ entries, head }: KeptChain): ChainProblem[] {
  const last = entries.at(-1) ?? GENESIS;
  if (head === undefined) return [problem('broken', 'the head of the chain is gone from the store')];
  if (last.seq < head.seq)
    return [problem('cut', `the chain ends at ${last.seq}; it had ${head.seq} entries`, { seq: head.seq })];
  if (last.seq > head.seq)
    return [
      problem('added', `the chain ends at ${last.seq}; ${head.seq} were written by autodev`, {
        seq: last.seq,
      }),
    ];
  return last.hash === head.hash
    ? []
    : [problem('broken', `the chain does not end as it did`, { seq: last.seq })];
}

function wrongRows({ rows, entries }: KeptChain): ChainProblem[] {
  const recorded = new Map(entries.map((entry) => [nameOf(entry), entry]));
  const found: ChainProblem[] = [];
  const there = new Set<string>();
  for (const row of rows) {
    const { run_id: run, key } = row;
    there.add(nameOf(row));
    const entry = recorded.get(nameOf(row));
    if (entry === undefined)
      found.push(problem('added', `"${key}" was not written by autodev`, { run, key }));
    else if (entry.content !== contentOf(row))
      found.push(problem('changed', `"${key}" is not what was recorded`, { seq: entry.seq, run, key }));
  }
  for (const [name, { seq, run_id: run, key }] of recorded)
    if (!there.has(name)) found.push(problem('cut', `"${key}" is gone from the ledger`, { seq, run, key }));
  return found;
}

const nameOf = ({ run_id, key }: { run_id: string; key: string }): string => JSON.stringify([run_id, key]);

/** A head as the daily log has it. */
export interface LoggedHead extends Head {
  day: string;
}

/** Where the log remembers another chain: the store was cut, rewritten or replaced as a whole. Once for each day. */
export function loggedProblems(
  entries: readonly ChainEntry[],
  logged: readonly LoggedHead[],
): ChainProblem[] {
  const hashes = new Map(entries.map(({ seq, hash }) => [seq, hash]));
  const days = new Map<string, ChainProblem>();
  for (const { day, seq, hash } of logged) {
    const now = hashes.get(seq);
    if (now === hash || days.has(day)) continue;
    const text = `the log of ${day} has another entry ${seq} than the store`;
    days.set(
      day,
      now === undefined
        ? problem('cut', `the log of ${day} has an entry ${seq} that the store has not`, { seq })
        : problem('broken', text, { seq }),
    );
  }
  return [...days.values()];
}
