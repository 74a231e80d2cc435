import { openDatabase } from '../../src/host/db/sqlite.ts';
import { check } from '../../src/sim/invariants/check.ts';
import type { EntryFact, JournalFact } from '../../src/sim/invariants/facts.ts';
import type { Violation } from '../../src/sim/invariants/invariant.ts';
import { readJournal } from '../../src/sim/invariants/read-journal.ts';
import { workId } from '../../src/work/ids.ts';

type Request = (method: string, path: string) => Promise<unknown>;

interface Item {
  number: number;
  state: 'open' | 'closed';
  user: { login: string };
  labels: { name: string }[];
  pull_request?: unknown;
}
interface Said {
  id: number;
  user: { login: string };
  body: string;
}
interface PullItem {
  merged_at: string | null;
  head: { ref: string; sha: string };
  base: { ref: string };
}

/** The journal of a daemon whose process has ended. */
export function journalIn(path: string): JournalFact {
  const db = openDatabase(path, { readOnly: true });
  try {
    return readJournal('the daemon', db);
  } finally {
    db.close();
  }
}

/**
 * What the simulator's invariants say of a real forge and real journals, when nothing is going on any more: everything
 * that is broken; none: all is right.
 */
export async function checkHistory(of: {
  request: Request;
  repo: string;
  logins: readonly string[];
  journals: readonly JournalFact[];
}): Promise<Violation[]> {
  const { logins, journals, repo } = of;
  const entries = await entriesOf(of.request, repo);
  const wanted = entries
    .filter(({ state }) => state === 'open')
    .map(({ number, pull }) => ({
      repo,
      number,
      work: workId(pull === undefined ? 'issue' : 'pr', repo, number),
    }));
  const rest = { daemons: [], worktrees: [], locks: [], processes: [], wanted };
  return check({ logins, entries, journals, rest });
}

async function entriesOf(request: Request, repo: string): Promise<EntryFact[]> {
  const list = async <T>(path: string) =>
    (await request('GET', `/repos/${repo}/${path}${path.includes('?') ? '&' : '?'}per_page=100`)) as T[];
  const entries: EntryFact[] = [];
  for (const item of await list<Item>('issues?state=all')) {
    const { number, state, user, labels } = item;
    const isPull = item.pull_request !== undefined;
    const said = ({ id, user: by, body }: Said) => ({ id, author: by.login, body });
    entries.push({
      repo,
      number,
      state,
      author: user.login,
      labels: labels.map(({ name }) => name),
      ...(isPull ? { pull: await pullOf(request, repo, number) } : {}),
      comments: (await list<Said>(`issues/${number}/comments`)).map(said),
      reviews: isPull ? (await list<Said>(`pulls/${number}/reviews`)).map(said) : [],
      labelled: [],
    });
  }
  return entries.sort((a, b) => a.number - b.number);
}

async function pullOf(
  request: Request,
  repo: string,
  number: number,
): Promise<NonNullable<EntryFact['pull']>> {
  const {
    head,
    base,
    merged_at: mergedAt,
  } = (await request('GET', `/repos/${repo}/pulls/${number}`)) as PullItem;
  return { head: head.ref, sha: head.sha, base: base.ref, merged: mergedAt !== null };
}
