import type { Forge, NewReview } from '../../forge/forge.ts';
import { AutodevError } from '../../work/errors.ts';
import { atLeast } from '../../work/issue.ts';
import type { Check, Pull, Review, ReviewComment } from '../../work/pull.ts';
import { isPull } from '../../work/pull.ts';
import { blank, type Ground } from './ground.ts';
import type { Thread } from './place.ts';
import { pullOf } from './reads.ts';

export type Writes = Pick<
  Forge,
  | 'addLabels'
  | 'removeLabel'
  | 'createLabel'
  | 'comment'
  | 'editComment'
  | 'createIssue'
  | 'closeIssue'
  | 'createPull'
  | 'review'
  | 'replyTo'
  | 'requestReview'
  | 'react'
  | 'retarget'
  | 'rerunCheck'
  | 'setStatus'
  | 'merge'
  | 'deleteBranch'
>;

/** What CI does when it is asked to run a check again. */
export type Rerun = (repo: string, check: Check) => void;

const STATE = { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' } as const;

/** What an account may change on the simulated forge. */
export function forgeWrites(ground: Ground, login: string, rerun: Rerun): Writes {
  const { commits } = ground;
  const thread = (repo: string, number: number) => {
    mayWrite(repo);
    return ground.thread(repo, number);
  };
  const mayWrite = (repo: string) => {
    if (atLeast(ground.place(repo).permissions.get(login) ?? 'write', 'write')) return;
    throw new AutodevError('forge_forbidden', `${login} may not write to ${repo}`);
  };
  const remark = (
    at: Pick<ReviewComment, 'path' | 'line' | 'body' | 'reviewId' | 'replyTo'>,
  ): ReviewComment => ({
    id: ground.nextId(),
    author: login,
    outdated: false,
    diffHunk: '',
    createdAt: ground.now(),
    updatedAt: ground.now(),
    url: '',
    ...at,
  });
  return {
    addLabels: async (repo, number, labels) => {
      for (const name of labels) ground.label(thread(repo, number), name, true, login);
    },
    removeLabel: async (repo, number, name) => ground.label(thread(repo, number), name, false, login),
    createLabel: async (repo, { name }) => {
      mayWrite(repo);
      ground.place(repo).labels.add(name);
    },
    comment: async (repo, number, body) => ({ ...ground.say(thread(repo, number), login, body) }),
    editComment: async (repo, id, body) => {
      mayWrite(repo);
      for (const each of ground.place(repo).threads.values()) {
        const found = each.comments.find((comment) => comment.id === id);
        if (found === undefined) continue;
        Object.assign(found, { body, updatedAt: ground.now() });
        ground.touch(each);
        return { ...found };
      }
      throw new AutodevError('forge_not_found', `comment ${id} is not there`);
    },
    createIssue: async (repo, { title, body, labels = [] }) => {
      mayWrite(repo);
      const made = ground.begin(repo, blank(repo, { title, body, author: login }, ground.now()));
      for (const name of labels) ground.label(made, name, true, login);
      return { ...made.entry };
    },
    closeIssue: async (repo, number) => ground.close(thread(repo, number), login),
    createPull: async (repo, { title, body, head, base, draft = false }) => {
      mayWrite(repo);
      return openPull(ground, { repo, author: login, title, body, head, base, draft });
    },
    review: async (repo, number, review) =>
      addReview(ground, thread(repo, number), login, review, (path, line, body, reviewId) =>
        remark({ path, line, body, reviewId, replyTo: null }),
      ),
    replyTo: async (repo, number, to, body) => {
      const each = thread(repo, number);
      const first = each.remarks.find(({ id }) => id === to);
      if (first === undefined) throw new AutodevError('forge_not_found', `comment ${to} is not there`);
      const made = remark({ path: first.path, line: first.line, body, reviewId: null, replyTo: to });
      each.remarks.push(made);
      ground.touch(each);
      return made;
    },
    requestReview: async (repo, number, logins) => {
      const each = thread(repo, number);
      const pull = pullOf(each);
      pull.requestedReviewers = [...new Set([...pull.requestedReviewers, ...logins])];
      ground.touch(each);
    },
    react: async (repo, target, content) => {
      const { reactions } = ground.place(repo);
      const key = JSON.stringify(target);
      const others = reactions.get(key) ?? [];
      if (others.some((one) => one.author === login && one.content === content)) return;
      reactions.set(key, [...others, { id: ground.nextId(), author: login, content }]);
    },
    retarget: async (repo, number, base) => {
      const each = thread(repo, number);
      const pull = pullOf(each);
      pull.base = { ref: base, sha: ground.place(repo).branches.get(base) ?? pull.base.sha };
      ground.note(each, 'base_ref_changed', login);
      ground.touch(each);
      return { ...pull };
    },
    rerunCheck: async (repo, check) => {
      if (check.source !== 'check_run' || check.conclusion === null)
        throw new AutodevError('forge_rejected', `${check.context} cannot be run again`);
      rerun(repo, check);
    },
    setStatus: async (repo, sha, status) => {
      mayWrite(repo);
      const state = status.state === 'error' ? 'failure' : status.state;
      ground.report(repo, sha, {
        context: status.context,
        description: status.description,
        source: 'status',
        state,
        conclusion: state === 'pending' ? null : status.state,
        url: status.url ?? null,
        author: login,
        id: null,
      });
    },
    merge: async (repo, number, { sha }) => {
      const each = thread(repo, number);
      const pull = pullOf(each);
      if (pull.state !== 'open' || pull.head.sha !== sha)
        throw new AutodevError('forge_conflict', 'the head has moved', { data: { status: 409 } });
      const base = ground.place(repo).branches.get(pull.base.ref) ?? pull.base.sha;
      const { tree, conflicts } = commits.merge(base, sha);
      if (conflicts.length > 0)
        throw new AutodevError('forge_conflict', 'it conflicts', { data: { status: 405 } });
      const parents = [base, sha];
      const made = commits.make({ parents, tree, by: login, at: ground.nextId() });
      settleMerge(ground, each, pull, made, login);
      return { sha: made };
    },
    deleteBranch: async (repo, name) => {
      mayWrite(repo);
      ground.move(repo, name, null);
    },
  };
}

function settleMerge(ground: Ground, thread: Thread, pull: Pull, made: string, login: string): void {
  Object.assign(pull, { merged: true, mergedBy: login, mergeSha: made });
  ground.note(thread, 'merged', login);
  ground.close(thread, login);
  ground.move(pull.repo, pull.base.ref, made);
  const issue = /Closes #(\d+)/.exec(pull.body)?.[1];
  const closed = issue === undefined ? undefined : ground.place(pull.repo).threads.get(Number(issue));
  if (closed !== undefined && !isPull(closed.entry)) ground.close(closed, login);
}

export function openPull(
  ground: Ground,
  said: Pick<Pull, 'repo' | 'author' | 'title' | 'body' | 'draft'> & { head: string; base: string },
): Pull {
  const { repo, head, base, draft } = said;
  const { branches, threads } = ground.place(repo);
  const sha = branches.get(head);
  const baseSha = branches.get(base);
  if (sha === undefined || baseSha === undefined)
    throw new AutodevError('forge_rejected', `there is no branch ${sha === undefined ? head : base}`);
  const twin = [...threads.values()].find(
    ({ entry }) =>
      isPull(entry) && entry.state === 'open' && entry.head.ref === head && entry.base.ref === base,
  );
  if (twin !== undefined)
    throw new AutodevError('forge_rejected', `#${twin.entry.number} is open for ${head}`);
  const { title, body, author } = said;
  const { entry } = ground.begin(repo, {
    ...blank(repo, { title, body, author }, ground.now()),
    draft,
    merged: false,
    mergedBy: null,
    mergeSha: null,
    requestedReviewers: [],
    head: { ref: head, sha, repo, owner: repo.split('/')[0] ?? null },
    base: { ref: base, sha: baseSha },
    mergeable: null,
  });
  if (!isPull(entry)) throw new Error('a pull request is one');
  return { ...entry };
}

export function addReview(
  ground: Ground,
  thread: Thread,
  login: string,
  { sha, event, body, comments }: NewReview,
  remark: (path: string, line: number, body: string, review: number) => ReviewComment,
): Review {
  const id = ground.nextId();
  const made: Review = {
    id,
    author: login,
    state: STATE[event],
    body,
    commitSha: sha,
    submittedAt: ground.now(),
    url: '',
  };
  thread.reviews.push(made);
  for (const { path, line, body: text } of comments) thread.remarks.push(remark(path, line, text, id));
  ground.touch(thread);
  return { ...made };
}
