import type { Clock } from '../../host/clock.ts';
import { messageOf } from '../../work/errors.ts';
import type { Random } from '../../host/random.ts';
import { forgeReads } from '../forge/reads.ts';
import { forgeWrites, type Rerun } from '../forge/writes.ts';
import { countdown } from '../faults/gaps.ts';
import { machineClock } from '../time.ts';
import { LOGIN, type World } from '../world.ts';
import { requestCounter } from './count-requests.ts';
import { describeCall, field } from './describe-call.ts';
import { giveBack, takeDisk, type Disk } from './disk.ts';
import { never, throughDoor, type Around, type Pass } from './doors.ts';
import { forgeDoor, isWrite } from './forge-door.ts';
import { lackingFor } from './judge-merge.ts';
import { recordLabels } from './label-record.ts';
import { startLife, type Life } from './life.ts';
import { simHost, simRandom } from './sim-host.ts';
import { storeDoor } from './store-door.ts';
import { simWorkspaces } from './workspaces.ts';

/** A computer on which a daemon runs, dies and is started again. Its disk stays. */
export interface Machine {
  readonly name: string;
  readonly id: string;
  readonly disk: Disk;
  readonly clock: Clock;
  /** Undefined while no daemon runs there. */
  readonly life: Life | undefined;
  /** How far its clock is off. */
  skew: number;
  start(): void;
  /** Gone between two instructions: nothing it began goes on, nothing is put in order. */
  kill(why: string): void;
  close(): void;
}

export function openMachine(world: World, name: string, rerun: Rerun, died: () => void): Machine {
  const { chooser, time, trace, ground } = world;
  const id = `d-${name}`;
  const random: Random = simRandom(name);
  let current: { dead: boolean } | undefined;
  let life: Life | undefined;
  const clock = machineClock(
    time,
    () => machine.skew,
    () => false,
  );
  const disk = takeDisk(clock, random);
  const labels = recordLabels(world.labelling, id);

  const start = () => {
    const own = { dead: false };
    current = own;
    const isLast = countdown(chooser, `death:${name}`, 0.4);
    const survives = () => {
      if (own.dead || !world.moves()) return false;
      if (world.faults() && isLast()) machine.kill('dies');
      return !own.dead;
    };
    const lifeClock = machineClock(
      time,
      () => machine.skew,
      () => own.dead,
    );
    const say = (what: string) => trace.add(id, what);
    const tooSoon = (called: string) => void world.tooSoon.push({ daemon: id, called });
    const door = forgeDoor({
      name,
      clock: lifeClock,
      chooser,
      survives,
      faults: world.faults,
      say,
      tooSoon,
    });
    const forge = { ...forgeReads(ground, LOGIN), ...forgeWrites(ground, LOGIN, rerun) };
    /** Writes are told, and judged, as they are carried out. */
    const toForge: Around = (called) => {
      const pass = door(called);
      if (!isWrite(called)) return pass;
      return labels.around(called, (call, args) => pass(() => written(called, call, args), args));
    };
    const counting = world.plan.countRequests === true ? requestCounter(world) : unchanged;
    const workspaces = simWorkspaces(ground, disk, lifeClock);
    const git = throughDoor(workspaces, (called) => {
      if (called === 'path' || called === 'stop') return (call) => call();
      if (called === 'push' || called === 'remoteHead' || called === 'refresh') return toForge(called);
      return (call) => (survives() ? call() : never());
    });
    const store = throughDoor(
      disk.store,
      storeDoor({ name, chooser, survives, faults: world.faults, say, writing, wrote: stepFinished }),
    );
    trace.add(id, 'the daemon starts');
    void startLife({
      world,
      id,
      host: simHost(lifeClock, random),
      clock: lifeClock,
      store,
      forge: throughDoor(forge, (called) => counting(called, toForge(called))),
      workspaces: git,
      disk,
      isOff: () => own.dead,
    })
      .then((begun) => {
        if (!own.dead) life = begun;
        return begun.ended;
      })
      .then(
        () => gone(own, 'the daemon has stopped'),
        (error: unknown) => gone(own, `the daemon failed: ${messageOf(error)}`),
      );
  };

  /** Its sessions are gone with it. */
  const gone = (own: { dead: boolean }, why: string) => {
    if (own.dead) return;
    own.dead = true;
    life = undefined;
    labels.died();
    for (const session of world.sessions) if (session.daemon === id) session.ended ??= time.now();
    trace.add(id, why);
    died();
  };
  const written = async (called: string, call: () => unknown, args: readonly unknown[]) => {
    const merge = called === 'merge' ? judged(args) : undefined;
    const done = await call();
    if (merge !== undefined) world.merges.push(merge);
    const { what, about } = describeCall(called, args);
    trace.add(id, what, about);
    return done;
  };
  const judged = ([repo, number, merge]: readonly unknown[]) => {
    const at = { repo: String(repo), number: Number(number), sha: field(merge, 'sha') };
    return { ...at, by: id, lacking: lackingFor(world, at) };
  };
  const writing = (called: string, [event]: readonly unknown[]) => {
    if (called === 'events.append') labels.telling(event);
  };
  /** A step counts as finished when the journal says so. */
  const stepFinished = (called: string, args: readonly unknown[]) => {
    if (called !== 'steps.finish') return;
    const [run, step] = args;
    const session = world.sessions.findLast((each) => each.run === run && each.role === step);
    if (session !== undefined) session.ok = true;
  };

  const machine: Machine = {
    name,
    id,
    disk,
    clock,
    skew: 0,
    get life() {
      return life;
    },
    start,
    kill: (why) => {
      if (current !== undefined) gone(current, why);
    },
    close: () => giveBack(disk),
  };
  return machine;
}

const unchanged = (_called: string, pass: Pass): Pass => pass;
