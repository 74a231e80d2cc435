import type { Database } from '../../host/db/sqlite.ts';
import type { RecordedEvent } from '../../work/events.ts';
import type { WorkId } from '../../work/ids.ts';
import type { JournalFact } from './facts.ts';

type Of<Table extends keyof JournalFact> = JournalFact[Table] extends readonly (infer Row)[] ? Row : never;

/** What a daemon's store says, read past the daemon: of a simulated machine, or of the file of a real one. */
export function readJournal(daemon: string, db: Database): JournalFact {
  return {
    daemon,
    runs: db.all<Of<'runs'>>('SELECT id, work_id AS work, status, reason FROM runs ORDER BY rowid'),
    steps: db
      .all<Omit<Of<'steps'>, 'carried'> & { from: string | null }>(
        `SELECT run_id AS run, name, round, carried_from AS "from", cost_usd AS costUsd
         FROM steps WHERE status = 'done'`,
      )
      .map(({ from, ...step }) => ({ ...step, carried: from !== null })),
    effects: db.all<Of<'effects'>>('SELECT run_id AS run, key, status FROM effects'),
    events: db
      .all<{ body: string; seq: number; at: string }>('SELECT seq, at, body FROM events ORDER BY seq')
      .map(({ body, seq, at }) => ({ ...(JSON.parse(body) as RecordedEvent), seq, at })),
    labels: readLabels(db),
    attempts: db.all<Of<'attempts'>>(
      `SELECT work_id AS work, failures, not_before AS notBefore, last_error AS lastError FROM attempts`,
    ),
    waits: db.all<Of<'waits'>>('SELECT work_id AS work, reason FROM waits'),
    spent: db.all<Of<'spent'>>('SELECT work_id AS work, sum(usd) AS usd FROM costs GROUP BY work_id'),
    questions: db.all<{ work: WorkId }>(
      'SELECT work_id AS work FROM questions WHERE answer IS NULL AND void_reason IS NULL',
    ),
  };
}

function readLabels(db: Database): JournalFact['labels'] {
  const found = new Map<string, { repo: string; number: number; labels: string[] }>();
  for (const { repo, number, label } of db.all<{ repo: string; number: number; label: string }>(
    'SELECT repo, number, label FROM labels ORDER BY repo, number, label',
  )) {
    const key = `${repo}#${number}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { repo, number, labels: [label] });
    else known.labels.push(label);
  }
  return [...found.values()];
}
