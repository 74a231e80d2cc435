import type { Clock } from '../../src/host/clock.ts';
import { isoSeconds } from '../../src/host/clock.ts';
import type { Forge, LabelChange, NewStatus } from '../../src/forge/forge.ts';
import { AutodevError } from '../../src/work/errors.ts';
import { toThreads } from '../../src/forge/github/review-comments.ts';
import type { Comment, Issue, Reaction } from '../../src/work/issue.ts';
import type { Check, Pull, Review, ReviewComment } from '../../src/work/pull.ts';

interface Thread {
  entry: Issue | Pull;
  comments: Comment[];
  reviews: Review[];
  remarks: ReviewComment[];
  labelled: LabelChange[];
}

interface Place {
  threads: Map<number, Thread>;
  statuses: Map<string, Check[]>;
  branches: Map<string, string>;
  labels: Set<string>;
  reactions: Map<string, Reaction[]>;
}

/** A forge in memory, on a clock of its own choosing: for worlds of thousands of issues and weeks of time. */
export interface MemoryForge {
  /** While it is, every call of everybody fails. */
  down: boolean;
  /** What it refuses with 403: the method's name and what it is called with. */
  forbids: (method: string, args: readonly unknown[]) => boolean;
  /** Who may only read. */
  readers: Set<string>;
  /** The forge as this account sees it. */
  as(login: string): Forge;
  addRepository(name: string): void;
  /** What people do. */
  addIssue(repo: string, issue: { title: string; author?: string }): number;
  close(repo: string, number: number): void;
  remove(repo: string, number: number): void;
  thread(repo: string, number: number): Readonly<Thread>;
  threads(repo: string): readonly Readonly<Thread>[];
}

const TIP = 'a'.repeat(40);

export function memoryForge(clock: Clock): MemoryForge {
  const places = new Map<string, Place>();
  const readers = new Set(['stranger']);
  let ids = 0;
  const next = () => (ids += 1);
  const now = () => isoSeconds(clock.now());

  const missing = (what: string) => new AutodevError('forge_not_found', `${what} is not there`);
  const place = (repo: string): Place => {
    const found = places.get(repo);
    if (found === undefined) throw missing(repo);
    return found;
  };
  const thread = (repo: string, number: number): Thread => {
    const found = place(repo).threads.get(number);
    if (found === undefined) throw missing(`${repo}#${number}`);
    return found;
  };
  const touch = (each: Thread) => {
    each.entry.updatedAt = now();
  };
  const isPull = (entry: Issue | Pull): entry is Pull => 'head' in entry;
  const copy = <T extends Issue>(entry: T): T => ({ ...entry, labels: [...entry.labels] });
  const begin = (repo: string, entry: Issue | Pull): Thread => {
    const made: Thread = { entry, comments: [], reviews: [], remarks: [], labelled: [] };
    place(repo).threads.set(entry.number, made);
    return made;
  };
  const open = (repo: string, since: string | null) => listed(repo, 'open', since);
  const listed = (repo: string, state: Issue['state'], since: string | null) =>
    [...place(repo).threads.values()]
      .map(({ entry }) => entry)
      .filter((entry) => entry.state === state && (since === null || entry.updatedAt >= since))
      .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt) || b.number - a.number)
      .map(copy);
  const newIssue = (repo: string, title: string, body: string, author: string): Issue => {
    const number = place(repo).threads.size + 1;
    const at = now();
    const url = `memory:${repo}/issues/${number}`;
    return {
      repo,
      number,
      title,
      body,
      state: 'open',
      author,
      labels: [],
      createdAt: at,
      updatedAt: at,
      closedBy: null,
      blockers: 0,
      url,
    };
  };
  const remark = (
    author: string,
    path: string,
    line: number | null,
    body: string,
    reviewId: number | null,
  ): ReviewComment => ({
    id: next(),
    reviewId,
    author,
    path,
    line,
    outdated: false,
    replyTo: null,
    diffHunk: '',
    body,
    createdAt: now(),
    updatedAt: now(),
    url: '',
  });
  const label = (each: Thread, name: string, added: boolean, actor: string) => {
    const { labels } = each.entry;
    if (labels.includes(name) === added) return;
    each.entry.labels = added ? [...labels, name] : labels.filter((one) => one !== name);
    each.labelled.push({ label: name, added, actor, at: now() });
    touch(each);
  };

  const as = (login: string): Forge => ({
    apiUrl: 'memory:',
    viewer: async () => ({ login, id: 1 }),
    repository: async (repo) => {
      place(repo);
      const url = `memory:${repo}`;
      const facts = { defaultBranch: 'main', private: true, archived: false } as const;
      return { name: repo, url, cloneUrl: url, ...facts, permission: 'write' };
    },
    permission: async (_repo, who) => (readers.has(who) ? 'read' : 'write'),
    openIssues: async (repo, since) => ({
      items: open(repo, since).filter((entry) => !isPull(entry)),
      unchanged: false,
      forgeTime: now(),
    }),
    closedIssues: async (repo, since) => listed(repo, 'closed', since).filter((entry) => !isPull(entry)),
    openPulls: async (repo, since) => ({
      items: open(repo, since).filter(isPull),
      unchanged: false,
      forgeTime: now(),
    }),
    labelled: async (repo, name) =>
      open(repo, null)
        .filter((entry) => entry.labels.includes(name))
        .map((entry) => ({ ...entry, isPull: isPull(entry) })),
    issue: async (repo, number) => copy(thread(repo, number).entry),
    pull: async (repo, number) => {
      const { entry } = thread(repo, number);
      if (!isPull(entry)) throw missing(`${repo}#${number}`);
      return copy(entry);
    },
    pullsFrom: async (repo, head, { base, state }) =>
      [...place(repo).threads.values()]
        .map(({ entry }) => entry)
        .filter(isPull)
        .filter((pull) => pull.head.ref === head && pull.base.ref === (base ?? pull.base.ref))
        .filter((pull) => state === 'all' || pull.state === state)
        .sort((a, b) => b.number - a.number)
        .map(copy),
    pullsInto: async (repo, base) =>
      open(repo, null)
        .filter(isPull)
        .filter((pull) => pull.base.ref === base),
    isProtected: async () => false,
    blockedBy: async () => [],
    subIssues: async () => [],
    parentIssue: async () => null,
    comments: async (repo, number) => thread(repo, number).comments.map((each) => ({ ...each })),
    reviews: async (repo, number) => [...thread(repo, number).reviews],
    reviewComments: async (repo, number) => [...thread(repo, number).remarks],
    reviewThreads: async (repo, number) => toThreads(thread(repo, number).remarks),
    reactions: async (repo, target) => [...(place(repo).reactions.get(JSON.stringify(target)) ?? [])],
    react: async (repo, target, content) => {
      const key = JSON.stringify(target);
      const others = place(repo).reactions.get(key) ?? [];
      if (others.some((one) => one.author === login && one.content === content)) return;
      place(repo).reactions.set(key, [...others, { id: next(), author: login, content }]);
    },
    files: async () => [],
    checkLog: async (_repo, check) => ({
      title: check.description,
      summary: '',
      text: '',
      annotations: [],
      tail: '',
      cut: false,
    }),
    rerunCheck: async (_repo, { context }) => {
      throw new AutodevError('forge_rejected', `${context} is a commit status and cannot be run again`);
    },
    events: async (repo, number) =>
      thread(repo, number).labelled.map(({ label: name, added, actor, at }) => ({
        event: added ? 'labeled' : 'unlabeled',
        actor,
        at,
        label: name,
        renamedFrom: null,
        commitSha: null,
      })),
    checks: async (repo, sha) => [...(place(repo).statuses.get(sha) ?? [])],
    checkHistory: async (repo, sha) => [...(place(repo).statuses.get(sha) ?? [])],
    requiredChecks: async () => null,
    labelHistory: async (repo, number) => [...thread(repo, number).labelled],
    branch: async (repo, name) => place(repo).branches.get(name) ?? null,
    addLabels: async (repo, number, labels) => {
      for (const name of labels) label(thread(repo, number), name, true, login);
    },
    removeLabel: async (repo, number, name) => label(thread(repo, number), name, false, login),
    createLabel: async (repo, { name }) => void place(repo).labels.add(name),
    comment: async (repo, number, body) => {
      const each = thread(repo, number);
      const made: Comment = { id: next(), author: login, body, createdAt: now(), updatedAt: now(), url: '' };
      each.comments.push(made);
      touch(each);
      return { ...made };
    },
    editComment: async (repo, id, body) => {
      for (const each of place(repo).threads.values()) {
        const found = each.comments.find((comment) => comment.id === id);
        if (found === undefined) continue;
        Object.assign(found, { body, updatedAt: now() });
        touch(each);
        return { ...found };
      }
      throw missing(`comment ${id}`);
    },
    createIssue: async (repo, { title, body, labels = [] }) => {
      const made = begin(repo, newIssue(repo, title, body, login));
      for (const name of labels) label(made, name, true, login);
      return copy(made.entry);
    },
    closeIssue: async (repo, number) => close(repo, number),
    createPull: async (repo, { title, body, head, base, draft = false }) => {
      const issue = newIssue(repo, title, body, login);
      const sha = (name: string) => place(repo).branches.get(name) ?? TIP;
      const pull: Pull = {
        ...issue,
        draft,
        merged: false,
        mergedBy: null,
        mergeSha: null,
        requestedReviewers: [],
        head: { ref: head, sha: sha(head), repo, owner: repo.split('/')[0] ?? null },
        base: { ref: base, sha: sha(base) },
        mergeable: true,
      };
      begin(repo, pull);
      return copy(pull);
    },
    review: async (repo, number, { sha, event, body, comments }) => {
      const each = thread(repo, number);
      const state = {
        APPROVE: 'APPROVED',
        REQUEST_CHANGES: 'CHANGES_REQUESTED',
        COMMENT: 'COMMENTED',
      } as const;
      const id = next();
      const made: Review = {
        id,
        author: login,
        state: state[event],
        body,
        commitSha: sha,
        submittedAt: now(),
        url: '',
      };
      each.reviews.push(made);
      for (const { path, line, body: text } of comments)
        each.remarks.push(remark(login, path, line, text, id));
      touch(each);
      return made;
    },
    replyTo: async (repo, number, to, body) => {
      const each = thread(repo, number);
      const first = each.remarks.find(({ id }) => id === to);
      if (first === undefined) throw missing(`comment ${to}`);
      const made = { ...remark(login, first.path, first.line, body, null), replyTo: to };
      each.remarks.push(made);
      touch(each);
      return made;
    },
    requestReview: async (repo, number, logins) => {
      const each = thread(repo, number);
      if (!isPull(each.entry)) throw missing(`${repo}#${number}`);
      each.entry.requestedReviewers = [...new Set([...each.entry.requestedReviewers, ...logins])];
      touch(each);
    },
    retarget: async (repo, number, base) => {
      const each = thread(repo, number);
      if (!isPull(each.entry)) throw missing(`${repo}#${number}`);
      each.entry.base = { ref: base, sha: place(repo).branches.get(base) ?? TIP };
      touch(each);
      return copy(each.entry);
    },
    setStatus: async (repo, sha, status: NewStatus) => {
      const state = status.state === 'error' ? 'failure' : status.state;
      const made: Check = {
        ...status,
        source: 'status',
        state,
        conclusion: state === 'pending' ? null : status.state,
        url: status.url ?? null,
        author: login,
        id: null,
      };
      const others = (place(repo).statuses.get(sha) ?? []).filter(
        ({ context }) => context !== status.context,
      );
      place(repo).statuses.set(sha, [...others, made]);
    },
    merge: async (repo, number, { sha }) => {
      const { entry } = thread(repo, number);
      if (!isPull(entry) || entry.head.sha !== sha)
        throw new AutodevError('forge_conflict', 'the head has moved', { data: { status: 409 } });
      Object.assign(entry, { merged: true, mergedBy: login, mergeSha: sha, state: 'closed' });
      return { sha };
    },
    deleteBranch: async (repo, name) => void place(repo).branches.delete(name),
    gitAccess: async (repo) => ({ url: `memory:${repo}`, username: 'x', token: 'x' }),
  });

  const close = (repo: string, number: number) => {
    const each = thread(repo, number);
    each.entry.state = 'closed';
    touch(each);
  };
  const forge: MemoryForge = {
    down: false,
    forbids: () => false,
    readers,
    as: (login) => unlessRefused(as(login), forge),
    close,
    remove: (repo, number) => void place(repo).threads.delete(number),
    thread,
    threads: (repo) => [...place(repo).threads.values()],
    addRepository: (name) => {
      const branches = new Map([['main', TIP]]);
      places.set(name, {
        threads: new Map(),
        statuses: new Map(),
        branches,
        labels: new Set(),
        reactions: new Map(),
      });
    },
    addIssue: (repo, { title, author = 'person' }) =>
      begin(repo, newIssue(repo, title, 'please', author)).entry.number,
  };
  return forge;
}

function unlessRefused(forge: Forge, state: Pick<MemoryForge, 'down' | 'forbids'>): Forge {
  return new Proxy(forge, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        if (state.down) throw new AutodevError('forge_unavailable', 'the forge does not answer');
        if (state.forbids(String(key), args))
          throw new AutodevError('forge_forbidden', 'that is not allowed');
        return (value as (...given: unknown[]) => unknown)(...args);
      };
    },
  });
}
