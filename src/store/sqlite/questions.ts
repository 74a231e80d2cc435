import { isoTime, type Clock } from '../../host/clock.ts';
import type { Random } from '../../host/random.ts';
import type { Database } from '../../host/sqlite.ts';
import type { WorkId } from '../../work/ids.ts';
import type { Question, QuestionTable } from '../store.ts';

interface QuestionRow {
  id: string;
  work_id: WorkId;
  text: string;
  options: string;
  asked_at: string;
  expires_at: string | null;
  answer: string | null;
  answered_by: string | null;
  applied_at: string | null;
}

const fromRow = (row: QuestionRow): Question => ({
  id: row.id,
  work: row.work_id,
  text: row.text,
  options: JSON.parse(row.options) as string[],
  askedAt: row.asked_at,
  expiresAt: row.expires_at,
  answer: row.answer,
  answeredBy: row.answered_by,
  appliedAt: row.applied_at,
});

export function questionTable(db: Database, clock: Clock, random: Random): QuestionTable {
  const now = () => isoTime(clock.now());
  const OPEN = 'answer IS NULL AND (expires_at IS NULL OR expires_at > ?)';
  return {
    ask: async ({ work, text, options, expiresAt }) =>
      db.transaction(() => {
        const known = db.get<QuestionRow>(
          'SELECT * FROM questions WHERE work_id = ? AND text = ? AND applied_at IS NULL AND (expires_at IS NULL OR expires_at > ?)',
          work,
          text,
          now(),
        );
        if (known !== undefined) return fromRow(known);
        const id = `q-${random.hex(4)}`;
        db.run(
          'INSERT INTO questions (id, work_id, text, options, asked_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
          id,
          work,
          text,
          JSON.stringify(options),
          now(),
          expiresAt === null ? null : isoTime(expiresAt),
        );
        return fromRow(db.get<QuestionRow>('SELECT * FROM questions WHERE id = ?', id) as QuestionRow);
      }),
    open: async (work) =>
      (work === undefined
        ? db.all<QuestionRow>(`SELECT * FROM questions WHERE ${OPEN} ORDER BY asked_at`, now())
        : db.all<QuestionRow>(
            `SELECT * FROM questions WHERE ${OPEN} AND work_id = ? ORDER BY asked_at`,
            now(),
            work,
          )
      ).map(fromRow),
    answer: async (id, answer, by) =>
      db.transaction(() => {
        const row = db.get<QuestionRow>(`SELECT * FROM questions WHERE id = ? AND ${OPEN}`, id, now());
        if (row === undefined) return false;
        const { options } = fromRow(row);
        if (options.length > 0 && !options.includes(answer)) return false;
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
      return taken.changes === 0
        ? undefined
        : (db.get<QuestionRow>('SELECT * FROM questions WHERE id = ?', id)?.answer ?? undefined);
    },
  };
}
