import type { Forge, ReactionTarget } from '../../forge/forge.ts';
import { isRefusal } from '../../work/errors.ts';
import type { Issue, ReactionContent } from '../../work/issue.ts';
import { isPull, type Pull } from '../../work/pull.ts';
import { isOurs, marked, marker } from '../../workflows/marker.ts';
import { ours, own } from '../../workflows/model-text/publishable.ts';
import { nameInProse } from '../../workflows/prompt.ts';
import { isHeard } from '../claims/heard.ts';
import { publicLine } from '../claims/public-line.ts';
import type { DaemonParts } from '../parts.ts';

/** What somebody wrote where words are heard: in the conversation, in a review's own text, in a thread of one. */
export interface Spoken {
  /** Its number on the forge; a letter before it tells remarks in threads and reviews from comments. */
  id: string;
  author: string;
  body: string;
  at: string;
  /** Where reactions to it go; a review's own text takes none on GitHub, and is answered in a comment. */
  target: ReactionTarget | undefined;
}

export async function spokenBelow(
  forge: Pick<Forge, 'comments' | 'reviewComments' | 'reviews'>,
  entry: Issue | Pull,
): Promise<Spoken[]> {
  const { repo, number } = entry;
  const said = (await forge.comments(repo, number)).map(({ id, author, body, createdAt: at }): Spoken => ({
    id: String(id),
    author,
    body,
    at,
    target: { comment: id },
  }));
  if (!isPull(entry)) return said;
  for (const { id, author, body, createdAt } of await forge.reviewComments(repo, number))
    said.push({ id: `t${id}`, author, body, at: createdAt, target: { reviewComment: id } });
  for (const { id, author, body, submittedAt } of await forge.reviews(repo, number))
    said.push({ id: `r${id}`, author, body, at: submittedAt, target: undefined });
  return said.sort((a, b) => a.at.localeCompare(b.at));
}

type AnswerParts = Pick<DaemonParts, 'forge' | 'logins'>;

const wordMark = ({ repo, number }: Issue | Pull, { id }: Spoken): string =>
  marker('word', `${repo}#${number}/${id}`);

/** By another life of ours, or by another daemon: their record is not here, their mark is. */
export async function isAnswered(
  { forge, logins }: AnswerParts,
  entry: Issue | Pull,
  spoken: Spoken,
): Promise<boolean> {
  const { repo, number } = entry;
  if (spoken.target === undefined) {
    const mark = wordMark(entry, spoken);
    return (await forge.comments(repo, number)).some((comment) => isOurs(comment, mark, logins));
  }
  return isHeard(await forge.comments(repo, number), logins, spoken.id);
}

export async function react(
  { forge }: AnswerParts,
  { repo }: Issue | Pull,
  { target }: Spoken,
  content: ReactionContent,
): Promise<void> {
  if (target === undefined) return;
  try {
    await forge.react(repo, target, content);
  } catch (error) {
    // The comment is gone, or we may not: what was said in it counts all the same.
    if (!isRefusal(error)) throw error;
  }
}

/** Below the pull request, once: also after a crash in between, whose comment is found by its mark. */
export async function replyTo(
  parts: AnswerParts,
  entry: Issue | Pull,
  spoken: Spoken,
  outcome: string,
): Promise<void> {
  if (await isAnswered(parts, entry, spoken)) return;
  const { repo, number } = entry;
  const text = own`**${ours(nameInProse(spoken.author))}**: ${publicLine(outcome, repo)}`;
  await parts.forge.comment(repo, number, marked(text, wordMark(entry, spoken)));
}
