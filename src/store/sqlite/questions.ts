import { isoTime, type Clock } from '../../host/clock.ts';
import type { Random } from '../../host/random.ts';
import type { Database } from '../../host/db/sqlite.ts';
import type { RunId, WorkId } from '../../work/ids.ts';
import type { Question, QuestionTable } from '../tables/questions.ts';

interface QuestionRow {
  id: string;
  work_id: WorkId;
  run_id: RunId;
  step: string;
  round: number;
  text: string;
  options: string;
  free: number;
  asked_at: string;
  expires_at: string | null;
  answer: string | null;
  answered_by: string | null;
  applied_at: string | null;
  void_reason: string | null;
}

const fromRow = (row: QuestionRow): Question => ({
  id: row.id,
  work: row.work_id,
  run: row.run_id,
  step: row.step,
  round: row.round,
  text: row.text,
  options: JSON.parse(row.options) as string[],
  free: row.free !== 0,
  askedAt: row.asked_at,
  expiresAt: row.expires_at,
  answer: row.answer,
  answeredBy: row.answered_by,
  appliedAt: row.applied_at,
  voidReason: row.void_reason,
});

const OPEN = 'answer IS NULL AND voided_at IS NULL AND (expires_at IS NULL OR expires_at > ?)';

export function questionTable(db: Database, clock: Clock, random: Random): QuestionTable {
  const now = () => isoTime(clock.now());
  const all = (rest: string, ...values: string[]) =>
    db.all<QuestionRow>(`SELECT * FROM questions ${rest}`, ...values).map(fromRow);
  const one = (rest: string, ...values: (string | number)[]) => {
    const row = db.get<QuestionRow>(`SELECT * FROM questions ${rest}`, ...values);
    return row && fromRow(row);
  };
  return {
    ask: async (asked) => {
      db.run(
        `INSERT INTO questions (id, work_id, run_id, step, round, text, options, free, asked_at, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (run_id, step, round) WHERE run_id <> '' DO NOTHING`,
        `q-${random.hex(4)}`,
        asked.work,
        asked.run,
        asked.step,
        asked.round,
        asked.text,
        JSON.stringify(asked.options),
        asked.free ? 1 : 0,
        now(),
        asked.expiresAt,
      );
      const { run, step, round } = asked;
      return one('WHERE run_id = ? AND step = ? AND round = ?', run, step, round) as Question;
    },
    get: async (id) => one('WHERE id = ?', id),
    open: async (work) =>
      work === undefined
        ? all(`WHERE ${OPEN} ORDER BY rowid`, now())
        : all(`WHERE ${OPEN} AND work_id = ? ORDER BY rowid`, now(), work),
    ofWork: async (work) => all('WHERE work_id = ? ORDER BY rowid', work),
    ofRun: async (run) => all('WHERE run_id = ? ORDER BY rowid', run),
    awaited: async (repo) =>
      all(
        `WHERE work_id GLOB '*:' || ? || ':*' AND applied_at IS NULL AND voided_at IS NULL
         AND run_id IN (SELECT id FROM runs WHERE status = 'question') ORDER BY rowid`,
        repo,
      ),
    answer: async (id, answer, by) =>
      db.transaction(() => {
        const asked = one(`WHERE id = ? AND ${OPEN}`, id, now());
        if (asked === undefined) return false;
        if (asked.options.length > 0 && !asked.free && !asked.options.includes(answer)) return false;
        return (
          db.run(
            'UPDATE questions SET answer = ?, answered_by = ? WHERE id = ? AND answer IS NULL',
            answer,
            by,
            id,
          ).changes > 0
        );
      }),
    apply: async (id) => {
      const taken = db.run(
        'UPDATE questions SET applied_at = ? WHERE id = ? AND answer IS NOT NULL AND applied_at IS NULL',
        now(),
        id,
      );
      return taken.changes === 0 ? undefined : (one('WHERE id = ?', id)?.answer ?? undefined);
    },
    withdraw: async (id, reason) =>
      db.run(
        'UPDATE questions SET voided_at = ?, void_reason = ? WHERE id = ? AND answer IS NULL AND voided_at IS NULL',
        now(),
        reason,
        id,
      ).changes > 0,
  };
}
