import { isoSeconds } from '../../host/clock.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Issue, Permission } from '../../work/issue.ts';
import type { Check, Pull } from '../../work/pull.ts';
import { isPull } from '../../work/pull.ts';
import { openCommits, type Commits } from './commits.ts';
import { newPlace, type Place, type Thread } from './place.ts';

/** What the forge is made of, and the changes that people, CI and daemons alike make to it. */
export interface Ground {
  readonly commits: Commits;
  readonly places: ReadonlyMap<string, Place>;
  /** Changes with every write. */
  readonly version: number;
  now(): string;
  nextId(): number;
  place(repo: string): Place;
  thread(repo: string, number: number): Thread;
  addRepository(name: string): Place;
  begin(repo: string, entry: Omit<Issue, 'number' | 'url'> | Omit<Pull, 'number' | 'url'>): Thread;
  touch(thread: Thread): void;
  label(thread: Thread, name: string, added: boolean, actor: string): void;
  say(thread: Thread, author: string, body: string): Thread['comments'][number];
  close(thread: Thread, actor: string): void;
  reopen(thread: Thread, actor: string): void;
  note(thread: Thread, event: string, actor: string): void;
  /** Moves a branch; pull requests from it follow. */
  move(repo: string, branch: string, sha: string | null): void;
  report(repo: string, sha: string, check: Check): void;
  forgetChecks(repo: string, sha: string): void;
  permit(repo: string, login: string, permission: Permission): void;
}

export function openGround(time: () => number, changed: (repo: string) => void): Ground {
  const places = new Map<string, Place>();
  const commits = openCommits();
  let ids = 0;
  let version = 0;
  let told = { at: NaN, text: '' };
  const now = () => {
    const at = time();
    if (at !== told.at) told = { at, text: isoSeconds(at) };
    return told.text;
  };
  const missing = (what: string) => new AutodevError('forge_not_found', `${what} is not there`);
  const place = (repo: string): Place => {
    const found = places.get(repo);
    if (found === undefined) throw missing(repo);
    return found;
  };
  const touch = (thread: Thread) => {
    version += 1;
    thread.entry.updatedAt = now();
    changed(thread.entry.repo);
  };
  const note = (thread: Thread, event: string, actor: string, label: string | null = null) => {
    thread.events.push({ event, actor, at: now(), label, renamedFrom: null, commitSha: null });
  };
  const ground: Ground = {
    commits,
    places,
    get version() {
      return version;
    },
    now,
    nextId: () => (ids += 1),
    place,
    thread: (repo, number) => {
      const found = place(repo).threads.get(number);
      if (found === undefined) throw missing(`${repo}#${number}`);
      return found;
    },
    addRepository: (name) => {
      const tree = new Map([['README.md', name]]);
      const made = newPlace(name, commits.make({ parents: [], tree, by: 'person', at: 0 }));
      places.set(name, made);
      return made;
    },
    begin: (repo, entry) => {
      const { threads } = place(repo);
      const number = threads.size + 1;
      const thread: Thread = {
        entry: { ...entry, number, url: `sim:${repo}/${number}` },
        comments: [],
        reviews: [],
        remarks: [],
        labelled: [],
        events: [],
      };
      threads.set(number, thread);
      touch(thread);
      return thread;
    },
    touch,
    note,
    label: (thread, name, added, actor) => {
      const { labels } = thread.entry;
      if (labels.includes(name) === added) return;
      thread.entry.labels = added ? [...labels, name] : labels.filter((one) => one !== name);
      thread.labelled.push({ label: name, added, actor, at: now() });
      note(thread, added ? 'labeled' : 'unlabeled', actor, name);
      touch(thread);
    },
    say: (thread, author, body) => {
      const made = { id: (ids += 1), author, body, createdAt: now(), updatedAt: now(), url: '' };
      thread.comments.push(made);
      touch(thread);
      return made;
    },
    close: (thread, actor) => {
      if (thread.entry.state === 'closed') return;
      thread.entry.state = 'closed';
      if (!isPull(thread.entry)) thread.entry.closedBy = actor;
      note(thread, 'closed', actor);
      touch(thread);
    },
    reopen: (thread, actor) => {
      if (thread.entry.state === 'open' || (isPull(thread.entry) && thread.entry.merged)) return;
      thread.entry.state = 'open';
      thread.entry.closedBy = null;
      note(thread, 'reopened', actor);
      touch(thread);
    },
    move: (repo, branch, sha) => {
      const at = place(repo);
      version += 1;
      if (sha === null) at.branches.delete(branch);
      else at.branches.set(branch, sha);
      for (const thread of at.threads.values()) {
        const { entry } = thread;
        if (!isPull(entry) || entry.state !== 'open' || entry.head.ref !== branch) continue;
        if (sha === null) ground.close(thread, 'forge');
        else {
          entry.head = { ...entry.head, sha };
          touch(thread);
        }
      }
      changed(repo);
    },
    report: (repo, sha, check) => {
      const { checks } = place(repo);
      version += 1;
      checks.set(sha, [...(checks.get(sha) ?? []), check]);
      changed(repo);
    },
    forgetChecks: (repo, sha) => {
      version += 1;
      place(repo).checks.delete(sha);
      changed(repo);
    },
    permit: (repo, login, permission) => {
      version += 1;
      place(repo).permissions.set(login, permission);
      changed(repo);
    },
  };
  return ground;
}

/** A new issue, before it has a number. */
export function blank(
  repo: string,
  said: { title: string; body: string; author: string },
  at: string,
): Omit<Issue, 'number' | 'url'> {
  return {
    repo,
    ...said,
    state: 'open',
    labels: [],
    createdAt: at,
    updatedAt: at,
    closedBy: null,
    blockers: 0,
  };
}
