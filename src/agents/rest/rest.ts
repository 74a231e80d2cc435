import type { AgentName, AgentResult, StopReason } from '../agent.ts';

/** Why no session of an agent can work: nobody's failure, so none is begun and nothing is counted meanwhile. */
export const REST_REASONS = ['limit', 'unreachable', 'not_logged_in', 'unavailable'] as const;
export type RestReason = (typeof REST_REASONS)[number] & StopReason;

/** An agent that rests, until when, and since when. */
export interface Rest {
  agent: AgentName;
  reason: RestReason;
  /** What the CLI said. */
  text: string;
  since: number;
  until: number;
  /** Whether `until` is the provider's word, not our guess at when to ask again. */
  told: boolean;
  /** How often it was asked again and still could not work. */
  tries: number;
}

/** Who rests. Everyone who begins a session asks here first and says here how it ended. */
export interface RestBook {
  /** A session may begin, as the one that tries whether a rest is over or as any other; or the rest that forbids it. */
  enter(agent: AgentName): Promise<{ refused: Rest } | { probe: boolean; leave(): Promise<void> }>;
  /** The model answered: a rest that was tried is over. */
  works(agent: AgentName): Promise<void>;
  /** It could not work. `probe`: it was the one that tried. */
  rests(agent: AgentName, result: AgentResult & { stopReason: RestReason }, probe: boolean): Promise<Rest>;
}

const MINUTE_MS = 60_000;
/** The longest windows of the providers are a week; a reset further ahead is looked at again before. */
const LONGEST_MS = 8 * 24 * 3_600_000;
const LOOK_AGAIN_MS = 6 * 3_600_000;
const TEXT_CAP = 500;
/** A login and a program come back by a person's hand, so the first look can wait longer. */
const FIRST_MS: Readonly<Record<RestReason, number>> = {
  limit: MINUTE_MS,
  unreachable: MINUTE_MS,
  not_logged_in: 15 * MINUTE_MS,
  unavailable: 15 * MINUTE_MS,
};
const GUESS_MOST_MS = 30 * MINUTE_MS;

export function isRestReason(reason: StopReason): reason is RestReason {
  return (REST_REASONS as readonly StopReason[]).includes(reason);
}

/**
 * How long an agent rests after this result; `before` is the rest that it was tried after. A reset time is taken at its
 * word within bounds: one that is over, or is years ahead, is the word of a wrong clock, and the agent is asked again
 * after a growing pause instead. Pure.
 */
export function restAfter(
  agent: AgentName,
  result: Pick<AgentResult, 'text' | 'resetsAt'> & { stopReason: RestReason },
  before: Rest | undefined,
  now: number,
): Rest {
  const { stopReason: reason, resetsAt } = result;
  const tries = before === undefined ? 0 : before.tries + 1;
  const text = (result.text.replace(/\s+/g, ' ').trim() || reason).slice(0, TEXT_CAP);
  const rest = { agent, reason, text, since: before?.since ?? now, tries };
  if (resetsAt !== undefined && resetsAt > now + LONGEST_MS)
    return { ...rest, until: now + LOOK_AGAIN_MS, told: false };
  if (resetsAt !== undefined && resetsAt > now)
    return { ...rest, until: Math.max(resetsAt, now + MINUTE_MS), told: true };
  // Its script is a file that somebody is mending: to look is free.
  const first = agent === 'scripted' ? MINUTE_MS : FIRST_MS[reason];
  const pause = Math.min(first * 2 ** Math.min(tries, 10), GUESS_MOST_MS);
  return { ...rest, until: now + pause, told: false };
}
