import type { RepositoryTable } from './tables/repositories.ts';
import type { CursorTable } from './tables/cursors.ts';
import type { RunTable } from './tables/runs.ts';
import type { StepTable } from './tables/steps.ts';
import type { EffectTable } from './tables/effects.ts';
import type { AttemptTable } from './tables/attempts.ts';
import type { CostTable } from './tables/costs.ts';
import type { EventTable } from './tables/events.ts';
import type { SessionLogTable } from './tables/session-logs.ts';
import type { ReviewedTable } from './tables/reviewed.ts';
import type { QuestionTable } from './tables/questions.ts';
import type { CommandTable } from './tables/commands.ts';
import type { OutboxTable } from './tables/outbox.ts';
import type { EtagTable } from './tables/etags.ts';
import type { MetaTable } from './tables/meta.ts';
import type { PullOutcomeTable } from './tables/pull-outcomes.ts';
import type { ReportTable } from './tables/reports.ts';
import type { SuggestionTable } from './tables/suggestions.ts';
import type { WaitTable } from './tables/waits.ts';
import type { MachineTable } from './tables/machines.ts';
import type { LabelTable } from './tables/labels.ts';

/** What the daemon remembers on disk, as its users see it. Async from the first day: a cluster keeps it in PostgreSQL. */
export interface Store {
  repositories: RepositoryTable;
  cursors: CursorTable;
  runs: RunTable;
  steps: StepTable;
  effects: EffectTable;
  attempts: AttemptTable;
  costs: CostTable;
  events: EventTable;
  sessions: SessionLogTable;
  reviewed: ReviewedTable;
  questions: QuestionTable;
  commands: CommandTable;
  outbox: OutboxTable;
  etags: EtagTable;
  meta: MetaTable;
  waits: WaitTable;
  labels: LabelTable;
  reports: ReportTable;
  suggestions: SuggestionTable;
  pullOutcomes: PullOutcomeTable;
  machines: MachineTable;
  close(): Promise<void>;
}
