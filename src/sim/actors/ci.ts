import type { Check } from '../../work/pull.ts';
import { isPull } from '../../work/pull.ts';
import type { World } from '../world.ts';

const CONTEXT = 'test';

export interface Ci {
  /** Looks at every head that it has not seen. */
  look(repo: string): void;
  rerun(repo: string, check: Check): void;
}

/** Runs a check on every head of a pull request: green, red, red at first, never at all, or green and then gone. */
export function openCi(world: World, changed: (repo: string) => void): Ci {
  const { chooser, time, ground, trace } = world;
  const seen = new Set<string>();
  const running = new Map<number, { repo: string; sha: string }>();

  const report = (repo: string, sha: string, state: Check['state'], id: number) => {
    const conclusion = state === 'pending' ? null : state;
    const check: Check = {
      context: CONTEXT,
      source: 'check_run',
      state,
      conclusion,
      description: '',
      url: null,
      author: 'ci',
      id,
    };
    ground.report(repo, sha, check);
    for (const { entry } of ground.place(repo).threads.values())
      if (isPull(entry) && entry.head.sha === sha) world.changedAt.set(`${repo}#${entry.number}`, time.now());
    trace.add('ci', `${CONTEXT} of ${sha.slice(0, 7)} is ${state}`, repo);
    changed(repo);
  };
  const run = (repo: string, sha: string, again: boolean) => {
    const id = ground.nextId();
    running.set(id, { repo, sha });
    const odds = world.faults() ? 0.25 : 0;
    const how =
      odds === 0 ? 'green' : chooser.pick('ci', ['green', 'red', 'flakes', 'never', 'vanishes'], odds);
    const minutes = chooser.pick('ci', [3, 1, 40], 0.2);
    if (how === 'never') return;
    world.expects(1_000, () => report(repo, sha, 'pending', id));
    world.expects(minutes * 60_000, () => {
      const green = how === 'green' || how === 'vanishes' || (how === 'flakes' && again);
      report(repo, sha, green ? 'success' : 'failure', id);
    });
    if (how === 'vanishes')
      world.expects((minutes + 1) * 60_000, () => {
        ground.forgetChecks(repo, sha);
        trace.add('ci', `the checks of ${sha.slice(0, 7)} are gone`, repo);
        changed(repo);
      });
  };
  return {
    look: (repo) => {
      for (const { entry } of ground.place(repo).threads.values()) {
        if (!isPull(entry) || entry.state !== 'open') continue;
        const key = `${repo} ${entry.head.sha}`;
        if (seen.has(key)) continue;
        seen.add(key);
        run(repo, entry.head.sha, false);
      }
    },
    rerun: (repo, check) => {
      const at = running.get(check.id ?? 0);
      if (at !== undefined) run(repo, at.sha, true);
    },
  };
}
