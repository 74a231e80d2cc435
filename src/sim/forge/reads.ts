import type { Forge } from '../../forge/forge.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Issue } from '../../work/issue.ts';
import { isPull, type Pull, type ReviewThread } from '../../work/pull.ts';
import type { Ground } from './ground.ts';
import { MAIN, standingChecks, type Thread } from './place.ts';

type Reads = Pick<
  Forge,
  | 'apiUrl'
  | 'viewer'
  | 'repository'
  | 'permission'
  | 'openIssues'
  | 'closedIssues'
  | 'openPulls'
  | 'labelled'
  | 'issue'
  | 'pull'
  | 'pullsFrom'
  | 'pullsInto'
  | 'blockedBy'
  | 'subIssues'
  | 'parentIssue'
  | 'comments'
  | 'reviews'
  | 'reviewComments'
  | 'reviewThreads'
  | 'reactions'
  | 'files'
  | 'checks'
  | 'checkHistory'
  | 'checkLog'
  | 'requiredChecks'
  | 'isProtected'
  | 'events'
  | 'labelHistory'
  | 'branch'
  | 'gitAccess'
>;

/** What the simulated forge tells an account. */
export function forgeReads(ground: Ground, login: string): Reads {
  const { place, thread, commits } = ground;
  const listed = (repo: string, state: 'open' | 'closed', since: string | null) =>
    [...place(repo).threads.values()]
      .map(({ entry }) => entry)
      .filter((entry) => entry.state === state && (since === null || entry.updatedAt >= since))
      .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt) || b.number - a.number)
      .map(copy);
  const open = (repo: string, since: string | null) => listed(repo, 'open', since);
  const pulls = (repo: string) => [...place(repo).threads.values()].map(({ entry }) => entry).filter(isPull);
  const whole = (pull: Pull): Pull => {
    const base = place(pull.repo).branches.get(pull.base.ref) ?? pull.base.sha;
    const mergeable =
      pull.state === 'open' && commits.has(pull.head.sha)
        ? commits.merge(base, pull.head.sha).conflicts.length === 0
        : null;
    return { ...copy(pull), base: { ref: pull.base.ref, sha: base }, mergeable };
  };
  return {
    apiUrl: 'sim:',
    viewer: async () => ({ login, id: 1 }),
    repository: async (repo) => ({
      name: place(repo).name,
      url: `sim:${repo}`,
      cloneUrl: `sim:${repo}`,
      defaultBranch: MAIN,
      private: true,
      archived: false,
      permission: place(repo).permissions.get(login) ?? 'write',
    }),
    permission: async (repo, who) => place(repo).permissions.get(who) ?? 'write',
    closedIssues: async (repo, since) => listed(repo, 'closed', since).filter((entry) => !isPull(entry)),
    openIssues: async (repo, since) => ({
      items: open(repo, since).filter((entry) => !isPull(entry)),
      unchanged: false,
      forgeTime: ground.now(),
    }),
    openPulls: async (repo, since) => ({
      items: open(repo, since).filter(isPull),
      unchanged: false,
      forgeTime: ground.now(),
    }),
    labelled: async (repo, name) =>
      open(repo, null)
        .filter((entry) => entry.labels.includes(name))
        .map((entry) => ({ ...entry, isPull: isPull(entry) })),
    issue: async (repo, number) => copy(thread(repo, number).entry),
    pull: async (repo, number) => whole(pullOf(thread(repo, number))),
    pullsFrom: async (repo, head, { base, state }) =>
      pulls(repo)
        .filter((pull) => pull.head.ref === head && pull.base.ref === (base ?? pull.base.ref))
        .filter((pull) => state === 'all' || pull.state === state)
        .sort((a, b) => b.number - a.number)
        .map(copy),
    pullsInto: async (repo, base) =>
      pulls(repo).filter((pull) => pull.state === 'open' && pull.base.ref === base),
    blockedBy: async () => [],
    subIssues: async () => [],
    parentIssue: async () => null,
    comments: async (repo, number) => thread(repo, number).comments.map((each) => ({ ...each })),
    reviews: async (repo, number) => thread(repo, number).reviews.map((each) => ({ ...each })),
    reviewComments: async (repo, number) => [...thread(repo, number).remarks],
    reviewThreads: async (repo, number) => threadsOf(thread(repo, number)),
    reactions: async (repo, target) => [...(place(repo).reactions.get(JSON.stringify(target)) ?? [])],
    files: async () => [],
    checks: async (repo, sha) => standingChecks(place(repo).checks.get(sha) ?? []),
    checkHistory: async (repo, sha) => [...(place(repo).checks.get(sha) ?? [])],
    checkLog: async (_repo, check) => ({
      title: check.description,
      summary: '',
      text: '',
      annotations: [],
      tail: '',
      cut: false,
    }),
    requiredChecks: async () => null,
    isProtected: async () => false,
    events: async (repo, number) => [...thread(repo, number).events],
    labelHistory: async (repo, number) => thread(repo, number).labelled.map((each) => ({ ...each })),
    branch: async (repo, name) => place(repo).branches.get(name) ?? null,
    gitAccess: async (repo) => ({ url: `sim:${repo}`, username: 'x', token: 'x' }),
  };
}

const copy = <T extends Issue>(entry: T): T => ({ ...entry, labels: [...entry.labels] });

export function pullOf({ entry }: Thread): Pull {
  if (isPull(entry)) return entry;
  throw new AutodevError('forge_not_found', `${entry.repo}#${entry.number} is no pull request`);
}

function threadsOf({ remarks }: Thread): ReviewThread[] {
  return remarks
    .filter(({ replyTo }) => replyTo === null)
    .map((first) => ({
      id: first.id,
      path: first.path,
      line: first.line,
      outdated: first.outdated,
      comments: [first, ...remarks.filter(({ replyTo }) => replyTo === first.id)],
    }));
}
