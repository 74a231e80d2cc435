import { z } from 'zod';
import type { AgentName, AgentResult } from '../../../agents/agent.ts';
import {
  REST_REASONS,
  restAfter,
  type Rest,
  type RestBook,
  type RestReason,
} from '../../../agents/rest/rest.ts';
import { isoTime, type Clock } from '../../../host/clock.ts';
import type { Store } from '../../../store/store.ts';
import type { WorkEvent } from '../../../work/events.ts';
import { Postponed } from './interruptions.ts';

const NAMES = ['claude', 'codex', 'gemini', 'scripted'] as const satisfies readonly AgentName[];
const KEY = 'agents_resting';
const stored = z.array(
  z.object({
    agent: z.enum(NAMES),
    reason: z.enum(REST_REASONS),
    text: z.string(),
    since: z.number(),
    until: z.number(),
    told: z.boolean(),
    tries: z.number(),
  }),
);

/** How long a session waits for another one that tries whether the rest is over. */
const TRIED_MS = 30_000;

/** The agents that rest: kept on disk, so that a restart does not begin a thousand sessions to find out again. */
export interface Rests extends RestBook {
  all(): Rest[];
  of(agent: AgentName): Rest | undefined;
  /** `rests`: none of them can be asked now. `tries`: one of them may be tried, by one session. */
  standing(agents: readonly AgentName[]): 'works' | 'tries' | 'rests';
  /** The first of them that may be asked. Throws `Postponed` when all of them rest. */
  firstAwake(agents: readonly AgentName[]): AgentName;
  /** A person says that something has changed: each is tried again now. */
  tryNow(): Promise<void>;
}

export async function openRests(parts: {
  store: Pick<Store, 'meta'>;
  clock: Clock;
  emit(event: WorkEvent): Promise<void>;
}): Promise<Rests> {
  const { store, clock, emit } = parts;
  const resting = new Map((await readRests(store)).map((rest) => [rest.agent, rest]));
  const tried = new Set<AgentName>();
  const keep = () => store.meta.set(KEY, JSON.stringify([...resting.values()]));

  const standing = (agent: AgentName): 'works' | 'tries' | 'rests' => {
    const rest = resting.get(agent);
    if (rest === undefined) return 'works';
    return rest.until <= clock.now() && !tried.has(agent) ? 'tries' : 'rests';
  };
  /** When it is worth asking again. */
  const againAt = (rest: Rest) => Math.max(rest.until, clock.now() + TRIED_MS);

  return {
    all: () => [...resting.values()],
    of: (agent) => resting.get(agent),
    enter: (agent) => {
      const rest = resting.get(agent);
      if (rest === undefined) return { probe: false, leave: () => {} };
      if (standing(agent) === 'rests') return { refused: { ...rest, until: againAt(rest) } };
      tried.add(agent);
      return { probe: true, leave: () => void tried.delete(agent) };
    },
    works: async (agent) => {
      const rest = resting.get(agent);
      if (rest === undefined) return;
      resting.delete(agent);
      tried.delete(agent);
      await keep();
      await emit({ type: 'agent.works', agent, restedMs: clock.now() - rest.since });
    },
    rests: async (agent, result: AgentResult & { stopReason: RestReason }, probe) => {
      const before = resting.get(agent);
      // Of several that ran at once each says the same: it is one rest, until the latest time that one of them was told.
      if (before !== undefined && !probe) {
        const rest = restAfter(agent, result, undefined, clock.now());
        if (!rest.told || rest.until <= before.until) return before;
      }
      const rest = restAfter(agent, result, before, clock.now());
      resting.set(agent, rest);
      await keep();
      if (before === undefined || before.reason !== rest.reason || rest.told)
        await emit({ type: 'agent.rests', ...rest });
      return rest;
    },
    standing: (agents) => {
      const each = agents.map(standing);
      return each.find((one) => one === 'works') ?? each.find((one) => one === 'tries') ?? 'rests';
    },
    firstAwake: (agents) => {
      const awake = agents.find((agent) => standing(agent) === 'works');
      const due = awake ?? agents.find((agent) => standing(agent) === 'tries');
      if (due !== undefined) return due;
      const rests = agents.flatMap((agent) => resting.get(agent) ?? []);
      throw new Postponed(restingText(rests), Math.min(...rests.map(againAt)), 'agent');
    },
    tryNow: async () => {
      for (const rest of resting.values()) resting.set(rest.agent, { ...rest, until: clock.now() });
      await keep();
    },
  };
}

/** Those that a daemon, or the last one, has noted. What cannot be read is nobody's rest: it is found out again. */
export async function readRests(store: Pick<Store, 'meta'>): Promise<Rest[]> {
  const text = await store.meta.get(KEY);
  if (text === undefined) return [];
  try {
    return stored.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** "claude rests until … because …", for all of them. */
function restingText(rests: readonly Rest[]): string {
  return rests.map(restText).join('; ');
}

export function restText({ agent, until, told, text }: Rest): string {
  const when = told ? `rests until ${isoTime(until)}` : `cannot work, looked at again at ${isoTime(until)}`;
  return `${agent} ${when}: ${text}`;
}
