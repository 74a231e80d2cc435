import type { EventType, RecordedEvent, WorkEvent } from '../work/events.ts';
import type { RunId, WorkId } from '../work/ids.ts';
import type { Outcome } from '../work/phases.ts';

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
  close(): Promise<void>;
}

export interface RegisteredRepository {
  id: string;
  url: string;
  name: string;
  enabled: boolean;
  /** Where it came from: the command line, or `repos[]` of the config file. */
  origin: 'command' | 'config';
  createdAt: string;
  updatedAt: string;
}

export interface RepositoryTable {
  /** Adds it, or updates url, origin and enabled of the one with this name. */
  put(repository: {
    name: string;
    url: string;
    enabled: boolean;
    origin: 'command' | 'config';
  }): Promise<RegisteredRepository>;
  list(): Promise<RegisteredRepository[]>;
  find(name: string): Promise<RegisteredRepository | undefined>;
  setEnabled(name: string, enabled: boolean): Promise<boolean>;
  remove(name: string): Promise<boolean>;
}

export interface CursorTable {
  get(repoId: string, target: string): Promise<{ lastSeen: string; lastScan: string } | undefined>;
  set(repoId: string, target: string, lastSeen: string, lastScan: string): Promise<void>;
}

/** `asking`: it waits for a person's answer and goes on from there; it holds no slot and no label but `skip`. */
export type RunStatus = 'running' | 'asking' | 'done' | 'skipped' | 'failed' | 'dropped';

export interface RunRecord {
  id: RunId;
  work: WorkId;
  attempt: number;
  inputHash: string;
  /** The frozen input, as it was when the run was submitted. */
  input: unknown;
  status: RunStatus;
  reason: string;
  /** How its item is leaving the queue, from before its labels change until the run has ended. */
  leaving: Leaving | null;
  startedAt: string;
  finishedAt: string | null;
}

export interface Leaving {
  outcome: Outcome;
  reason: string;
  /** The question it leaves with. */
  question?: string;
}

export interface RunTable {
  /** Keeps the run that is already there under this id. */
  submit(run: {
    id: RunId;
    work: WorkId;
    attempt: number;
    inputHash: string;
    input: unknown;
  }): Promise<RunRecord>;
  get(id: RunId): Promise<RunRecord | undefined>;
  /** The newest run of this work that has not ended. */
  unfinished(work: WorkId): Promise<RunRecord | undefined>;
  latest(work: WorkId): Promise<RunRecord | undefined>;
  /** The newest run of each work item of a repository, where that has not ended. */
  open(repo: string): Promise<RunRecord[]>;
  leave(id: RunId, leaving: Leaving): Promise<void>;
  finish(id: RunId, status: Exclude<RunStatus, 'running' | 'asking'>, reason: string): Promise<void>;
  /** From running to asking. */
  setAside(id: RunId, reason: string): Promise<void>;
  /** From asking to running. */
  goOn(id: RunId): Promise<void>;
}

export interface StepRecord {
  run: RunId;
  name: string;
  round: number;
  status: 'started' | 'done' | 'failed';
  result: unknown;
  /** The kept commit, for steps that change files. */
  commit: string | null;
  costUsd: number;
  error: string | null;
  carriedFrom: RunId | null;
  startedAt: string;
  finishedAt: string | null;
}

export interface StepTable {
  /** Finished steps of a run in the order they were finished. */
  finished(run: RunId): Promise<StepRecord[]>;
  /** Recorded before it is done. */
  start(run: RunId, name: string, round: number): Promise<void>;
  finish(
    run: RunId,
    name: string,
    round: number,
    done: { result: unknown; commit: string | null; costUsd: number },
  ): Promise<void>;
  fail(run: RunId, name: string, round: number, failed: { error: string; costUsd: number }): Promise<void>;
  /** Copies finished steps of an earlier run: they are not paid again. */
  carry(from: RunId, to: RunId, keys: readonly { name: string; round: number }[]): Promise<void>;
  /** How many steps of this name this work has finished, over all its runs. */
  count(work: WorkId, name: string): Promise<number>;
}

export interface EffectRecord {
  run: RunId;
  key: string;
  intent: unknown;
  status: 'intent' | 'done';
  result: unknown;
}

export interface EffectTable {
  get(run: RunId, key: string): Promise<EffectRecord | undefined>;
  intend(run: RunId, key: string, intent: unknown): Promise<void>;
  done(run: RunId, key: string, result: unknown): Promise<void>;
  /** Every effect of one kind (`push`, `comment` …) of a work item, newest first. */
  ofKind(work: WorkId, kind: string): Promise<EffectRecord[]>;
}

/** How often a work item failed on the same input, and when it may be tried again. */
export interface AttemptRecord {
  work: WorkId;
  inputHash: string;
  failures: number;
  notBefore: number;
  lastError: string;
  /** What the next attempt takes over from the failed run, and what it should know. */
  carryFrom: RunId | null;
  carry: { name: string; round: number }[];
  lesson: { text: string; commit: string | null } | null;
}

export interface AttemptTable {
  get(work: WorkId): Promise<AttemptRecord | undefined>;
  put(record: AttemptRecord): Promise<void>;
  clear(work: WorkId): Promise<void>;
  waiting(now: number): Promise<AttemptRecord[]>;
}

export interface CostTable {
  book(entry: {
    repo: string;
    work: WorkId;
    run: RunId;
    step: string;
    usd: number;
    at: number;
  }): Promise<void>;
  spent(where: { work?: WorkId; repo?: string; since?: number }): Promise<number>;
  /** Sums since a moment, by local day, repository or work item, the newest or dearest first. */
  totals(by: 'day' | 'repo' | 'item', since: number): Promise<CostTotal[]>;
}

export interface CostTotal {
  key: string;
  usd: number;
  /** Booked steps. */
  steps: number;
}

export interface EventTable {
  /** Records the event, and in the same transaction what people are to be told of it. */
  append(event: WorkEvent, notices?: readonly NewNotice[]): Promise<RecordedEvent>;
  after(seq: number, limit: number): Promise<RecordedEvent[]>;
  ofWork(work: WorkId, limit: number): Promise<RecordedEvent[]>;
  /** The newest event of this type about this work. */
  latest<T extends EventType>(
    work: WorkId,
    type: T,
  ): Promise<Extract<RecordedEvent, { type: T }> | undefined>;
  lastSeq(): Promise<number>;
  /** Known work ids that begin with this text, in order. */
  works(prefix: string, limit: number): Promise<WorkId[]>;
  /** Deletes events of these types from before a moment: news that nobody asks for later. */
  forget(types: readonly EventType[], before: number): Promise<void>;
  /** How many items of each repository left the queue how, each counted once, by how it left last. */
  outcomes(): Promise<{ repo: string; outcome: Outcome; count: number }[]>;
  /** The items that left last with this outcome, in order. */
  leftAs(outcome: Outcome): Promise<Extract<RecordedEvent, { type: 'item.left' }>[]>;
  /** Why the last look at a repository failed; undefined when it did not. */
  scanFailure(repo: string): Promise<string | undefined>;
}

/** One row per agent session: the audit trail (`consumer_logs`). */
export interface SessionLog {
  id: string;
  repo: string;
  queueType: string;
  itemKey: WorkId;
  workerId: string;
  command: string;
  stdout: string;
  stderr: string;
  exitCode: number | null;
  startedAt: string;
  finishedAt: string;
  durationMs: number;
}

export interface SessionLogTable {
  add(log: SessionLog): Promise<void>;
  ofWork(work: WorkId): Promise<SessionLog[]>;
}

/** The head that we reviewed last: a pull request marked done at another head counts as new. */
export interface ReviewedTable {
  get(work: WorkId): Promise<string | undefined>;
  set(work: WorkId, sha: string): Promise<void>;
}

/** A question to a person. It is answered once, by the first answer, and applied once, by the run that asked. */
export interface Question {
  id: string;
  work: WorkId;
  run: RunId;
  /** The step of the run that its answer is recorded as. */
  step: string;
  round: number;
  text: string;
  /** The answers it takes; empty: any text. */
  options: string[];
  /** Takes any text beside its options. */
  free: boolean;
  askedAt: string;
  expiresAt: string | null;
  answer: string | null;
  answeredBy: string | null;
  appliedAt: string | null;
  /** Why it can no longer be answered. */
  voidReason: string | null;
}

export type NewQuestion = Pick<
  Question,
  'work' | 'run' | 'step' | 'round' | 'text' | 'options' | 'free' | 'expiresAt'
>;

export interface QuestionTable {
  /** Asked by the same step of the same run again, it is the one that is already there. */
  ask(question: NewQuestion): Promise<Question>;
  get(id: string): Promise<Question | undefined>;
  /** Those that can be answered now, oldest first. */
  open(work?: WorkId): Promise<Question[]>;
  /** All that were ever asked of a work item, oldest first. */
  ofWork(work: WorkId): Promise<Question[]>;
  ofRun(run: RunId): Promise<Question[]>;
  /** Those for whose answer a run of this repository waits, also when they ran out or have one by now. */
  awaited(repo: string): Promise<Question[]>;
  /** False when it is unknown, ran out, stands no longer, is answered, or the answer is none of its options. */
  answer(id: string, answer: string, by: string): Promise<boolean>;
  /** The answer, to exactly one caller. */
  apply(id: string): Promise<string | undefined>;
  /** It can no longer be answered. False when it was answered or void before. */
  withdraw(id: string, reason: string): Promise<boolean>;
}

/** What a person asked for while no daemon could be reached. */
export interface LeftCommand {
  id: number;
  body: unknown;
  leftAt: string;
}

export interface CommandTable {
  leave(body: unknown): Promise<number>;
  /** Those that no daemon has applied yet, oldest first. */
  pending(): Promise<LeftCommand[]>;
  /** Never handed out again. */
  settle(id: number, outcome: string): Promise<void>;
}

export interface NewNotice {
  /** Who delivers it: `desktop`, `webhook`, `slack`. */
  channel: string;
  /** Told once under this name, however often it happens; empty: told every time. */
  once: string;
  body: unknown;
}

/** Something people are to be told, until it was told or given up. */
export interface Notice {
  id: string;
  channel: string;
  body: unknown;
  writtenAt: number;
  tries: number;
}

export interface OutboxTable {
  /** The oldest of a channel whose time has come. */
  due(channel: string, now: number): Promise<Notice | undefined>;
  /** When the next one of a channel is due; undefined when nothing waits. */
  nextAt(channel: string): Promise<number | undefined>;
  postpone(id: string, nextAt: number, error: string): Promise<void>;
  /** Told, or given up: never handed out again. */
  settle(id: string, error: string | null): Promise<void>;
  /** Forgets what was settled before this moment. */
  clean(before: number): Promise<void>;
}

/** What an answer of the forge looked like, so that asking again costs no quota, also after a restart. */
export interface EtagRecord {
  etag: string;
  link: string;
  body: string;
}

export interface EtagTable {
  /** `scope` tells logins apart: the same URL answers them differently. */
  get(scope: string, url: string): Promise<EtagRecord | undefined>;
  set(scope: string, url: string, record: EtagRecord): Promise<void>;
}

export interface MetaTable {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
}
