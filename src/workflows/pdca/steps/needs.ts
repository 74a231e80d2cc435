import type { Host } from '../../../host/host.ts';
import type { SessionRequest } from '../../engine/steps/context.ts';
import type { Role } from '../../../work/roles.ts';
import type { AnswerSchema } from '../../../work/verdicts.ts';
import type { ProjectTree } from '../../workspace/project-tree.ts';
import type { GoalCommand } from '../goals/goals.ts';
import type { Booked } from '../costs.ts';
import type { PdcaDone, SessionUse } from '../done.ts';
import type { PdcaFrom, PdcaOptions } from '../options.ts';

/** What the lead's steps need from whoever runs them: the one-shot runner, or the daemon's issue flow. */
export interface PdcaNeeds {
  host: Host;
  options: PdcaOptions;
  tree: ProjectTree;
  /** The commit the run began from. */
  base: string;
  from: PdcaFrom | null;
  startedAt: string;
  done: readonly PdcaDone[];
  goals: readonly GoalCommand[];
  goalTimeoutMs: number;
  context: ContextCommands;
  signal: AbortSignal;
  /** One paid session. Rejects when it fails. */
  session(request: SessionRequest): Promise<SessionAnswer>;
  /** A line for people, at once. */
  say(line: string): void;
  /** A message into the team's mailbox. */
  mail(message: { from: string; to: string; text: string }): Promise<void>;
  /** What the run has cost so far, by step and role: also sessions of steps that were not finished. */
  booked(): Promise<Booked[]>;
  /** Undefined: there is no forge. */
  forge: PdcaForge | undefined;
}

export interface SessionAnswer {
  text: string;
  structured?: unknown;
  sessionId: string;
  model: string;
  costUsd: number;
  tokens: SessionUse['tokens'];
  durationMs: number;
}

/** argv with {channel}, {query} and {limit}; undefined: not configured. */
export interface ContextCommands {
  slack?: { status: readonly string[]; history: readonly string[] } | undefined;
  gmail?: { status: readonly string[]; unread: readonly string[]; search: readonly string[] } | undefined;
}

/** The little the lead wants of a forge. Agents hold no token. */
export interface PdcaForge {
  openIssues(): Promise<{ number: number; title: string; body: string }[]>;
  comment(issue: number, text: string): Promise<void>;
  createIssue(title: string, body: string): Promise<number>;
}

/** A teammate to be asked. */
export interface Teammate<T = unknown> {
  role: Role;
  name: string;
  model: string;
  prompt: string;
  access: 'read' | 'write';
  schema: AnswerSchema<T>;
  cwd?: string;
  /** How many teammates are at work at the same time. */
  atOnce?: number;
}
