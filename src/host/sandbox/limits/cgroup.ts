import { join } from 'node:path';
import { systemClock } from '../../clock.ts';
import { mkdir, readFile, readdir, rmdir } from '../../fs/node-fs.ts';
import { processExists } from '../../process/signals.ts';
import { cgroupPlaces, limitFile, setLimit, type CgroupPlace, type Controller } from './cgroup-places.ts';
import type { SandboxLimits } from './limits.ts';

/** The control groups of one sandbox. */
export interface Cgroup {
  /** Whoever writes its id into these is in. */
  members: readonly string[];
  limited: ReadonlySet<Controller>;
  /** Whether nothing is alive in it any more, once everything was killed; false also where nobody can tell. */
  emptied(): Promise<boolean>;
  /** Which limits something in it ran into. */
  reached(): Promise<Set<Controller>>;
  close(): Promise<void>;
}

const MB = 1024 * 1024;
const REMOVE_ROUNDS = 50;
const EMPTY_ROUNDS = 20;

/** `name` belongs to this sandbox alone. Where control groups cannot be made it has no members and limits nothing. */
export async function openCgroup(name: string, limits: SandboxLimits): Promise<Cgroup> {
  const groups: { place: CgroupPlace; at: string }[] = [];
  for (const place of await cgroupPlaces()) {
    await sweep(place);
    const at = join(place.folder, `autodev-${process.pid}-${name}`);
    try {
      await mkdir(at);
      groups.push({ place, at });
      for (const controller of place.limits) await limit(place, at, controller, limits);
    } catch {
      // It could be made a moment ago: what is missing now is told by `limited`.
    }
  }
  const members = groups.map(({ at }) => join(at, 'cgroup.procs'));
  return {
    members,
    emptied: () => emptied(members[0]),
    limited: new Set(groups.flatMap(({ place }) => place.limits)),
    reached: async () => {
      const found = new Set<Controller>();
      for (const { place, at } of groups)
        for (const controller of place.limits) if (await wasReached(at, controller)) found.add(controller);
      return found;
    },
    close: async () => {
      for (const { at } of groups) await removeGroup(at);
    },
  };
}

async function limit(
  place: CgroupPlace,
  at: string,
  controller: Controller,
  { processes, memoryMb }: SandboxLimits,
): Promise<void> {
  const value = controller === 'pids' ? processes : memoryMb * MB;
  await setLimit(limitFile(place, at, controller), value);
  if (controller !== 'memory') return;
  // Swap is memory too; kernels without its accounting have no such file.
  const [file, swap] = place.version === 2 ? ['memory.swap.max', 0] : ['memory.memsw.limit_in_bytes', value];
  await setLimit(join(at, file), swap).catch(() => {});
}

async function wasReached(at: string, controller: Controller): Promise<boolean> {
  const files = controller === 'pids' ? ['pids.events'] : ['memory.events', 'memory.oom_control'];
  const texts = await Promise.all(files.map((file) => readFile(join(at, file), 'utf8').catch(() => '')));
  return (controller === 'pids' ? /^max [1-9]/m : /^oom_kill [1-9]/m).test(texts.join('\n'));
}

/** Nobody leaves a group from inside a sandbox, where none can be written to. */
async function emptied(members: string | undefined): Promise<boolean> {
  if (members === undefined) return false;
  for (let round = 0; round < EMPTY_ROUNDS; round += 1) {
    if ((await readFile(members, 'utf8').catch(() => '?')) === '') return true;
    await systemClock.sleep(5);
  }
  return false;
}

/** The kernel lets a group go a moment after the last process in it. */
async function removeGroup(at: string): Promise<void> {
  for (let round = 0; round < REMOVE_ROUNDS; round += 1) {
    try {
      return await rmdir(at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY') return;
      await systemClock.sleep(10);
    }
  }
}

/** Removes groups of programs of ours that were killed; one that is in use cannot be removed. */
async function sweep({ folder }: CgroupPlace): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const owner = /^autodev-(\d+)-/.exec(name)?.[1];
    if (owner === undefined || Number(owner) === process.pid || processExists(Number(owner))) continue;
    await rmdir(join(folder, name)).catch(() => {});
  }
}
