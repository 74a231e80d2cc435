import type { Chooser } from './chooser.ts';
import { openGround, type Ground } from './forge/ground.ts';
import type { LabelFact, MergeFact, SessionFact } from './invariants/facts.ts';
import type { Plan, Settings } from './plan.ts';
import { machineClock, openTime, type Time } from './time.ts';
import { openTrace, type Trace } from './trace.ts';

/** A scan of the largest world takes a few thousand. */
const MOST_CALLS = 50_000;

export const LOGIN = 'autodev';

/** Everything outside the daemons, and what was seen of them. */
export interface World {
  readonly plan: Plan;
  readonly chooser: Chooser;
  readonly time: Time;
  readonly trace: Trace;
  readonly ground: Ground;
  /** As they are now. */
  settings: Settings;
  readonly sessions: { -readonly [K in keyof SessionFact]: SessionFact[K] }[];
  readonly merges: MergeFact[];
  readonly labelling: LabelFact[];
  readonly tooSoon: { daemon: string; called: string }[];
  /** Requests that a real forge would have counted. */
  readonly counted: { called: string; at: number }[];
  /** Whether anything may still go wrong. */
  faults(): boolean;
  /** Something that people or CI are going to do; the world is not at rest before it has happened. */
  expects(ms: number, fn: () => void): void;
  readonly expected: number;
  /** When anything last changed on the forge. */
  readonly lastChange: number;
  /** Told of every repository that changed. */
  onChange(listener: (repo: string) => void): void;
  /** Counts a call of a door; false when there were so many at one moment that nobody can be getting anywhere. */
  moves(): boolean;
  /** Who went round in circles without any time passing. */
  spinning: boolean;
  /** How often a person has asked for an item to be done once more. */
  readonly askedAgain: Map<string, number>;
  /** When what a merge depends on last changed, by pull request. */
  readonly changedAt: Map<string, number>;
}

export function openWorld(plan: Plan, chooser: Chooser): World {
  const time = openTime();
  const clock = machineClock(
    time,
    () => 0,
    () => false,
  );
  let lastChange = 0;
  const listeners: ((repo: string) => void)[] = [];
  const ground = openGround(clock.now, (repo) => {
    lastChange = time.now();
    for (const listener of listeners) listener(repo);
  });
  let expected = 0;
  let calls = { at: 0, count: 0 };
  const world: World = {
    plan,
    chooser,
    time,
    trace: openTrace(time.now),
    ground,
    settings: plan.settings,
    sessions: [],
    merges: [],
    labelling: [],
    tooSoon: [],
    counted: [],
    faults: () => time.now() < plan.faultsUntil,
    expects: (ms, fn) => {
      expected += 1;
      time.after(ms, () => {
        expected -= 1;
        fn();
      });
    },
    get lastChange() {
      return lastChange;
    },
    get expected() {
      return expected;
    },
    onChange: (listener) => void listeners.push(listener),
    changedAt: new Map(),
    askedAgain: new Map(),
    spinning: false,
    moves: () => {
      if (calls.at !== time.now()) calls = { at: time.now(), count: 0 };
      calls.count += 1;
      if (calls.count > MOST_CALLS) world.spinning = true;
      return !world.spinning;
    },
  };
  return world;
}

/** A person wants it once more: it may be paid for again. */
export function askAgain({ askedAgain }: World, place: string): void {
  askedAgain.set(place, (askedAgain.get(place) ?? 0) + 1);
}
