import { openCi } from './actors/ci.ts';
import type { Chooser, Choices } from './chooser.ts';
import { blank } from './forge/ground.ts';
import { check } from './invariants/check.ts';
import type { Violation } from './invariants/invariant.ts';
import { factsOf } from './look.ts';
import { openMachine, type Machine } from './machine/machine.ts';
import { choosePlan, type Mode } from './plan.ts';
import { settled } from './time.ts';
import type { TraceLine } from './trace.ts';
import { openWorld, type World } from './world.ts';

export interface Ran {
  violations: Violation[];
  trace: readonly TraceLine[];
  choices: Choices;
  /** Timers that fell due. */
  steps: number;
  /** Issues that were merged. */
  merged: number;
  /** Virtual milliseconds. */
  took: number;
}

/** One world from its beginning to its end, or to the first invariant that breaks. */
export async function runWorld(chooser: Chooser, options: { mode: Mode; steps: number }): Promise<Ran> {
  const plan = choosePlan(chooser, options.mode);
  const world = openWorld(plan, chooser);
  const machines: Machine[] = [];
  const ci = openCi(world, () => {});
  world.onChange((repo) => ci.look(repo));
  for (const repo of plan.repos) world.ground.addRepository(repo);
  for (const name of plan.daemons) {
    const machine = openMachine(world, name, ci.rerun, () =>
      world.time.after(60_000, () => {
        if (machine.life === undefined) machine.start();
      }),
    );
    machines.push(machine);
    machine.start();
  }
  for (const repo of plan.repos)
    for (let n = 0; n < plan.issues; n += 1)
      world.ground.begin(
        repo,
        blank(repo, { title: `issue ${n}`, body: 'please', author: 'person' }, world.ground.now()),
      );
  let steps = 0;
  let violations: Violation[] = [];
  let version = -1;
  for (;;) {
    await settled();
    if (world.ground.version !== version) {
      version = world.ground.version;
      violations = check(factsOf(world, machines, {}));
    }
    if (world.spinning)
      violations = [{ invariant: 'everything-ends', what: 'a daemon is busy without any time passing' }];
    if (violations.length > 0 || steps >= options.steps || isOver(world)) break;
    steps += 1;
    world.time.step();
  }
  const merged = [...world.ground.places.values()].flatMap((place) => [...place.threads.values()]);
  for (const machine of machines) {
    machine.kill('the end');
    machine.close();
  }
  return {
    violations,
    trace: world.trace.lines,
    choices: chooser.taken(),
    steps,
    merged: merged.filter(({ entry }) => 'merged' in entry && entry.merged).length,
    took: world.time.now(),
  };
}

function isOver({ time, plan }: World): boolean {
  return (time.next() ?? Infinity) > plan.until;
}
