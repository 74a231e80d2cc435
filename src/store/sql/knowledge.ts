import { isoTime, type Clock } from '../../host/clock.ts';
import { put, type SqlDatabase } from './database.ts';
import type { PullOutcome, PullOutcomeTable } from '../tables/pull-outcomes.ts';
import type { ReportRecord, ReportTable } from '../tables/reports.ts';
import type { SuggestionRecord, SuggestionTable } from '../tables/suggestions.ts';

interface ReportRow {
  repo: string;
  day: string;
  body: string;
  made_at: string;
}

const fromRow = ({ repo, day, body, made_at: madeAt }: ReportRow): ReportRecord => ({
  repo,
  day,
  body: JSON.parse(body) as unknown,
  madeAt,
});

export function reportTable(db: SqlDatabase, clock: Clock): ReportTable {
  return {
    get: async (repo, day) => {
      const row = await db.get<ReportRow>('SELECT * FROM reports WHERE repo = ? AND day = ?', repo, day);
      return row && fromRow(row);
    },
    put: async ({ repo, day, body }) => {
      await put(db, 'reports', ['repo', 'day'], {
        repo,
        day,
        body: JSON.stringify(body),
        made_at: isoTime(clock.now()),
      });
    },
    since: async (repo, day) =>
      (
        await db.all<ReportRow>('SELECT * FROM reports WHERE repo = ? AND day >= ? ORDER BY day', repo, day)
      ).map(fromRow),
  };
}

export function suggestionTable(db: SqlDatabase): SuggestionTable {
  return {
    add: async ({ id, repo, day, target, content, pattern, action, pull, status }) => {
      await db.run(
        `INSERT INTO suggestions (id, repo, day, target, content, pattern, action, pull, status)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        id,
        repo,
        day,
        target,
        content,
        pattern,
        action,
        pull,
        status,
      );
    },
    ofRepo: async (repo) =>
      db.all<SuggestionRecord>(
        `SELECT id, repo, day, target, content, pattern, action, pull, status, settled_at AS "settledAt"
         FROM suggestions WHERE repo = ? ORDER BY day, rowid`,
        repo,
      ),
    settle: async (id, status, at) => {
      await db.run('UPDATE suggestions SET status = ?, settled_at = ? WHERE id = ?', status, at, id);
    },
  };
}

export function pullOutcomeTable(db: SqlDatabase): PullOutcomeTable {
  return {
    all: async () =>
      (
        await db.all<Omit<PullOutcome, 'reverted'> & { reverted: number }>(
          `SELECT repo, number, state, merge_sha AS "mergeSha", merged_at AS "mergedAt", lines_added AS "linesAdded",
                  survived_7 AS "survived7", survived_30 AS "survived30", reverted, method FROM pull_outcomes`,
        )
      ).map((row) => ({ ...row, reverted: row.reverted === 1 })),
    put: async (outcome) => {
      await put(db, 'pull_outcomes', ['repo', 'number'], {
        repo: outcome.repo,
        number: outcome.number,
        state: outcome.state,
        merge_sha: outcome.mergeSha,
        merged_at: outcome.mergedAt,
        lines_added: outcome.linesAdded,
        survived_7: outcome.survived7,
        survived_30: outcome.survived30,
        reverted: outcome.reverted ? 1 : 0,
        method: outcome.method,
      });
    },
  };
}
