import { isAutodevError } from '../../work/errors.ts';
import { parseWorkId, workId } from '../../work/ids.ts';
import type { Check, Pull } from '../../work/pull.ts';
import type { WorkContext } from '../engine/steps/context.ts';
import { hashOf } from '../engine/input/freeze.ts';
import { isOurs } from '../marker.ts';
import { pushedCommits } from '../publish/push-record.ts';
import { branchProblem } from '../publish/pushable.ts';
import { judgeChecks, type CheckVerdict } from './ci/judge-checks.ts';
import { rerunsOf } from './ci/rerun-record.ts';
import { REVIEW_CONTEXT } from './context-name.ts';
import { openQuestions, openRemarks } from './people/open-remarks.ts';
import type { Question, Remark } from './people/remark.ts';

/** More than this wait for the next run: a session that is given hundreds does none of them well. */
const MOST_REMARKS = 100;
const MOST_QUESTIONS = 10;

/** Why a pull request that we have reviewed at this head is work again. */
export interface Cause {
  remarks: Remark[];
  questions: Question[];
  fix: Check[];
  rerun: Check[];
  flaky: string[];
  /** What of it is not ours to do, in words; nothing but to wait for where the rest is empty. */
  waits: string[];
}

export const isCause = ({ remarks, questions, fix, rerun, flaky }: Cause): boolean =>
  [remarks, questions, fix, rerun, flaky].some((each) => each.length > 0);

/** Whether we may push improvements to its branch; a fork's branch is not ours to change. */
export function mayImprove(pull: Pull, { settings, logins }: WorkContext): boolean {
  return (
    pull.head.repo === pull.repo &&
    (isOurs(pull, '<!-- autodev:pull ', logins) || settings.improve === 'same-repo')
  );
}

/** What people said and what checks came to since. Every read is conditional: unchanged, it costs no quota. */
export async function nextCause(pull: Pull, context: WorkContext): Promise<Cause> {
  const { remarks, questions } = await askedByPeople(pull, context);
  const none: CheckVerdict = { fix: [], rerun: [], flaky: [], waits: [] };
  const ours = await isOurHead(pull, context);
  const ci = ours && mayImprove(pull, context) ? await judged(pull, context) : none;
  const cause: Cause = { remarks: mayImprove(pull, context) ? remarks : [], questions, ...ci };
  if (cause.remarks.length + cause.fix.length === 0) return cause;
  const problem = await branchProblem(context.forge, pull.repo, pull.head.ref);
  if (problem === undefined) return cause;
  return { ...cause, remarks: [], fix: [], waits: [...cause.waits, `it cannot be improved: ${problem}`] };
}

async function askedByPeople(
  pull: Pull,
  { forge, logins, trusts }: WorkContext,
): Promise<Pick<Cause, 'remarks' | 'questions'>> {
  const { repo, number } = pull;
  const said = {
    pull,
    logins,
    threads: await forge.reviewThreads(repo, number),
    reviews: await forge.reviews(repo, number),
    comments: await forge.comments(repo, number),
  };
  // Hundreds of remarks of three people are three questions to the forge.
  const asked = new Map<string, Promise<boolean>>();
  /** The first so many of those we trust: others must not take their place. */
  const trusted = async <T extends { author: string }>(all: readonly T[], most: number): Promise<T[]> => {
    const kept: T[] = [];
    for (const each of all) {
      if (kept.length === most) break;
      const answer = asked.get(each.author) ?? trusts(each.author);
      asked.set(each.author, answer);
      if (await answer) kept.push(each);
    }
    return kept;
  };
  return {
    remarks: await trusted(openRemarks(said), MOST_REMARKS),
    questions: await trusted(openQuestions(said), MOST_QUESTIONS),
  };
}

/** Whether this head is one that we pushed, for whichever of our items it was. */
export async function isOurHead(
  { repo, number, head }: Pick<Pull, 'repo' | 'number' | 'head'>,
  { store }: Pick<WorkContext, 'store'>,
): Promise<boolean> {
  const issue = /^autodev\/issue-([1-9]\d{0,8})$/.exec(head.ref)?.[1];
  const works = [workId('pr', repo, number), workId('merge', repo, number)];
  if (issue !== undefined) works.push(workId('issue', repo, Number(issue)));
  for (const work of works) if ((await pushedCommits(store, work)).includes(head.sha)) return true;
  return false;
}

async function judged(pull: Pull, context: WorkContext): Promise<CheckVerdict> {
  const { forge, store, host, settings, logins } = context;
  const { repo, number, head, base } = pull;
  const work = workId('pr', repo, number);
  const checks = (await forge.checks(repo, head.sha)).filter(
    ({ context: name, author }) => !(name === REVIEW_CONTEXT && author !== null && logins.includes(author)),
  );
  const red = checks.filter(({ state }) => state === 'failure');
  const reruns = await rerunsOf(store, work, head.sha);
  const toldFlaky = await store.meta.get(flakeKey(work, head.sha));
  const verdict = judgeChecks({
    now: host.clock.now(),
    checks,
    redOnBase: red.length === 0 ? [] : await redOn(repo, base.ref, context),
    baseRef: base.ref,
    passedBefore:
      red.length === 0
        ? []
        : (await forge.checkHistory(repo, head.sha))
            .filter(({ state }) => state === 'success')
            .map(({ context: name }) => name),
    reruns,
    mayRerun: settings.ci_rerun,
    pendingSince: await pendingSince(pull, checks, context),
  });
  const told = toldFlaky === undefined ? [] : toldFlaky.split('\n');
  verdict.flaky = verdict.flaky.filter((name) => !told.includes(name));
  // What its own output said before: it never ran, and nothing about it has changed since.
  const excused = await store.meta.get(excuseKey(work));
  if (excused === hashOf({ sha: head.sha, red: verdict.fix.map(idOf) })) {
    verdict.waits.push(
      ...verdict.fix.map((check) => `the check ${check.context} was never run by the forge`),
    );
    verdict.fix = [];
  }
  return verdict;
}

export const idOf = ({ context, id }: Pick<Check, 'context' | 'id'>): string => `${context} ${id ?? ''}`;
export const flakeKey = (work: string, sha: string): string => `flaky ${work} ${sha}`;
export const excuseKey = (work: string): string => `never-ran ${work}`;

async function redOn(repo: string, branch: string, { forge }: WorkContext): Promise<string[]> {
  const tip = await forge.branch(repo, branch);
  if (tip === null) return [];
  return (await forge.checks(repo, tip))
    .filter(({ state }) => state === 'failure')
    .map(({ context: name }) => name);
}

/** Since when we have seen a check of this head that has not ended: the forge does not tell it of every kind. */
async function pendingSince(
  { repo, number, head }: Pull,
  checks: readonly Check[],
  { store, host }: WorkContext,
): Promise<number> {
  const now = host.clock.now();
  const pending = checks.filter(({ state }) => state === 'pending').map(idOf);
  if (pending.length === 0) return now;
  const key = `pending ${workId('pr', repo, number)}`;
  const these = hashOf({ sha: head.sha, pending });
  const [seen, since] = (await store.meta.get(key))?.split(' ') ?? [];
  if (seen === these) return Number(since);
  await store.meta.set(key, `${these} ${now}`);
  return now;
}

/** Reviewed pull requests whose head we pushed: how their checks end does not show in the pull request itself. */
export async function watchedPulls(context: WorkContext): Promise<Pull[]> {
  const { store, forge, settings } = context;
  const open: Pull[] = [];
  for (const { work } of await store.reviewed.ofRepo(settings.name)) {
    const { repo, number } = parseWorkId(work);
    const pull = await forge.pull(repo, number).catch((error: unknown) => {
      if (isAutodevError(error, 'forge_not_found')) return undefined;
      throw error;
    });
    if (pull?.state !== 'open') await store.reviewed.forget(work);
    else if (await isOurHead(pull, context)) open.push(pull);
  }
  return open;
}
