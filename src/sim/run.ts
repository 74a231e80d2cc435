import { openCi } from './actors/ci.ts';
import { openOrders } from './actors/orders.ts';
import { openPeople } from './actors/people.ts';
import { openWebhooks } from './actors/webhooks.ts';
import type { Chooser, Choices } from './chooser.ts';
import { blank } from './forge/ground.ts';
import { check } from './invariants/check.ts';
import type { Invariant, Violation } from './invariants/invariant.ts';
import { factsOf } from './look.ts';
import { openMachine, type Machine } from './machine/machine.ts';
import { openPace } from './pace.ts';
import { choosePlan, type Mode, type Plan } from './plan.ts';
import { isAtRest } from './rest.ts';
import { settled } from './time.ts';
import { clockText, type TraceLine } from './trace.ts';
import { warmUp } from './warm-up.ts';
import { openWorld, type World } from './world.ts';

export interface RunOptions {
  mode: Mode;
  /** Timers that may fall due. */
  steps: number;
  invariants?: readonly Invariant[];
  /** Instead of a chosen one. */
  plan?: Plan;
  /** Goes on to the end of its time although nothing is going on any more. */
  whole?: boolean;
  /** How much time passes between two looks at the invariants; where it is absent they are checked with every change. */
  lookEveryMs?: number;
  /** Told the time whenever it has moved on. */
  onStep?: (now: number) => void;
}

export interface Ran {
  violations: Violation[];
  trace: readonly TraceLine[];
  choices: Choices;
  steps: number;
  merged: number;
  /** Virtual milliseconds. */
  took: number;
  sessions: number;
  /** Requests that a real forge would have counted: writes, and reads whose answer was new. */
  counted: World['counted'];
}

/** One world from its beginning to its end, or to the first invariant that breaks. */
export async function runWorld(chooser: Chooser, options: RunOptions): Promise<Ran> {
  await warmUp();
  const world = openWorld(options.plan ?? choosePlan(chooser, options.mode), chooser);
  const machines = populate(world);
  let steps = 0;
  let seen = -1;
  let nextLook = 0;
  let violations: Violation[] = [];
  for (;;) {
    await settled();
    const ended = endOf(world, machines, steps >= options.steps, options.whole === true);
    const due = world.ground.version !== seen && world.time.now() >= nextLook;
    if (due || ended !== undefined) {
      seen = world.ground.version;
      nextLook = world.time.now() + (options.lookEveryMs ?? 0);
      const look = { journals: ended !== undefined, rest: ended === 'rest' };
      violations = check(factsOf(world, machines, look), options.invariants);
    }
    violations.push(...unending(world, ended));
    if (violations.length > 0 || ended !== undefined) break;
    steps += 1;
    world.time.step();
    options.onStep?.(world.time.now());
  }
  for (const machine of machines) machine.close();
  return {
    violations,
    trace: world.trace.lines,
    choices: chooser.taken(),
    steps,
    merged: mergedIn(world),
    took: world.time.now(),
    sessions: world.sessions.length,
    counted: world.counted,
  };
}

type End = 'rest' | 'time' | 'steps' | 'spinning';

function endOf(
  world: World,
  machines: readonly Machine[],
  outOfSteps: boolean,
  whole: boolean,
): End | undefined {
  const { time, plan } = world;
  if (world.spinning) return 'spinning';
  if (outOfSteps) return 'steps';
  if ((time.next() ?? Infinity) > plan.until) return 'time';
  return !whole && isAtRest(world, machines) ? 'rest' : undefined;
}

/** Going round in circles is a failure too; so is, once nothing goes wrong any more, not to come to an end. */
function unending(world: World, ended: End | undefined): Violation[] {
  const { mode, until, faultsUntil } = world.plan;
  const because = (what: string) => [{ invariant: 'everything-ends', what }];
  if (ended === 'spinning') return because('a daemon is busy without any time passing');
  if (mode === 'safety' || (ended !== 'time' && ended !== 'steps')) return [];
  return because(`nothing went wrong for ${clockText(until - faultsUntil)}, and there is still no end`);
}

function populate(world: World): Machine[] {
  const { plan, ground, time, chooser } = world;
  const machines: Machine[] = [];
  const webhooks = openWebhooks(world, machines);
  const ci = openCi(world, webhooks);
  for (const repo of plan.repos) ground.addRepository(repo);
  for (const repo of plan.repos)
    for (let n = 1; n <= plan.issues; n += 1)
      ground.begin(
        repo,
        blank(repo, { title: `issue ${n}`, body: 'please', author: 'person' }, ground.now()),
      );
  world.onChange((repo) => ci.look(repo));
  for (const name of plan.daemons) {
    const again = () => {
      const delay = world.faults() ? chooser.pick(`restart:${name}`, [5, 60, 1_800, 25_000], 0.5) : 5;
      time.after(delay * 1_000, () => machine.start());
    };
    const machine = openMachine(world, name, ci.rerun, again);
    machines.push(machine);
    machine.start();
  }
  for (let n = 1; n <= (plan.people ?? 1); n += 1)
    openPeople(world, ({ entry }) => webhooks(entry.repo), n === 1 ? 'people' : `people:${n}`);
  openOrders(world, machines);
  openPace(world, () => {
    // As for a repository that nobody watches: the pause ends, and what is due by itself is looked at.
    for (const { life } of machines) life?.daemon.wake('');
  });
  return machines;
}

function mergedIn({ ground }: World): number {
  return [...ground.places.values()]
    .flatMap((place) => [...place.threads.values()])
    .filter(({ entry }) => 'merged' in entry && entry.merged).length;
}
