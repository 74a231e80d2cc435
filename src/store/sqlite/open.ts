import { systemClock, type Clock } from '../../host/clock.ts';
import { systemRandom, type Random } from '../../host/random.ts';
import { openDatabase, type Database } from '../../host/db/sqlite.ts';
import type { WorkId } from '../../work/ids.ts';
import type { Store } from '../store.ts';
import { attemptTable } from './attempts.ts';
import { commandTable } from './commands.ts';
import { costTable } from './costs.ts';
import { beginEffectChain } from './effect-chain.ts';
import { effectTable } from './effects.ts';
import { etagTable } from './etags.ts';
import { eventTable } from './events.ts';
import { labelTable } from './labels.ts';
import { sessionLogTable } from './logs.ts';
import { pullOutcomeTable, reportTable, suggestionTable } from './knowledge.ts';
import { MIGRATIONS } from './migrations.ts';
import { outboxTable } from './outbox.ts';
import { questionTable } from './questions.ts';
import { cursorTable, repositoryTable } from './repositories.ts';
import { runTable } from './runs.ts';
import { stepTable } from './steps.ts';
import { waitTable } from './waits.ts';

export interface StoreOptions {
  clock?: Clock;
  random?: Random;
  readOnly?: boolean;
}

/** The store of one machine: one SQLite file, safe to open from several processes. */
export function openStore(path: string, options: StoreOptions = {}): Store {
  const { readOnly = false } = options;
  return storeOn(openDatabase(path, { migrations: MIGRATIONS, readOnly }), options);
}

/** The same on a database that is open already. */
export function storeOn(
  db: Database,
  { clock = systemClock, random = systemRandom, readOnly = false }: StoreOptions,
): Store {
  if (!readOnly) beginEffectChain(db);
  const { enqueue, ...outbox } = outboxTable(db, clock, random);
  return {
    repositories: repositoryTable(db, clock, random),
    cursors: cursorTable(db),
    runs: runTable(db, clock),
    steps: stepTable(db, clock),
    effects: effectTable(db, clock),
    attempts: attemptTable(db),
    costs: costTable(db),
    events: eventTable(db, clock, enqueue),
    outbox,
    etags: etagTable(db, clock),
    sessions: sessionLogTable(db),
    questions: questionTable(db, clock, random),
    commands: commandTable(db, clock),
    reviewed: {
      get: async (work) => db.get<{ sha: string }>('SELECT sha FROM reviewed WHERE work_id = ?', work)?.sha,
      set: async (work, sha) =>
        void db.run('INSERT OR REPLACE INTO reviewed (work_id, sha) VALUES (?, ?)', work, sha),
      ofRepo: async (repo) =>
        db
          .all<{ work_id: WorkId; sha: string }>(
            `SELECT * FROM reviewed WHERE work_id GLOB '*:' || ? || ':*' ORDER BY work_id`,
            repo,
          )
          .map(({ work_id: work, sha }) => ({ work, sha })),
      forget: async (work) => void db.run('DELETE FROM reviewed WHERE work_id = ?', work),
    },
    waits: waitTable(db),
    labels: labelTable(db),
    reports: reportTable(db, clock),
    suggestions: suggestionTable(db),
    pullOutcomes: pullOutcomeTable(db),
    meta: {
      get: async (key) => db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value,
      set: async (key, value) =>
        void db.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, value),
    },
    close: async () => db.close(),
  };
}
