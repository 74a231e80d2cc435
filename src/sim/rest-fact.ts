import { workId } from '../work/ids.ts';
import { atLeast } from '../work/issue.ts';
import { LABEL } from '../work/labels.ts';
import { isPull } from '../work/pull.ts';
import type { RestFact } from './invariants/facts.ts';
import { FLOWS } from './machine/life.ts';
import type { Machine } from './machine/machine.ts';
import type { World } from './world.ts';

/** What is there when nothing is going on. */
export function restFact(world: World, machines: readonly Machine[]): RestFact {
  return {
    daemons: machines.flatMap(({ id, life, clock }) =>
      life === undefined
        ? []
        : [{ daemon: id, now: clock.now(), queued: [...life.queues.all()].map((item) => item.id) }],
    ),
    worktrees: machines.flatMap(({ id, disk }) =>
      [...disk.worktrees.values()].map(({ repo, name }) => ({
        daemon: id,
        repo,
        name,
        work: FLOWS.workIn(repo, name),
      })),
    ),
    locks: machines.flatMap(({ id, disk }) => [...disk.locks].map((repo) => `${id} on ${repo}`)),
    processes: world.sessions
      .filter(({ ended }) => ended === null)
      .map(({ role, work }) => `a session to ${role} for ${work}`),
    wanted: wantedItems(world),
  };
}

/** Open, and of people whom the rules trust. What was reviewed is to be merged where that is wanted. */
function wantedItems({ ground, settings }: World): RestFact['wanted'] {
  const wanted: { repo: string; number: number; work: ReturnType<typeof workId> }[] = [];
  for (const place of ground.places.values()) {
    for (const { entry } of place.threads.values()) {
      const { repo, number, author } = entry;
      if (entry.state !== 'open' || !atLeast(place.permissions.get(author) ?? 'write', 'write')) continue;
      if (!isPull(entry)) wanted.push({ repo, number, work: workId('issue', repo, number) });
      else {
        wanted.push({ repo, number, work: workId('pr', repo, number) });
        if (settings.repo.auto_merge && entry.labels.includes(LABEL.done))
          wanted.push({ repo, number, work: workId('merge', repo, number) });
      }
    }
  }
  return wanted;
}
