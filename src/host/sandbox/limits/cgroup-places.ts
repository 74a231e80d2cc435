import { dirname, join, resolve } from 'node:path';
import { mkdir, readFile, rmdir, writeFile } from '../../fs/node-fs.ts';
import { within } from '../view/mounts.ts';

export type Controller = 'pids' | 'memory';

/** A folder below which we may make a control group that limits these. */
export interface CgroupPlace {
  folder: string;
  version: 1 | 2;
  limits: readonly Controller[];
}

/** Allowed as a number of processes and as one of bytes. */
const TRIAL = 1_000_000;
const WANTED: readonly Controller[] = ['pids', 'memory'];

let known: Promise<CgroupPlace[]> | undefined;

/** Where this process may make control groups, found by making one. Empty where the machine or a container says no. */
export function cgroupPlaces(): Promise<CgroupPlace[]> {
  known ??= look();
  return known;
}

async function look(): Promise<CgroupPlace[]> {
  const [groups, mounts] = await Promise.all(
    ['/proc/self/cgroup', '/proc/self/mountinfo'].map((path) => readFile(path, 'utf8').catch(() => '')),
  );
  const mounted = [...(mounts ?? '').matchAll(/^\S+ \S+ \S+ \S+ (\S+) .* - (cgroup2?) \S+ (\S+)$/gm)];
  const found: CgroupPlace[] = [];
  for (const [, controllers = '', own = '/'] of (groups ?? '').matchAll(/^\d+:(.*?):(.*)$/gm)) {
    const version = controllers === '' ? 2 : 1;
    const here = controllers.split(',');
    const limits = version === 2 ? WANTED : WANTED.filter((name) => here.includes(name));
    const mount = mounted.find(([, , kind, options = '']) =>
      version === 2
        ? kind === 'cgroup2'
        : kind === 'cgroup' && options.split(',').includes(controllers.split(',')[0] ?? ''),
    )?.[1];
    if (limits.length === 0 || mount === undefined) continue;
    const place = await firstThatWorks(resolve(mount, `.${own}`), mount, version, limits);
    if (place !== undefined) found.push(place);
  }
  // The newer way, where it limits everything, needs no help from the older.
  const whole = found.find(({ version, limits }) => version === 2 && limits.length === WANTED.length);
  return whole === undefined ? found.filter(({ version }) => version === 1) : [whole];
}

/**
 * A group of version 1 nests anywhere. Of version 2 a group with processes in it cannot pass limits on, so it is made
 * beside our own (a service of systemd's user manager owns its surroundings) or, for root, at the top.
 */
async function firstThatWorks(
  own: string,
  mount: string,
  version: 1 | 2,
  limits: readonly Controller[],
): Promise<CgroupPlace | undefined> {
  const beside = within(mount, dirname(own)) ? [dirname(own)] : [];
  const folders = version === 1 ? [own] : [...beside, mount];
  for (const folder of folders) {
    const place = { folder, version, limits };
    const trial = join(folder, `autodev-${process.pid}-trial`);
    try {
      await mkdir(trial);
    } catch {
      continue;
    }
    try {
      for (const controller of limits) await setLimit(limitFile(place, trial, controller), TRIAL);
      return place;
    } catch {
      // The controller is not passed on down here.
    } finally {
      await rmdir(trial).catch(() => {});
    }
  }
  return undefined;
}

/** Only where the kernel has the file: elsewhere it would be made, and limit nothing. */
export function setLimit(file: string, value: number): Promise<void> {
  return writeFile(file, String(value), { flag: 'r+' });
}

export function limitFile({ version }: CgroupPlace, group: string, controller: Controller): string {
  if (controller === 'pids') return join(group, 'pids.max');
  return join(group, version === 2 ? 'memory.max' : 'memory.limit_in_bytes');
}
