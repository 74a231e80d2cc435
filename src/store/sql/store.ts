import type { Clock } from '../../host/clock.ts';
import type { Random } from '../../host/random.ts';
import type { Store } from '../store.ts';
import type { MachineTable } from '../tables/machines.ts';
import { attemptTable } from './attempts.ts';
import { commandTable } from './commands.ts';
import { costTable } from './costs.ts';
import type { SqlDatabase } from './database.ts';
import { effectTable } from './effects.ts';
import { etagTable } from './etags.ts';
import { eventTable } from './events.ts';
import { pullOutcomeTable, reportTable, suggestionTable } from './knowledge.ts';
import { labelTable } from './labels.ts';
import { sessionLogTable } from './logs.ts';
import { metaTable } from './meta.ts';
import { outboxTable } from './outbox.ts';
import { questionTable } from './questions.ts';
import { cursorTable, repositoryTable } from './repositories.ts';
import { reviewedTable } from './reviewed.ts';
import { runTable } from './runs.ts';
import { stepTable } from './steps.ts';
import { waitTable } from './waits.ts';

/** The store over a database that has its tables. */
export function sqlStore(db: SqlDatabase, clock: Clock, random: Random, machines: MachineTable): Store {
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
    reviewed: reviewedTable(db),
    waits: waitTable(db),
    labels: labelTable(db),
    reports: reportTable(db, clock),
    suggestions: suggestionTable(db),
    pullOutcomes: pullOutcomeTable(db),
    meta: metaTable(db),
    machines,
    close: () => db.close(),
  };
}
