import * as z from 'zod';
import { isOurs, isOwnText } from '../marker.ts';
import { replyMark } from '../pull/people/open-remarks.ts';
import {
  differs,
  isOfRepo,
  isReplaced,
  same,
  sameText,
  unchecked,
  type Question,
  type Verdict,
} from './verdict.ts';

const written = z.object({ id: z.number(), body: z.string() });
const elsewhere = z.object({ number: z.int().positive() });

/** A comment by its number, its words, and whether another one carries the same mark. */
export async function comment(question: Question): Promise<Verdict> {
  const { effect, repo, reads, logins, ledger } = question;
  const ours = written.safeParse(effect.result).data;
  if (ours === undefined) return unchecked('which comment it was is not recorded');
  const number = elsewhere.safeParse(effect.intent).data?.number ?? question.number;
  const idOf = (result: unknown) => written.safeParse(result).data?.id;
  if (isReplaced(question, (other) => isOfRepo(other, repo) && idOf(other.result) === ours.id))
    return unchecked('it was written anew later');
  const all = (await reads.comments(repo, number)) ?? [];
  const found = all.find(({ id }) => id === ours.id);
  if (found === undefined) return differs('deleted', `comment ${ours.id} on #${number} is gone`);
  if (!logins.includes(found.author)) return differs('foreign', `comment ${ours.id} is by ${found.author}`);
  if (!sameText(found.body, ours.body))
    return differs('edited', `comment ${ours.id} says something else now`);
  const mark = ours.body.trimEnd().split('\n').at(-1) ?? '';
  const recorded = new Set(ledger.map(({ result }) => idOf(result)));
  const twin = all.find(
    (each) => isOurs(each, mark, logins) && isOwnText(each, logins) && !recorded.has(each.id),
  );
  return twin === undefined
    ? same
    : differs('foreign', `comment ${twin.id} carries the same mark and is not in the ledger`);
}

export async function review({ effect, repo, number, reads, logins }: Question): Promise<Verdict> {
  const ours = z.object({ id: z.number(), body: z.string().optional() }).safeParse(effect.result).data;
  if (ours === undefined) return unchecked('which review it was is not recorded');
  const found = (await reads.reviews(repo, number))?.find(({ id }) => id === ours.id);
  if (found === undefined) return differs('deleted', `review ${ours.id} on #${number} is gone`);
  if (!logins.includes(found.author)) return differs('foreign', `review ${ours.id} is by ${found.author}`);
  if (found.state === 'DISMISSED') return differs('edited', `review ${ours.id} was dismissed`);
  // Where its words were not recorded, its mark at least has to stand in it.
  const untouched =
    ours.body === undefined ? found.body.includes(`${effect.run}/`) : sameText(found.body, ours.body);
  return untouched ? same : differs('edited', `review ${ours.id} says something else now`);
}

export async function reply({ effect, repo, number, reads, logins }: Question): Promise<Verdict> {
  const mark = replyMark({ repo, number }, effect.key.slice('reply '.length));
  const all = (await reads.reviewComments(repo, number)) ?? [];
  return all.some((each) => isOurs(each, mark, logins))
    ? same
    : differs('deleted', `no answer with its mark on #${number}`);
}

const opened = z.object({ number: z.number(), title: z.string(), body: z.string() });

export async function issue({ effect, repo, reads, logins }: Question): Promise<Verdict> {
  const ours = opened.safeParse(effect.result).data;
  if (ours === undefined) return unchecked('which issue it was is not recorded');
  return compareOpened(ours, await reads.issue(repo, ours.number), logins, 'issue');
}

/** A pull request by its branch. */
export async function pull({ effect, repo, reads, logins }: Question): Promise<Verdict> {
  const ours = opened.safeParse(effect.result).data;
  const head = z.object({ head: z.string() }).safeParse(effect.intent).data?.head;
  if (ours === undefined || head === undefined) return unchecked('which pull request it was is not recorded');
  const found = (await reads.pullsFrom(repo, head))?.find(({ number }) => number === ours.number);
  return compareOpened(ours, found, logins, 'pull request');
}

function compareOpened(
  ours: z.infer<typeof opened>,
  found: { author: string; title: string; body: string } | undefined,
  logins: readonly string[],
  noun: string,
): Verdict {
  const name = `${noun} #${ours.number}`;
  if (found === undefined) return differs('deleted', `${name} is gone`);
  if (!logins.includes(found.author)) return differs('foreign', `${name} is by ${found.author}`);
  if (found.title !== ours.title) return differs('edited', `${name} has another title now`);
  return sameText(found.body, ours.body) ? same : differs('edited', `${name} says something else now`);
}
