import type { Standing } from './standing.ts';
import type { PdcaTalk } from './start.ts';

/** What whoever is there says to a question. Undefined: nobody can allow more money here. */
export async function answered(
  talk: PdcaTalk,
  question: { text: string; options: string[] },
  { next, done }: Standing,
  feature: string,
): Promise<string | undefined> {
  const about = next.kind === 'move' && next.work.kind === 'ask' ? next.work.about : 'budget';
  const { text, options } = question;
  if (next.kind === 'move') for (const line of next.notes) talk.say(line);
  if (talk.ask !== undefined) {
    const sessions = done.flatMap((one) => one.sessions);
    const document = done.findLast((one) => one.kind === 'plan' || one.kind === 'design');
    const summary = document?.result.summary ?? '';
    const said = await talk.ask({ about, text, options, phase: next.phase, sessions, summary, feature });
    // No more money: the run waits for it, and can be resumed.
    return about === 'budget' && said === 'stop' ? undefined : said;
  }
  if (about === 'budget') return undefined;
  // Nobody is there: a phase goes on by default, what went wrong does not.
  return about === 'failed' || about === 'warning' ? 'stop' : options[0];
}
