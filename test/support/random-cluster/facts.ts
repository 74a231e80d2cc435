import type { EntryFact, Facts, JournalFact, SessionFact } from '../../../src/sim/invariants/facts.ts';
import type { Violation } from '../../../src/sim/invariants/invariant.ts';
import type { RecordedEvent } from '../../../src/work/events.ts';
import type { WorkId, RunId } from '../../../src/work/ids.ts';
import { parseWorkId } from '../../../src/work/ids.ts';
import type { ClusterWorld } from '../cluster-world.ts';

interface Listed {
  number: number;
  state: 'open' | 'closed';
  user: { login: string };
  labels: { name: string }[];
  pull_request?: object;
}
interface Said {
  id: number;
  user: { login: string };
  body: string;
}
interface ListedEvent {
  event: string;
  label?: { name: string };
  actor: { login: string };
  created_at: string;
}

/** What the invariants look at, asked of the forge and of the database themselves when nothing is going on. */
export async function factsOf(cluster: ClusterWorld, atOnce: number): Promise<Facts> {
  const { world } = cluster;
  const journal = await journalOf(cluster);
  const entries = await entriesOf(cluster);
  return {
    logins: [world.forge.bot.login],
    entries,
    journals: [journal],
    sessions: sessionsOf(journal.events, atOnce),
    rest: {
      daemons: [{ daemon: 'cluster', now: Date.now(), queued: [] }],
      worktrees: [],
      locks: [],
      processes: [],
      wanted: entries
        .filter(({ state }) => state === 'open')
        .map(({ repo, number, pull }) => ({
          repo,
          number,
          work: `${pull === undefined ? 'issue' : 'pr'}:${repo}:${number}` as WorkId,
        })),
    },
  };
}

async function entriesOf({ world }: ClusterWorld): Promise<EntryFact[]> {
  const { repo, forge } = world;
  const get = async <T>(path: string): Promise<T[]> => {
    const all: T[] = [];
    for (let page = 1; ; page += 1) {
      const found = (await forge.owner.request(
        'GET',
        `/repos/${repo}/${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`,
      )) as T[];
      all.push(...found);
      if (found.length < 100) return all;
    }
  };
  const said = (all: readonly Said[]) => all.map(({ id, user, body }) => ({ id, author: user.login, body }));
  const entries: EntryFact[] = [];
  for (const { number, state, user, labels, pull_request: isPull } of await get<Listed>('issues?state=all')) {
    const events = await get<ListedEvent>(`issues/${number}/events`);
    entries.push({
      repo,
      number,
      state,
      author: user.login,
      labels: labels.map(({ name }) => name),
      comments: said(await get<Said>(`issues/${number}/comments`)),
      reviews: isPull === undefined ? [] : said(await get<Said>(`pulls/${number}/reviews`)),
      labelled: events.flatMap(({ event, label, actor, created_at }) =>
        label !== undefined && (event === 'labeled' || event === 'unlabeled')
          ? [
              {
                label: label.name,
                added: event === 'labeled',
                actor: actor.login,
                at: Date.parse(created_at),
              },
            ]
          : [],
      ),
      ...(isPull === undefined ? {} : { pull: await pullOf(world, number) }),
    });
  }
  return entries;
}

async function pullOf({ repo, forge }: ClusterWorld['world'], number: number) {
  const { head, base, merged } = (await forge.owner.request('GET', `/repos/${repo}/pulls/${number}`)) as {
    head: { ref: string; sha: string };
    base: { ref: string };
    merged: boolean;
  };
  return { head: head.ref, sha: head.sha, base: base.ref, merged };
}

type Of<Table extends keyof JournalFact> = JournalFact[Table] extends readonly (infer Row)[] ? Row : never;

async function journalOf({ query }: ClusterWorld): Promise<JournalFact> {
  const labels = await query<{ repo: string; number: number; label: string }>(
    'SELECT repo, number, label FROM labels ORDER BY repo, number, label',
  );
  const places = new Map(labels.map(({ repo, number }) => [`${repo}#${number}`, { repo, number }]));
  return {
    daemon: 'cluster',
    runs: await query<Of<'runs'>>('SELECT id, work_id AS work, status, reason FROM runs ORDER BY rowid'),
    steps: await query<Of<'steps'>>(
      `SELECT run_id AS run, name, round, carried_from IS NOT NULL AS carried, cost_usd AS "costUsd"
       FROM steps WHERE status = 'done'`,
    ),
    effects: await query<Of<'effects'>>('SELECT run_id AS run, key, status FROM effects'),
    events: (
      await query<{ body: string; seq: string; at: string }>(
        'SELECT seq, at, body::text AS body FROM events ORDER BY seq',
      )
    ).map(({ body, seq, at }) => ({ ...(JSON.parse(body) as RecordedEvent), seq: Number(seq), at })),
    labels: [...places.values()].map(({ repo, number }) => ({
      repo,
      number,
      labels: labels.filter((row) => row.repo === repo && row.number === number).map(({ label }) => label),
    })),
    attempts: (
      await query<Omit<Of<'attempts'>, 'notBefore'> & { notBefore: string }>(
        `SELECT work_id AS work, failures, not_before AS "notBefore", last_error AS "lastError" FROM attempts`,
      )
    ).map((row) => ({ ...row, notBefore: Number(row.notBefore) })),
    waits: await query<Of<'waits'>>('SELECT work_id AS work, reason FROM waits'),
    spent: (
      await query<{ work: WorkId; usd: string }>(
        'SELECT work_id AS work, sum(usd) AS usd FROM costs GROUP BY work_id',
      )
    ).map(({ work, usd }) => ({ work, usd: Number(usd) })),
    questions: await query<{ work: WorkId }>(
      'SELECT work_id AS work FROM questions WHERE answer IS NULL AND void_reason IS NULL',
    ),
  };
}

/** By the events. One that died with its worker tells no end: it counts for nobody but itself. */
function sessionsOf(events: readonly RecordedEvent[], atOnce: number): SessionFact[] {
  const begun = new Map<string, SessionFact>();
  const sessions: SessionFact[] = [];
  const limits = { atOnce, atOncePerRepo: atOnce, reviews: 1e9, itemUsd: 1e9, repoDayUsd: 1e9, dayUsd: 1e9 };
  for (const event of events) {
    if (event.type !== 'session.started' && event.type !== 'session.finished') continue;
    const { work, run, step, at } = event;
    const key = `${run} ${step}`;
    if (event.type === 'session.started') {
      begun.set(key, {
        daemon: 'cluster',
        repo: parseWorkId(work).repo,
        work,
        run: run as RunId,
        role: event.role ?? step,
        step,
        told: '',
        began: Date.parse(at),
        ended: Date.parse(at),
        ok: false,
        costUsd: 0,
        limits,
        day: at.slice(0, 10),
      });
      continue;
    }
    const session = begun.get(key);
    if (session === undefined) continue;
    begun.delete(key);
    sessions.push({ ...session, ended: Date.parse(at), ok: event.ok, costUsd: event.costUsd });
  }
  return [...sessions, ...begun.values()];
}

/** Merges into one base run one at a time: none has a step under way while another has. */
export function overlappingMerges(events: readonly RecordedEvent[]): Violation[] {
  const under = new Map<WorkId, string>();
  return events.flatMap((event) => {
    if (event.type !== 'step.started' && event.type !== 'step.finished' && event.type !== 'step.failed')
      return [];
    if (!event.work.startsWith('merge:')) return [];
    if (event.type !== 'step.started') {
      under.delete(event.work);
      return [];
    }
    under.set(event.work, event.step);
    const others = [...under.keys()].filter((work) => work !== event.work);
    return others.map((other) => ({
      invariant: 'one-merge-at-a-time',
      what: `${event.work} began ${event.step} while ${other} was at ${under.get(other)}`,
    }));
  });
}
