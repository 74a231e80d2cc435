import type { Rest } from '../../agents/rest/rest.ts';
import type { WorkId } from '../../work/ids.ts';
import type { WorkItem } from '../../work/item.ts';
import type { Role } from '../../work/roles.ts';
import type { DaemonParts, WatchedRepo } from '../parts.ts';

/** Which queued items cannot go on because every agent that could do their next session rests. */
export interface Held {
  /** The repositories as they are settled now. */
  know(repos: readonly WatchedRepo[]): void;
  isHeld(item: WorkItem): boolean;
  /** One item at a time finds out whether a rest is over. */
  starts(item: WorkItem): void;
  by(item: WorkItem | undefined): Rest[];
  /** Whether a rest ended, or came to the time at which it is tried, since this was asked last. */
  ended(): boolean;
}

export function openHeld(
  { rests, flows, host }: Pick<DaemonParts, 'rests' | 'flows' | 'host'>,
  isRunning: (id: WorkId) => boolean,
): Held {
  let repos = new Map<string, WatchedRepo>();
  let trying: WorkId | undefined;
  let before = new Map<string, number>();

  const next = (item: WorkItem): { repo: WatchedRepo; role: Role } | undefined => {
    const repo = repos.get(item.repo);
    const role = flows.of(item.id).needs?.[item.phase];
    return repo === undefined || role === undefined ? undefined : { repo, role };
  };
  const standing = (item: WorkItem): 'works' | 'tries' | 'rests' => {
    const at = next(item);
    return at === undefined || rests === undefined ? 'works' : rests.standing(at.repo, at.role);
  };
  return {
    know: (watched) => {
      repos = new Map(watched.map((repo) => [repo.name, repo]));
    },
    isHeld: (item) => {
      const now = standing(item);
      return now === 'rests' || (now === 'tries' && trying !== undefined && isRunning(trying));
    },
    starts: (item) => {
      if (standing(item) === 'tries') trying = item.id;
    },
    by: (item) => {
      const at = item && next(item);
      return at === undefined || rests === undefined ? [] : rests.of(at.repo, at.role);
    },
    ended: () => {
      const now = new Map((rests?.all() ?? []).map(({ agent, until }) => [agent as string, until]));
      const over = [...before].some(([agent, until]) => !now.has(agent) || until <= host.clock.now());
      // One that is due and not over yet is not told again.
      before = new Map([...now].filter(([, until]) => until > host.clock.now()));
      return over;
    },
  };
}
