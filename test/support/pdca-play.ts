import type {
  GoalResult,
  Iteration,
  Kind,
  PdcaDone,
  ResultOf,
  Written,
} from '../../src/workflows/pdca/done.ts';
import type { LeadInput, PdcaOptions } from '../../src/workflows/pdca/options.ts';
import type { LeadEnd, LeadMove, Work } from '../../src/workflows/pdca/work.ts';
import { nextOf } from '../../src/workflows/pdca/lead/next.ts';

/** For tests of the lead: a run played with given answers, and what it did. */

export const OPTIONS: PdcaOptions = {
  task: 'add a greeting',
  feature: 'add-a-greeting',
  language: 'en',
  worktree: false,
  interactive: false,
  opus: false,
  eco: false,
  dryRun: false,
  skipAnalysis: false,
  noIssue: false,
  skipE2e: false,
  strict: false,
  custom: null,
  slack: null,
  gmail: null,
  asksWhenExhausted: false,
};

export type Given = { [K in Kind]?: (work: Work & { kind: K }, count: number) => ResultOf<K> };

export interface Played {
  moves: LeadMove[];
  end: LeadEnd;
  kinds: string[];
  notes: string[];
  count(kind: Kind): number;
}

export const goal = (
  name: string,
  status: GoalResult['status'],
  more: Partial<GoalResult> = {},
): GoalResult => ({
  goal: name,
  command: name,
  status,
  output: '',
  signature: `${name}: broken`,
  failures: [],
  old: false,
  environment: null,
  ...more,
});

export const written = (more: Partial<Written> = {}): Written => ({
  ok: true,
  path: 'docs/x.md',
  summary: '',
  missing: [],
  checks: [],
  files: ['src/a.ts'],
  ...more,
});

export const iteration = (more: Partial<Iteration> = {}): Iteration => ({
  status: 'completed',
  conditions: { todo: true, build: true, test: true, lint: true, review: true },
  flags: [],
  signatures: [],
  remaining: [],
  files: ['src/a.ts'],
  outside: [],
  recommendation: '',
  evidence: { test_results: '', build_results: '', lint_results: '', self_review: '', last_attempt: '' },
  ...more,
});

/** Answers that let everything pass, for a task of this score. */
export function passing(score: number): Given {
  return {
    team: () => ({ branch: 'feat/x', cwd: '/x' }),
    baseline: () => ({ goals: [goal('test', 'PASS')] }),
    context: () => ({ path: '.omc/x.md' }),
    findings: () => ({ summary: '', overlaps: [], issues: [] }),
    complexity: () => ({
      files: score >= 1 ? ['a', 'b', 'c'] : ['a'],
      modules: score >= 2 ? ['a', 'b'] : ['a'],
      new_pattern: { value: score >= 3, why: '' },
      new_dependency: { value: score >= 4, why: '' },
    }),
    plan: () => written(),
    feasibility: () => ({ notes: '' }),
    critic: () => ({ verdict: 'APPROVE', feedback: '' }),
    'warn-plan': () => ({}),
    link: () => ({ number: 1, said: '' }),
    design: () => written(),
    split: () => ({ parts: [] }),
    implement: ({ parts }) => ({
      parts:
        parts.length === 0
          ? [{ ...iteration(), name: '' }]
          : parts.map(({ name }) => ({ ...iteration(), name })),
    }),
    integrate: () => iteration(),
    gate: () => ({ verdict: 'APPROVE', domain: 'other', reasons: [], guidance: '' }),
    fix: () => ({ ok: true, summary: '', files: [] }),
    qa: () => ({ goals: [goal('test', 'PASS')] }),
    diagnose: () => ({ diagnosis: 'd', fix_guide: 'src/a.ts:1', domain: 'logic' }),
    verify: () => ({ verdict: 'APPROVE', domain: 'other', reasons: [], guidance: '' }),
    gap: () => ({ rate: 95, open: [] }),
    review: () => ({ must: [] }),
    e2e: () => ({ status: 'SKIP', output: '' }),
    coverage: () => ({ percent: null, output: '' }),
    report: () => ({ path: 'docs/04-report/x.report.md' }),
    close: () => ({}),
    ask: ({ options }) => ({ answer: options[0] ?? '' }),
  };
}

/** Plays a run to its end. A story longer than any limit allows is cut: that is a failure of the lead. */
export function play(
  given: Given,
  options: Partial<PdcaOptions> = {},
  from: LeadInput['from'] = null,
): Played {
  const input = { options: { ...OPTIONS, ...options }, from };
  const done: PdcaDone[] = [];
  const moves: LeadMove[] = [];
  const counts = new Map<string, number>();
  for (;;) {
    if (moves.length > 500) throw new Error('the run does not end');
    const next = nextOf(input, done);
    if (next.kind === 'end') {
      const { kind: _, ...end } = next;
      const kinds = moves.map(({ work }) => work.kind);
      return {
        moves,
        end,
        kinds,
        notes: [...moves.flatMap(({ notes }) => notes), ...end.notes],
        count: (kind) => kinds.filter((each) => each === kind).length,
      };
    }
    const { kind: _, ...move } = next;
    moves.push(move);
    const count = (counts.get(move.work.kind) ?? 0) + 1;
    counts.set(move.work.kind, count);
    const answer = given[move.work.kind] as ((work: Work, count: number) => unknown) | undefined;
    if (answer === undefined) throw new Error(`no answer for ${move.work.kind}`);
    done.push({ kind: move.work.kind, result: answer(move.work, count), sessions: [] } as PdcaDone);
  }
}
