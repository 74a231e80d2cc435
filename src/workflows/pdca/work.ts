import type { Part } from './verdicts/answers.ts';
import type { Checked } from './verdicts/checked.ts';
import type { Fixer } from './verdicts/domains.ts';
import type { GoalResult, Kind } from './done.ts';
import type { Counters, Mode } from './mode.ts';

/** One thing the lead does or has a teammate do, with all it needs to be told. */
export type Work =
  | { kind: 'team' | 'baseline' | 'findings' | 'complexity' | 'warn-plan' | 'split' }
  | { kind: 'context'; source: 'slack' | 'gmail' }
  | { kind: 'plan'; iteration: number; of: number; feedback: string; missing: string[]; reread?: boolean }
  | { kind: 'feasibility'; iteration: number }
  | { kind: 'critic'; iteration: number; of: number; notes: string; checks: string[] }
  | { kind: 'link'; related: number[] }
  | { kind: 'design'; missing: string[]; reread?: boolean }
  | { kind: 'implement'; light: boolean; parts: Part[]; iteration: number; tell: string[]; wanted: string[] }
  | { kind: 'integrate'; parts: Part[]; wanted: string[] }
  | { kind: 'gate' | 'verify'; attempt: number; tell: string[] }
  | {
      kind: 'fix';
      role: Fixer;
      name: string;
      domain: string;
      why: string[];
      guide: string;
      history: string[];
    }
  | { kind: 'qa'; cycle: number }
  | { kind: 'diagnose'; cycle: number; failures: GoalResult[]; history: string[] }
  | { kind: 'gap' | 'review' | 'coverage'; attempt: number }
  | { kind: 'e2e'; attempt: number; reporter: 'list' | 'line' }
  | { kind: 'report'; unresolved: string[]; warnings: string[]; outcome: string }
  | { kind: 'close'; next: number; checked?: Checked }
  | { kind: 'ask'; about: 'phase' | 'change' | 'failed' | 'warning'; text: string; options: string[] };

type _ = Work['kind'] extends Kind ? true : never;

/** What a step is told of the run beside its own work. */
export interface Around {
  phase: number;
  mode: Mode;
  score: number;
  /** Iterations of the impl-manager so far. */
  iterations: number;
  counted: Counters;
  /** Lines the lead says before it. */
  notes: string[];
}

export type LeadMove = { work: Work } & Around;

export type LeadOutcome = 'done' | 'unresolved' | 'failed' | 'stopped';

export interface LeadEnd {
  outcome: LeadOutcome;
  reason: string;
  unresolved: string[];
  warnings: string[];
  notes: string[];
  phase: number;
  mode: Mode;
  score: number;
}
