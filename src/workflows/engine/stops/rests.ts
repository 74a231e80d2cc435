import type { AgentName, AgentResult } from '../../../agents/agent.ts';
import { restAfter, type Rest, type RestBook, type RestReason } from '../../../agents/rest/rest.ts';
import { isoTime, type Clock } from '../../../host/clock.ts';
import type { Store } from '../../../store/store.ts';
import type { WorkEvent } from '../../../work/events.ts';
import { Postponed } from './interruptions.ts';
import { notedIn, RESTS_KEY, type Noted } from './noted-rests.ts';

/** How long a session waits for another one that tries whether the rest is over. */
const TRIED_MS = 30_000;
/** One that tried and said nothing for so long died with its machine: another may try. */
const TRY_MOST_MS = 10 * 60_000;

/** The agents that rest: kept in the store, so that a restart does not begin a thousand sessions to find out again. */
export interface Rests extends RestBook {
  all(): Rest[];
  of(agent: AgentName): Rest | undefined;
  /** `rests`: none of them can be asked now. `tries`: one of them may be tried, by one session. */
  standing(agents: readonly AgentName[]): 'works' | 'tries' | 'rests';
  /** The first of them that may be asked. Throws `Postponed` when all of them rest. */
  firstAwake(agents: readonly AgentName[]): AgentName;
  /** A person says that something has changed: each is tried again now. */
  tryNow(): Promise<void>;
  /** Reads what the other processes of a cluster have noted. */
  look(): Promise<void>;
}

/** `shared`: other processes begin sessions too, and what makes an agent rest for one of them holds for all. */
export async function openRests(parts: {
  store: Pick<Store, 'meta'>;
  clock: Clock;
  emit(event: WorkEvent): Promise<void>;
  shared?: boolean;
}): Promise<Rests> {
  const { store, clock, emit, shared = false } = parts;
  const resting = new Map<AgentName, Noted>();
  const take = (text: string | undefined) => {
    resting.clear();
    for (const rest of notedIn(text)) resting.set(rest.agent, rest);
  };
  /** Every change is made to what all of them have noted, not to what this process remembers of it. */
  const change = async (agent: AgentName, to: (before: Noted | undefined) => Noted | undefined) => {
    const seen: { before?: Noted | undefined; after?: Noted | undefined } = {};
    const text = await store.meta.change(RESTS_KEY, (noted) => {
      const rests = new Map(notedIn(noted).map((rest) => [rest.agent, rest]));
      seen.before = rests.get(agent);
      seen.after = to(seen.before);
      if (seen.after === undefined) rests.delete(agent);
      else rests.set(agent, seen.after);
      return JSON.stringify([...rests.values()]);
    });
    take(text);
    return seen;
  };
  const isTried = ({ triedAt }: Noted) => triedAt !== null && clock.now() - triedAt < TRY_MOST_MS;
  const standing = (rest: Noted | undefined): 'works' | 'tries' | 'rests' => {
    if (rest === undefined) return 'works';
    return rest.until <= clock.now() && !isTried(rest) ? 'tries' : 'rests';
  };
  /** When it is worth asking again. */
  const againAt = (rest: Rest) => Math.max(rest.until, clock.now() + TRIED_MS);

  take(await store.meta.get(RESTS_KEY));
  // Alone: whoever tried did so in an earlier life.
  if (!shared)
    for (const { agent, triedAt } of Array.from(resting.values()))
      if (triedAt !== null) await change(agent, (before) => before && { ...before, triedAt: null });

  return {
    all: () => [...resting.values()],
    of: (agent) => resting.get(agent),
    look: async () => take(await store.meta.get(RESTS_KEY)),
    enter: async (agent) => {
      const rest = resting.get(agent);
      if (rest === undefined) return { probe: false, leave: async () => {} };
      const refused = { refused: { ...rest, until: againAt(rest) } };
      if (standing(rest) === 'rests') return refused;
      const triedAt = clock.now();
      const { before, after } = await change(agent, (noted) =>
        noted !== undefined && standing(noted) === 'tries' ? { ...noted, triedAt } : noted,
      );
      if (after === undefined) return { probe: false, leave: async () => {} };
      if (after === before) return refused;
      const isMine = (noted: Noted | undefined) => noted?.triedAt === triedAt;
      return {
        probe: true,
        leave: async () => {
          if (isMine(resting.get(agent)))
            await change(agent, (before) =>
              before !== undefined && isMine(before) ? { ...before, triedAt: null } : before,
            );
        },
      };
    },
    works: async (agent) => {
      if (!resting.has(agent)) return;
      const { before } = await change(agent, () => undefined);
      if (before !== undefined)
        await emit({ type: 'agent.works', agent, restedMs: clock.now() - before.since });
    },
    rests: async (agent, result: AgentResult & { stopReason: RestReason }, probe) => {
      const told = restAfter(agent, result, undefined, clock.now());
      const { before, after = { ...told, triedAt: null } } = await change(agent, (noted) => {
        // Of several that ran at once each says the same: it is one rest, until the latest time that one was told.
        if (noted !== undefined && !probe && (!told.told || told.until <= noted.until)) return noted;
        return { ...restAfter(agent, result, noted, clock.now()), triedAt: null };
      });
      const { triedAt: _, ...rest } = after;
      const isNews = before !== after && (before?.reason !== rest.reason || rest.told);
      if (isNews) await emit({ type: 'agent.rests', ...rest });
      return rest;
    },
    standing: (agents) => {
      const each = agents.map((agent) => standing(resting.get(agent)));
      return each.find((one) => one === 'works') ?? each.find((one) => one === 'tries') ?? 'rests';
    },
    firstAwake: (agents) => {
      const first = (wanted: 'works' | 'tries') =>
        agents.find((agent) => standing(resting.get(agent)) === wanted);
      const due = first('works') ?? first('tries');
      if (due !== undefined) return due;
      const rests = agents.flatMap((agent) => resting.get(agent) ?? []);
      throw new Postponed(rests.map(restText).join('; '), Math.min(...rests.map(againAt)), 'agent');
    },
    tryNow: async () => {
      // Of a copy: each change reads all of them anew.
      for (const agent of Array.from(resting.keys()))
        await change(agent, (before) => before && { ...before, until: clock.now() });
    },
  };
}

/** "claude rests until …: because". */
export function restText({ agent, until, told, text }: Rest): string {
  const when = told ? `rests until ${isoTime(until)}` : `cannot work, looked at again at ${isoTime(until)}`;
  return `${agent} ${when}: ${text}`;
}
