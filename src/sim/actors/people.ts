import type { Thread } from '../forge/place.ts';
import type { World } from '../world.ts';
import { ACTS, PERSON } from './acts.ts';

/** Lets people do something now and then, until faults are over. */
export function openPeople(world: World, told: (thread: Thread) => void, stream = 'people'): void {
  const { chooser, time, trace, ground } = world;
  const next = () => {
    const minutes = chooser.pick(stream, [0, 1, 2, 5, 10, 20, 45, 90], 0.8);
    if (minutes === 0) return;
    world.expects(minutes * 60_000, () => {
      if (!world.faults()) return;
      const [, act] = ACTS[chooser.choose(stream, ACTS.length)] ?? [];
      const threads = [...ground.places.values()].flatMap((place) => [...place.threads.values()]);
      const thread = threads[chooser.choose(stream, threads.length)];
      if (act !== undefined && thread !== undefined) {
        const about = `${thread.entry.repo}#${thread.entry.number}`;
        act(world, thread, (what) => trace.add(PERSON, what, about));
        for (const each of threads)
          if (each.entry.repo === thread.entry.repo)
            world.changedAt.set(`${each.entry.repo}#${each.entry.number}`, time.now());
        told(thread);
      }
      next();
    });
  };
  next();
}
