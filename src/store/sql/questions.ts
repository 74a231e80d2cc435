import { isoTime, type Clock } from '../../host/clock.ts';
import type { Random } from '../../host/random.ts';
import type { Sql, SqlDatabase } from './database.ts';
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

export function questionTable(db: SqlDatabase, clock: Clock, random: Random): QuestionTable {
  const now = () => isoTime(clock.now());
  const all = async (rest: string, ...values: string[]) =>
    (await db.all<QuestionRow>(`SELECT * FROM questions ${rest}`, ...values)).map(fromRow);
  const one = async (on: Sql, rest: string, ...values: (string | number)[]) => {
    const row = await on.get<QuestionRow>(`SELECT * FROM questions ${rest}`, ...values);
    return row && fromRow(row);
  };
  return {
    ask: async (asked) => {
      await db.run(
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
      return (await one(db, 'WHERE run_id = ? AND step = ? AND round = ?', run, step, round)) as Question;
    },
    get: (id) => one(db, 'WHERE id = ?', id),
    open: async (work) =>
      work === undefined
        ? all(`WHERE ${OPEN} ORDER BY rowid`, now())
        : all(`WHERE ${OPEN} AND work_id = ? ORDER BY rowid`, now(), work),
    ofWork: async (work) => all('WHERE work_id = ? ORDER BY rowid', work),
    ofRun: async (run) => all('WHERE run_id = ? ORDER BY rowid', run),
    awaited: async (repo) =>
      all(
        `WHERE instr(work_id, ':' || ? || ':') > 0 AND applied_at IS NULL AND voided_at IS NULL
         AND run_id IN (SELECT id FROM runs WHERE status = 'question') ORDER BY rowid`,
        repo,
      ),
    answer: async (id, answer, by) =>
      db.transaction(async (tx) => {
        const asked = await one(tx, `WHERE id = ? AND ${OPEN}`, id, now());
        if (asked === undefined) return false;
        if (asked.options.length > 0 && !asked.free && !asked.options.includes(answer)) return false;
        const changed = await tx.run(
          'UPDATE questions SET answer = ?, answered_by = ? WHERE id = ? AND answer IS NULL',
          answer,
          by,
          id,
        );
        return changed > 0;
      }),
    apply: async (id) => {
      const taken = await db.run(
        'UPDATE questions SET applied_at = ? WHERE id = ? AND answer IS NOT NULL AND applied_at IS NULL',
        now(),
        id,
      );
      return taken === 0 ? undefined : ((await one(db, 'WHERE id = ?', id))?.answer ?? undefined);
    },
    withdraw: async (id, reason) =>
      (await db.run(
        'UPDATE questions SET voided_at = ?, void_reason = ? WHERE id = ? AND answer IS NULL AND voided_at IS NULL',
        now(),
        reason,
        id,
      )) > 0,
  };
}
