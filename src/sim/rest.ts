import type { Machine } from './machine/machine.ts';
import type { World } from './world.ts';

const SWEEP_MS = 65 * 60_000;

/** Nobody is going to do anything: not people, not CI, not a daemon now or at a time that it has set itself. */
export function isAtRest(world: World, machines: readonly Machine[]): boolean {
  const { daemon, repo } = world.settings;
  const twoLooks = 2_000 * (repo.scan_interval_secs + daemon.tick_interval_secs);
  // Worktrees that nobody needs go with the next hourly sweep.
  const swept = machines.some(({ disk }) => disk.worktrees.size > 0) ? SWEEP_MS : 0;
  if (world.expected > 0 || world.time.now() < world.lastChange + Math.max(twoLooks, swept)) return false;
  return machines.every(
    ({ life, disk, clock }) =>
      life !== undefined &&
      life.daemon.quiet() &&
      disk.db.get('SELECT 1 FROM attempts WHERE not_before > ?', clock.now()) === undefined,
  );
}
