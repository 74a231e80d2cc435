import { NO_TOKENS, type Tokens } from '../../work/prices.ts';
import type { AgentEvent, StopReason } from '../agent.ts';

/** What is known of a running session so far. */
export interface Tally {
  sessionId: string;
  model: string;
  text: string;
  tokens: Tokens;
  costUsd: number;
  turns: number;
  denials: { tool: string; reason: string }[];
  /** Tools that were called and have not answered yet: while one works, silence is no sign of a hang. */
  working: Set<string>;
}

export function emptyTally(model: string, sessionId = ''): Tally {
  return {
    sessionId,
    model,
    text: '',
    tokens: NO_TOKENS,
    costUsd: 0,
    turns: 0,
    denials: [],
    working: new Set(),
  };
}

/** How the session ended by its own account. */
export interface Outcome {
  stopReason: StopReason;
  text: string;
  /** What the CLI gave as the answer, not yet checked by us. */
  answer?: unknown;
  /** Its text, where that is no answer. */
  said?: string | undefined;
  /** When a limit is over, where the CLI tells it apart from its text. */
  resetsAt?: number | undefined;
}

/** Reads one CLI's output: lines become events and a tally, and at the end an outcome. */
export interface Reader {
  tally: Tally;
  line(line: string): AgentEvent[];
  /** A line of its standard error, where it says something that matters. */
  complaint?(line: string): void;
  /** What it waits for by its own account: a provider that refuses or does not answer. Undefined: it works. */
  waitsFor?(): 'limit' | 'unreachable' | undefined;
  /** A reason found in the output why the session must not go on. */
  objection(): { reason: StopReason; text: string } | undefined;
  /**
   * Whether our own watch must hold turns and cost against the limits: not where the CLI does it itself, nor
   * once it has finished, because an answer that is paid for is not thrown away.
   */
  limited(): boolean;
  outcome(exit: { code: number | null; stderr: string }): Outcome;
}

export function parseLine(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The text of a field of somebody else's JSON, or nothing. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const SHOWN = 200;

/** One line that says what a tool was called with. */
export function summaryOf(input: unknown): string {
  if (typeof input === 'string') return clip(input);
  if (typeof input !== 'object' || input === null) return '';
  const fields = input as Record<string, unknown>;
  for (const name of ['command', 'cmd', 'file_path', 'path', 'pattern', 'description', 'url', 'query']) {
    const value = fields[name];
    if (typeof value === 'string') return clip(value);
  }
  return clip(JSON.stringify(input));
}

export function clip(text: string, length = SHOWN): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}
