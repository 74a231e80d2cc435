import * as z from 'zod';
import type { CausedEffect } from '../../store/tables/effects.ts';
import { differs, isOfRepo, isReplaced, same, unchecked, type Question, type Verdict } from './verdict.ts';

const pushed = z.object({ branch: z.string(), sha: z.string() });
const pushOf = ({ intent }: CausedEffect) => pushed.safeParse(intent).data;

/** The branch where the last of our pushes left it. */
export async function push(question: Question): Promise<Verdict> {
  const { effect, repo, reads } = question;
  const ours = pushOf(effect);
  if (ours === undefined) return unchecked('what was pushed is not recorded');
  const { branch, sha } = ours;
  if (isReplaced(question, (other) => isOfRepo(other, repo) && pushOf(other)?.branch === branch))
    return unchecked('more was pushed later');
  const head = await reads.branch(repo, branch);
  if (head === sha) return same;
  if (head !== undefined)
    return differs('foreign', `${branch} is at ${head.slice(0, 7)}, which is not in the ledger`);
  // What becomes of a branch after its pull request is up to people and to the forge.
  const pulls = (await reads.pullsFrom(repo, branch)) ?? [];
  return pulls.some(({ state }) => state === 'closed') ? same : differs('deleted', `${branch} is gone`);
}

const reported = z.object({ sha: z.string(), state: z.string() });

/** The newest of our statuses on the commit. */
export async function status(question: Question): Promise<Verdict> {
  const { effect, repo, reads, logins } = question;
  const ours = reported.safeParse(effect.intent).data;
  const contextOf = ({ key }: CausedEffect) => key.split(' ').slice(1, 3).join(' ');
  const [, , context] = effect.key.split(' ');
  if (ours === undefined || context === undefined) return unchecked('which status it was is not recorded');
  if (isReplaced(question, (other) => isOfRepo(other, repo) && contextOf(other) === contextOf(effect)))
    return unchecked('it was set anew later');
  const where = `${context} on ${ours.sha.slice(0, 7)}`;
  const found = (await reads.checks(repo, ours.sha))?.find((check) => check.context === context);
  if (found === undefined) return differs('missing', `there is no ${where}`);
  if (found.author !== null && !logins.includes(found.author))
    return differs('foreign', `${where} was set by ${found.author}`);
  return found.state === ours.state ? same : differs('edited', `${where} is ${found.state} now`);
}

export async function merge({ effect, repo, number, reads, logins }: Question): Promise<Verdict> {
  const sha = z.object({ sha: z.string() }).safeParse(effect.result).data?.sha ?? '';
  const found = await reads.pull(repo, number);
  if (found === undefined) return differs('deleted', `pull request #${number} is gone`);
  if (!found.merged) return differs('missing', `#${number} is not merged`);
  if (found.mergedBy !== null && !logins.includes(found.mergedBy))
    return differs('foreign', `#${number} was merged by ${found.mergedBy}`);
  return sha === '' || found.mergeSha === null || found.mergeSha === sha
    ? same
    : differs('foreign', `#${number} was merged as ${found.mergeSha.slice(0, 7)}`);
}

export async function retarget(question: Question): Promise<Verdict> {
  const { effect, repo, number, reads } = question;
  const base = z.object({ base: z.string() }).safeParse(effect.intent).data?.base;
  if (isReplaced(question, ({ work }) => work === effect.work)) return unchecked('it was moved again later');
  const found = await reads.pull(repo, number);
  if (found === undefined) return differs('deleted', `pull request #${number} is gone`);
  return found.base.ref === base ? same : differs('edited', `#${number} goes into ${found.base.ref} now`);
}

export async function close({ effect, repo, reads }: Question): Promise<Verdict> {
  const number = z.object({ number: z.number() }).safeParse(effect.intent).data?.number;
  if (number === undefined) return unchecked('what was closed is not recorded');
  const found = await reads.issue(repo, number);
  if (found === undefined) return differs('deleted', `#${number} is gone`);
  return found.state === 'closed' ? same : differs('edited', `#${number} is open again`);
}
