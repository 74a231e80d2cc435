import type { Fetch } from '../../host/net/fetch.ts';
import type { Host } from '../../host/host.ts';
import type { Forge, Viewer } from '../forge.ts';
import { branch, deleteBranch, isProtected, requiredChecks } from './branches.ts';
import { checkLog, rerunCheck } from './check-log.ts';
import { checkHistory, checks, setStatus } from './checks.ts';
import { openClient } from './http/client.ts';
import { comment, comments, editComment } from './comments.ts';
import { memoryEtags, type EtagStore } from './http/conditional.ts';
import { events, labelHistory } from './events.ts';
import { closedIssues, closeIssue, createIssue, issue, labelled, openIssues } from './issues.ts';
import { addLabels, createLabel, removeLabel } from './labels.ts';
import { createPull, files, merge, openPulls, pull, pullsFrom, pullsInto, retarget } from './pulls.ts';
import { react, reactions } from './reactions.ts';
import { blockedBy, parentIssue, subIssues } from './relations.ts';
import { permission, repository, viewer } from './repositories.ts';
import { replyTo, reviewComments, reviewThreads } from './review-comments.ts';
import { requestReview, review, reviews } from './reviews.ts';
import { fixedToken, type TokenProvider } from './http/token.ts';

export interface GitHubForgeOptions {
  /** `https://api.github.com`, `https://HOST/api/v3` of an Enterprise server, or the embedded forge's. */
  apiUrl: string;
  token: string | TokenProvider;
  /** Who that is, where the token cannot ask for itself: a GitHub App. */
  viewer?: () => Promise<Viewer>;
  /** Where to clone from, when it is not what the API says (a proxy, a mirror). */
  webUrl?: string | undefined;
  /** A second between writes, as GitHub asks for. Off for a forge on this machine. */
  pacing?: boolean;
  etags?: EtagStore;
  timeoutMs?: number;
  /** Ends every wait and request. */
  signal?: AbortSignal | undefined;
  /** Ends long waits for a limit only: short ones, and requests, go on. */
  hurry?: AbortSignal | undefined;
  fetch?: Fetch;
}

const PATIENCE = 60_000;

export function openGitHubForge(host: Host, options: GitHubForgeOptions): Forge {
  const client = openClient(host, {
    apiUrl: options.apiUrl,
    token: typeof options.token === 'string' ? fixedToken(options.token) : options.token,
    pacing: options.pacing ?? !isLoopback(options.apiUrl),
    etags: options.etags ?? memoryEtags(),
    timeoutMs: options.timeoutMs ?? PATIENCE,
    signal: options.signal,
    hurry: options.hurry,
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  return {
    apiUrl: client.apiUrl,
    viewer: options.viewer ?? (() => viewer(client)),
    repository: (repo) => repository(client, repo),
    permission: (repo, login) => permission(client, repo, login),
    openIssues: (repo, since) => openIssues(client, repo, since),
    closedIssues: (repo, since) => closedIssues(client, repo, since),
    openPulls: (repo, since) => openPulls(client, repo, since),
    labelled: (repo, label) => labelled(client, repo, label),
    issue: (repo, number) => issue(client, repo, number),
    pull: (repo, number) => pull(client, repo, number),
    pullsFrom: (repo, head, choice) => pullsFrom(client, repo, head, choice),
    pullsInto: (repo, base) => pullsInto(client, repo, base),
    blockedBy: (repo, number) => blockedBy(client, repo, number),
    subIssues: (repo, number) => subIssues(client, repo, number),
    parentIssue: (repo, number) => parentIssue(client, repo, number),
    comments: (repo, number) => comments(client, repo, number),
    reviews: (repo, number) => reviews(client, repo, number),
    reviewComments: (repo, number) => reviewComments(client, repo, number),
    reviewThreads: (repo, number) => reviewThreads(client, repo, number),
    reactions: (repo, target) => reactions(client, repo, target),
    files: (repo, number) => files(client, repo, number),
    checks: (repo, sha) => checks(client, repo, sha),
    checkHistory: (repo, sha) => checkHistory(client, repo, sha),
    checkLog: (repo, check, capBytes) => checkLog(client, repo, check, capBytes),
    requiredChecks: (repo, name) => requiredChecks(client, repo, name),
    isProtected: (repo, name) => isProtected(client, repo, name),
    events: (repo, number) => events(client, repo, number),
    labelHistory: (repo, number) => labelHistory(client, repo, number),
    branch: (repo, name) => branch(client, repo, name),
    addLabels: (repo, number, labels) => addLabels(client, repo, number, labels),
    removeLabel: (repo, number, label) => removeLabel(client, repo, number, label),
    createLabel: (repo, label) => createLabel(client, repo, label),
    comment: (repo, number, body) => comment(client, repo, number, body),
    editComment: (repo, id, body) => editComment(client, repo, id, body),
    createIssue: (repo, fields) => createIssue(client, repo, fields),
    closeIssue: (repo, number) => closeIssue(client, repo, number),
    createPull: (repo, fields) => createPull(client, repo, fields),
    review: (repo, number, fields) => review(client, repo, number, fields),
    replyTo: (repo, number, thread, body) => replyTo(client, repo, number, thread, body),
    requestReview: (repo, number, logins) => requestReview(client, repo, number, logins),
    react: (repo, target, content) => react(client, repo, target, content),
    retarget: (repo, number, base) => retarget(client, repo, number, base),
    rerunCheck: (repo, check) => rerunCheck(client, repo, check),
    setStatus: (repo, sha, status) => setStatus(client, repo, sha, status),
    merge: (repo, number, fields) => merge(client, repo, number, fields),
    deleteBranch: (repo, name) => deleteBranch(client, repo, name),
    gitAccess: async (repo) => ({
      url:
        options.webUrl === undefined
          ? (await repository(client, repo)).cloneUrl
          : `${options.webUrl.replace(/\/+$/, '')}/${repo}.git`,
      username: 'x-access-token',
      token: await client.token(),
    }),
  };
}

function isLoopback(url: string): boolean {
  return /^(localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}
