import { counted } from '../../../work/counted.ts';
import { z } from 'zod';
import { isAutodevError } from '../../../work/errors.ts';
import type { ReviewComment } from '../../../work/pull.ts';
import { schemaFor } from '../../../work/verdicts.ts';
import type { StepContext } from '../../engine/steps/context.ts';
import type { StepResult } from '../../engine/flow.ts';
import { isOurs, marked } from '../../marker.ts';
import { joined, ours, type Publishable } from '../../model-text/publishable.ts';
import { shown } from '../../model-text/shown.ts';
import { fillPrompt, nameInProse, template, untrusted } from '../../prompt.ts';
import { words } from '../../words.ts';
import { ensureCommits, worktreeAt } from '../../worktree-at.ts';
import type { Again, PullInput } from '../input.ts';
import { inputFrom } from '../outside.ts';
import { folderOf, localBranch } from '../place.ts';
import { answered, type PullResults } from '../results.ts';
import { replyMark } from './open-remarks.ts';
import type { Remark } from './remark.ts';
import { replyText } from './reply-text.ts';

type Context = StepContext<PullInput, PullResults>;
type Done<Name extends keyof PullResults> = Promise<StepResult<PullResults[Name]>>;

const ANSWERS = schemaFor('answers', z.object({ answers: z.array(answered) }));
const DIFF_CAP = 100_000;
const QUOTED = 400;

const againOf = ({ input }: Context): Again => {
  if (!input.again) throw new Error('nobody said anything');
  return input.again;
};

/** One session that only reads, for all the questions that nobody has answered. */
export async function answer(context: Context): Done<'answer'> {
  const { input, host, settings, workspaces } = context;
  const { questions } = againOf(context);
  const cwd = await worktreeAt(context, folderOf(input), {
    commit: input.headSha,
    branch: localBranch(input),
    // A head that is not ours to change may be anybody's: agents obey the base there.
    ...(input.improvable ? {} : { configFrom: input.baseSha }),
  });
  await ensureCommits(context, input.baseSha);
  const base = await workspaces.mergeBase(input.repo, input.baseSha, input.headSha);
  const { text } = await workspaces.patch(input.repo, base, input.headSha, DIFF_CAP);
  const prompt = fillPrompt(
    await template(new URL('./answer.md', import.meta.url)),
    {
      repo: input.repo,
      number: String(input.number),
      author: nameInProse(input.author),
      head: nameInProse(input.headRef),
      base: nameInProse(input.baseRef),
      title: untrusted(input.title),
      body: untrusted(input.body),
      diff: untrusted(text),
      questions: questions.map(({ key, author, body }) =>
        untrusted(`Question ${key} by ${nameInProse(author)}:\n${body}`),
      ),
    },
    { random: host.random, language: settings.language },
  );
  const from = await inputFrom(context);
  const done = await context.session({
    role: 'review',
    prompt,
    cwd,
    access: 'read',
    input: from,
    schema: ANSWERS,
  });
  const asked = new Set(questions.map(({ key }) => key));
  const answers = done.structured.answers.filter(({ id }) => asked.has(id));
  return { result: { answers }, summary: `${answers.length} of ${questions.length} answered` };
}

/** Each question gets one comment. One that the session had nothing to say to is said so: it is not asked twice. */
export async function say(context: Context): Done<'say'> {
  const { input, history } = context;
  const { questions } = againOf(context);
  const { answers } = history.required('answer');
  const w = words(input.language);
  for (const { key, author, body } of questions) {
    const said = answers.find(({ id }) => id === key);
    const text = said === undefined ? ours(w.noAnswer) : shown(said.text);
    await sayBelow(context, key, joined([quoted(body, author), text]));
  }
  return { result: { count: questions.length }, summary: counted(questions.length, 'answer') };
}

/** In each thread what was done, or why not; a review's own text is answered below the pull request. */
export async function reply(context: Context): Done<'reply'> {
  const { input, history } = context;
  const answers = history.required('improve').answers ?? [];
  const sha = history.result('push')?.sha;
  const threads = new Map<number, Remark[]>();
  let count = 0;
  for (const remark of againOf(context).remarks) {
    if (remark.thread !== null) {
      threads.set(remark.thread, [...(threads.get(remark.thread) ?? []), remark]);
      continue;
    }
    const text = replyText([remark], answers, sha, input.language);
    await sayBelow(context, remark.key, joined([quoted(remark.body, remark.author), text]));
    count += 1;
  }
  // One look at what is there already serves all of them: of hundreds of threads each would list hundreds.
  const there = threads.size === 0 ? [] : await context.forge.reviewComments(input.repo, input.number);
  for (const [thread, remarks] of threads) {
    const text = replyText(remarks, answers, sha, input.language);
    if (await sayInThread(context, { thread, remarks, text, there })) count += 1;
  }
  return { result: { count }, summary: counted(count, 'answer') };
}

/** False when the thread is gone. */
async function sayInThread(
  { input, forge, ledger, logins }: Context,
  answer: {
    thread: number;
    remarks: readonly Remark[];
    text: Publishable;
    there: readonly ReviewComment[];
  },
): Promise<boolean> {
  const { thread, remarks, text } = answer;
  let looks = 0;
  let written: ReviewComment | undefined;
  const { repo, number } = input;
  const key = remarks.at(-1)?.key ?? '';
  const mark = replyMark(input, key);
  return ledger
    .perform({
      kind: 'reply',
      target: key,
      intent: { thread },
      find: async () => {
        looks += 1;
        // The forge gave it back when it was written.
        if (written !== undefined) return true;
        const seen = looks === 1 ? answer.there : await forge.reviewComments(repo, number);
        return seen.some((comment) => isOurs(comment, mark, logins)) || undefined;
      },
      write: async () => {
        try {
          written = await forge.replyTo(repo, number, thread, marked(text, mark));
          return true;
        } catch (error) {
          // Whoever wrote it took it back meanwhile.
          if (isAutodevError(error, 'forge_not_found')) throw new Gone();
          throw error;
        }
      },
    })
    .catch((error: unknown) => {
      if (error instanceof Gone) return false;
      throw error;
    });
}

class Gone extends Error {}

async function sayBelow(
  { input, forge, ledger, logins }: Context,
  key: string,
  text: Publishable,
): Promise<void> {
  const { repo, number } = input;
  const mark = replyMark(input, key);
  await ledger.perform({
    kind: 'comment',
    target: `reply ${key}`,
    intent: { key },
    find: async () => (await forge.comments(repo, number)).find((comment) => isOurs(comment, mark, logins)),
    write: () => forge.comment(repo, number, marked(text, mark)),
  });
}

/** Whom it answers, and to what; their words are made inert as a model's are. */
function quoted(body: string, author: string): Publishable {
  const text = shown(body.length > QUOTED ? `${body.slice(0, QUOTED)} […]` : body);
  return ours(`**${nameInProse(author)}**:\n\n${text.replaceAll(/^/gm, '> ')}`);
}

/** Whoever asked for the changes is asked to look again. Nobody's review is dismissed. */
export async function askAgain(context: Context): Done<'askAgain'> {
  const { input, forge, ledger, logins } = context;
  const { repo, number } = input;
  const authors = new Set(againOf(context).remarks.map(({ author }) => author));
  const people = [...authors].filter((login) => login !== input.author && !logins.includes(login));
  if (people.length === 0) return { result: { asked: [] }, summary: 'nobody to ask' };
  let refused = false;
  await ledger.perform({
    kind: 'request',
    target: people.join(' '),
    intent: { people },
    find: async () => {
      const { requestedReviewers, state } = await forge.pull(repo, number);
      const waiting = people.every((login) => requestedReviewers.includes(login));
      return waiting || refused || state !== 'open' ? people : undefined;
    },
    write: async () => {
      try {
        await forge.requestReview(repo, number, people);
      } catch (error) {
        // One of them may have left: the answers in the threads are there all the same.
        if (!isAutodevError(error, 'forge_rejected')) throw error;
        refused = true;
      }
      return people;
    },
  });
  return {
    result: { asked: refused ? [] : people },
    summary: refused ? 'the forge would not ask them' : `asked ${people.join(', ')} again`,
  };
}
