import { answerWith } from '../../api/control/answer-with.ts';
import { userName } from '../../config/environment.ts';
import { refuseSecondAnswer } from '../../daemon/control/left-answers.ts';
import { local } from '../../render/moments.ts';
import { inert } from '../../render/visible.ts';
import type { Question } from '../../store/tables/questions.ts';
import { AutodevError } from '../../work/errors.ts';
import type { WorkId } from '../../work/ids.ts';
import type { Input } from '../command.ts';
import { readStore } from './stores.ts';
import { tellDaemon } from './tell.ts';
import { idAndRest } from './short-id.ts';
import { findWork } from './work-id.ts';

export async function run(input: Input): Promise<void> {
  const {
    id,
    rest: [given, ...more],
  } = idAndRest(input.args);
  if (more.length > 0)
    throw new AutodevError('usage', `unexpected argument: ${more[0] ?? ''}`, {
      hint: 'a text of several words needs quotes',
    });
  const by = userName();
  const command = await readStore(input.home, async (store) => {
    const work = await findWork(store, id, { exactly: true });
    const wanted = input.text('question');
    const open = (await store.questions.open(work)).filter(({ id: question }) =>
      question.startsWith(wanted ?? ''),
    );
    if (given === undefined && open.length > 0) show(input, work, open);
    const text = given ?? (open.length === 1 ? await typed(input) : undefined);
    if (text === undefined && open.length > 0) return undefined;
    const { matchAnswer } = await import('../../daemon/control/answer.ts');
    const matched = await matchAnswer(store, { work, question: wanted, text: text ?? '', by });
    await refuseSecondAnswer(store, work, matched.text);
    return { name: 'answer', work, question: matched.question.id, text: matched.text, by } as const;
  });
  if (command !== undefined) await tellDaemon(input, command);
}

/** What it asks, in full, and how to answer it. */
function show({ io, json }: Input, work: WorkId, open: readonly Question[]): void {
  if (json) {
    const questions = open.map(({ id, text, options, free, expiresAt }) => ({
      id,
      text,
      options,
      free: free || options.length === 0,
      expires_at: expiresAt,
    }));
    io.out(`${JSON.stringify({ schema_version: 1, id: work, questions })}\n`);
    return;
  }
  for (const question of inert(open)) {
    const { id, text, expiresAt } = question;
    const which = open.length === 1 ? '' : ` --question ${id}`;
    const until = expiresAt === null ? '' : ` (until ${local(expiresAt)})`;
    io.out(`${text}\n\n  ${answerWith(question)}${which}${until}\n`);
  }
}

/** Undefined: nobody can type here, or nothing was typed. */
async function typed({ io, json }: Input): Promise<string | undefined> {
  const answer = io.inIsTerminal && !json ? await io.ask('> ') : '';
  return answer?.trim() || undefined;
}
