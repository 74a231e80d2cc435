import type { Facts } from './facts.ts';
import type { Invariant } from './invariant.ts';

export const nothingLeft: Invariant = {
  name: 'nothing-left',
  about: 'no worktree, lock or process is left of what is over',
  broken: (facts) => {
    const { rest } = facts;
    if (rest === undefined) return [];
    return [
      ...rest.locks.map((lock) => ({ what: `the lock ${lock} is still held` })),
      ...rest.processes.map((each) => ({ what: `${each} still runs` })),
      ...rest.worktrees
        .filter((worktree) => !isNeeded(facts, worktree))
        .map(({ daemon, repo, name }) => ({ what: `${daemon} left the worktree ${name} of ${repo}` })),
    ];
  },
};

/** Of what is not over, or was put off or failed and is kept for people to look at. */
function isNeeded(
  { journals = [] }: Facts,
  { daemon, work }: NonNullable<Facts['rest']>['worktrees'][number],
): boolean {
  const journal = journals.find((each) => each.daemon === daemon);
  if (journal === undefined) return true;
  return (
    journal.attempts.some((each) => each.work === work) ||
    journal.runs.some((run) => run.work === work && (run.status === 'running' || run.status === 'question'))
  );
}
