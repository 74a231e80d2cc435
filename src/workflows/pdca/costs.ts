import type { SessionUse } from './done.ts';
import { PHASES } from './mode.ts';

export interface CostRow {
  phase: string;
  role: string;
  sessions: number;
  usd: number;
  tokens: number;
  durationMs: number;
}

const JUDGES = ['critic', 'architect', 'gap-checker', 'code-reviewer', 'qa-tester'];

/** What the journal has booked, by step and role. */
export interface Booked {
  step: string;
  role: string;
  usd: number;
  tokens: number;
  sessions: number;
}

/**
 * Dollars, tokens and time by phase and role, in the order of the phases. Dollars, tokens and sessions are the
 * journal's: it also knows those of steps that were interrupted and done again.
 */
export function costRows(sessions: readonly SessionUse[], booked: readonly Booked[] = []): CostRow[] {
  const rows = new Map<string, CostRow>();
  for (const { phase, role, usd, tokens, durationMs } of sessions) {
    const name = PHASES[phase] ?? String(phase);
    const key = `${phase} ${role}`;
    const row = rows.get(key) ?? { phase: name, role, sessions: 0, usd: 0, tokens: 0, durationMs: 0 };
    row.sessions += 1;
    row.usd += usd;
    row.tokens += tokens.input + tokens.output + tokens.cacheWrite + tokens.cacheRead;
    row.durationMs += durationMs;
    rows.set(key, row);
  }
  for (const { step, role, usd, tokens, sessions: count } of booked) {
    const phase = PHASES.findIndex((name) => step === `pdca-${name.toLowerCase()}`);
    if (phase === -1) {
      if (step === DAEMON_STEP) addRest(rows, { role, usd, tokens, sessions: count });
      continue;
    }
    const key = `${phase} ${role}`;
    const name = PHASES[phase] ?? '';
    const row = rows.get(key) ?? { phase: name, role, sessions: 0, usd: 0, tokens: 0, durationMs: 0 };
    rows.set(key, { ...row, usd, tokens, sessions: count });
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** In the daemon all phases are one step: what sessions of steps that were begun again have cost has no phase. */
const DAEMON_STEP = 'pdca';

function addRest(rows: Map<string, CostRow>, booked: Omit<Booked, 'step'>): void {
  const { role } = booked;
  const known = [...rows.values()].filter((row) => row.role === role);
  const rest = (all: number, pick: (row: CostRow) => number) =>
    known.reduce((left, row) => left - pick(row), all);
  const sessions = rest(booked.sessions, (row) => row.sessions);
  if (sessions <= 0) return;
  const usd = Math.max(
    0,
    rest(booked.usd, (row) => row.usd),
  );
  const tokens = Math.max(
    0,
    rest(booked.tokens, (row) => row.tokens),
  );
  rows.set(`~ ${role}`, { phase: '-', role, sessions, usd, tokens, durationMs: 0 });
}

/** The share of the dollars that went into reviewing and verifying. */
export function judgingShare(rows: readonly Pick<CostRow, 'role' | 'usd'>[]): number {
  const all = rows.reduce((sum, { usd }) => sum + usd, 0);
  const judged = rows.reduce((sum, { role, usd }) => sum + (JUDGES.includes(role) ? usd : 0), 0);
  return all === 0 ? 0 : judged / all;
}

const WORDS = {
  en: {
    costs: '## Costs',
    head: '| Phase | Role | Sessions | USD | Tokens | Seconds |',
    share: (percent: string) => `Reviewing and verifying: ${percent} % of the dollars.`,
    sessions: '## Who wrote, who judged',
    judged: '| Phase | Name | Role | Model | Session | Verdict |',
    total: 'all',
  },
  ko: {
    costs: '## 비용',
    head: '| Phase | 역할 | 세션 | USD | 토큰 | 초 |',
    share: (percent: string) => `검토와 검증의 비중: ${percent}%`,
    sessions: '## 작성과 판정',
    judged: '| Phase | 이름 | 역할 | 모델 | 세션 | 판정 |',
    total: '합계',
  },
} as const;

/** What the lead adds below a report: the costs, and which session wrote and which gave which verdict. */
export function costSection(
  sessions: readonly SessionUse[],
  booked: readonly Booked[],
  language: 'en' | 'ko',
): string {
  const say = WORDS[language];
  const rows = costRows(sessions, booked);
  const sum = (pick: (row: CostRow) => number) => rows.reduce((total, row) => total + pick(row), 0);
  const line = (phase: string, role: string, n: number, usd: number, tokens: number, ms: number) =>
    `| ${phase} | ${role} | ${n} | ${usd.toFixed(4)} | ${tokens} | ${(ms / 1_000).toFixed(1)} |`;
  return [
    say.costs,
    '',
    say.head,
    '| --- | --- | ---: | ---: | ---: | ---: |',
    ...rows.map((row) => line(row.phase, row.role, row.sessions, row.usd, row.tokens, row.durationMs)),
    line(
      say.total,
      '',
      sum((row) => row.sessions),
      sum((row) => row.usd),
      sum((row) => row.tokens),
      sum((row) => row.durationMs),
    ),
    '',
    say.share((judgingShare(rows) * 100).toFixed(0)),
    '',
    say.sessions,
    '',
    say.judged,
    '| --- | --- | --- | --- | --- | --- |',
    ...sessions.map(
      ({ phase, name, role, model, id, verdict }) =>
        `| ${PHASES[phase] ?? phase} | ${name} | ${role} | ${model} | \`${id}\` | ${verdict ?? '-'} |`,
    ),
    '',
  ].join('\n');
}
