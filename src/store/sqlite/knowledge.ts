import { isoTime, type Clock } from '../../host/clock.ts';
import type { Database } from '../../host/db/sqlite.ts';
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

export function reportTable(db: Database, clock: Clock): ReportTable {
  return {
    get: async (repo, day) => {
      const row = db.get<ReportRow>('SELECT * FROM reports WHERE repo = ? AND day = ?', repo, day);
      return row && fromRow(row);
    },
    put: async ({ repo, day, body }) => {
      db.run(
        'INSERT OR REPLACE INTO reports (repo, day, body, made_at) VALUES (?, ?, ?, ?)',
        repo,
        day,
        JSON.stringify(body),
        isoTime(clock.now()),
      );
    },
    since: async (repo, day) =>
      db
        .all<ReportRow>('SELECT * FROM reports WHERE repo = ? AND day >= ? ORDER BY day', repo, day)
        .map(fromRow),
  };
}

export function suggestionTable(db: Database): SuggestionTable {
  return {
    add: async ({ id, repo, day, target, content, pattern, action, pull, status }) => {
      db.run(
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
        `SELECT id, repo, day, target, content, pattern, action, pull, status, settled_at AS settledAt
         FROM suggestions WHERE repo = ? ORDER BY day, rowid`,
        repo,
      ),
    settle: async (id, status, at) => {
      db.run('UPDATE suggestions SET status = ?, settled_at = ? WHERE id = ?', status, at, id);
    },
  };
}

export function pullOutcomeTable(db: Database): PullOutcomeTable {
  return {
    all: async () =>
      db
        .all<Omit<PullOutcome, 'reverted'> & { reverted: number }>(
          `SELECT repo, number, state, merge_sha AS mergeSha, merged_at AS mergedAt, lines_added AS linesAdded,
                  survived_7 AS survived7, survived_30 AS survived30, reverted, method, base_sha AS baseSha FROM pull_outcomes`,
        )
        .map((row) => ({ ...row, reverted: row.reverted === 1 })),
    put: async (outcome) => {
      db.run(
        `INSERT OR REPLACE INTO pull_outcomes
           (repo, number, state, merge_sha, merged_at, lines_added, survived_7, survived_30, reverted, method, base_sha)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        outcome.repo,
        outcome.number,
        outcome.state,
        outcome.mergeSha,
        outcome.mergedAt,
        outcome.linesAdded,
        outcome.survived7,
        outcome.survived30,
        outcome.reverted ? 1 : 0,
        outcome.method,
        outcome.baseSha,
      );
    },
  };
}
