import type {
  Comment,
  Issue,
  IssueEvent,
  IssueRef,
  Permission,
  Reaction,
  ReactionContent,
} from '../work/issue.ts';
import type {
  ChangedFile,
  Check,
  CheckLog,
  Pull,
  Review,
  ReviewComment,
  ReviewThread,
} from '../work/pull.ts';

/**
 * A server that speaks GitHub's REST API, as the rest of the program sees it: checked nouns in, checked nouns out.
 *
 * Reads may be repeated by the implementation (limits, conditional requests, brief outages).
 * Writes are sent once. When the answer to a write is lost, they fail with `forge_unavailable` and
 * `data.outcome === 'unknown'`; only the effect ledger decides what to do then.
 */
export interface Forge {
  /** Base URL of the API, to tell forges apart in logs and keys. */
  readonly apiUrl: string;

  viewer(): Promise<Viewer>;
  repository(repo: string): Promise<Repository>;
  /** Asked of the forge each time: who was a collaborator a moment ago may not be one now. */
  permission(repo: string, login: string): Promise<Permission>;

  /** Open issues (never pull requests) changed at or after `since`, newest first. */
  openIssues(repo: string, since: string | null): Promise<Listing<Issue>>;
  /** The same of closed ones. */
  closedIssues(repo: string, since: string): Promise<Issue[]>;
  /** Open pull requests changed at or after `since`, newest first. `mergeable` is null in lists. */
  openPulls(repo: string, since: string | null): Promise<Listing<Pull>>;
  /** Open issues and pull requests that carry the label. */
  labelled(repo: string, label: string): Promise<LabelledItem[]>;

  issue(repo: string, number: number): Promise<Issue>;
  pull(repo: string, number: number): Promise<Pull>;
  /** Pull requests from this branch of the same repository, newest first: also those that people closed or merged. */
  pullsFrom(
    repo: string,
    head: string,
    choice: { base?: string; state: 'open' | 'closed' | 'all' },
  ): Promise<Pull[]>;
  /** Open pull requests into this branch of the same repository: those stacked on it. */
  pullsInto(repo: string, base: string): Promise<Pull[]>;
  /** Issues (of any repository that we may see) that have to be closed before this one. */
  blockedBy(repo: string, number: number): Promise<IssueRef[]>;
  subIssues(repo: string, number: number): Promise<IssueRef[]>;
  parentIssue(repo: string, number: number): Promise<IssueRef | null>;
  comments(repo: string, number: number): Promise<Comment[]>;
  reviews(repo: string, number: number): Promise<Review[]>;
  reviewComments(repo: string, number: number): Promise<ReviewComment[]>;
  /** Review comments with the answers to each. */
  reviewThreads(repo: string, number: number): Promise<ReviewThread[]>;
  reactions(repo: string, target: ReactionTarget): Promise<Reaction[]>;
  files(repo: string, number: number): Promise<ChangedFile[]>;
  /** Check-runs and commit statuses of a commit, newest of each context. Unreadable throws: it never reads as green. */
  checks(repo: string, sha: string): Promise<Check[]>;
  /** The same with every report that a newer one replaced. */
  checkHistory(repo: string, sha: string): Promise<Check[]>;
  /** Output and annotations of a check, and at most `capBytes` of the end of its log. A status has only its words. */
  checkLog(repo: string, check: Check, capBytes: number): Promise<CheckLog>;
  /** Contexts that branch protection requires; null when the branch is not protected or requires none. */
  requiredChecks(repo: string, branch: string): Promise<string[] | null>;
  /** Whether the forge protects the branch in any way. One that is not there is not protected. */
  isProtected(repo: string, branch: string): Promise<boolean>;
  /** What happened to it and who did it, oldest first. */
  events(repo: string, number: number): Promise<IssueEvent[]>;
  /** Who added or removed labels, oldest first. */
  labelHistory(repo: string, number: number): Promise<LabelChange[]>;
  /** The commit a branch points to, or null when there is no such branch. */
  branch(repo: string, name: string): Promise<string | null>;

  addLabels(repo: string, number: number, labels: readonly string[]): Promise<void>;
  /** Removing a label that is not there is success. */
  removeLabel(repo: string, number: number, label: string): Promise<void>;
  createLabel(repo: string, label: { name: string; color: string; description: string }): Promise<void>;
  comment(repo: string, number: number, body: string): Promise<Comment>;
  editComment(repo: string, id: number, body: string): Promise<Comment>;
  createIssue(
    repo: string,
    issue: { title: string; body: string; labels?: readonly string[] },
  ): Promise<Issue>;
  closeIssue(repo: string, number: number): Promise<void>;
  createPull(repo: string, pull: NewPull): Promise<Pull>;
  review(repo: string, number: number, review: NewReview): Promise<Review>;
  /** Answers in the thread of a review comment. */
  replyTo(repo: string, number: number, thread: number, body: string): Promise<ReviewComment>;
  /** Asks for a review, also of someone who has given one. */
  requestReview(repo: string, number: number, logins: readonly string[]): Promise<void>;
  /** The same reaction a second time changes nothing. */
  react(repo: string, target: ReactionTarget, content: ReactionContent): Promise<void>;
  /** Moves an open pull request to another base. */
  retarget(repo: string, number: number, base: string): Promise<Pull>;
  /** Runs a check again on the same commit. Refused for a status and for a run that has not ended. */
  rerunCheck(repo: string, check: Check): Promise<void>;
  setStatus(repo: string, sha: string, status: NewStatus): Promise<void>;
  /** Merges exactly `sha`. Refused (405, 409) → `forge_conflict` with `data.status`. */
  merge(
    repo: string,
    number: number,
    merge: { sha: string; method: MergeMethod; title?: string },
  ): Promise<{ sha: string }>;
  deleteBranch(repo: string, name: string): Promise<void>;

  /** What git needs to fetch and push. The token goes to git through GIT_ASKPASS only. */
  gitAccess(repo: string): Promise<GitAccess>;
}

export interface Viewer {
  login: string;
  id: number;
}

export interface Repository {
  name: string;
  url: string;
  cloneUrl: string;
  defaultBranch: string;
  private: boolean;
  /** Nobody can write to it any more, and nothing in it changes. */
  archived: boolean;
  permission: Permission;
}

export interface Listing<T> {
  items: T[];
  /** True when the forge said that nothing changed since the last time (and it cost no quota). */
  unchanged: boolean;
  /** The forge's own clock at the time of the answer (ISO); cursors never use ours. */
  forgeTime: string;
}

export interface LabelledItem {
  number: number;
  isPull: boolean;
  labels: string[];
  author: string;
  updatedAt: string;
}

export interface LabelChange {
  label: string;
  added: boolean;
  actor: string;
  at: string;
}

export interface NewPull {
  title: string;
  body: string;
  head: string;
  base: string;
  draft?: boolean;
}

export interface NewReview {
  sha: string;
  event: 'APPROVE' | 'REQUEST_CHANGES' | 'COMMENT';
  body: string;
  comments: { path: string; line: number; side: 'LEFT' | 'RIGHT'; body: string }[];
}

export interface NewStatus {
  context: string;
  state: 'success' | 'failure' | 'pending' | 'error';
  description: string;
  url?: string;
}

/** What a reaction is about: an issue or pull request by number, a comment by id. */
export type ReactionTarget = { issue: number } | { comment: number } | { reviewComment: number };

export type MergeMethod = 'merge' | 'squash' | 'rebase';

export interface GitAccess {
  url: string;
  username: string;
  token: string;
}
