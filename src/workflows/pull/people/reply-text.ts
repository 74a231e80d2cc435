import { joined, ours, type Publishable } from '../../model-text/publishable.ts';
import { shown } from '../../model-text/shown.ts';
import { words, type Language } from '../../words.ts';
import type { Answered } from '../results.ts';
import type { Remark } from './remark.ts';

/** What one thread is told of its remarks, out of the session's answers and the commit that was pushed. Pure. */
export function replyText(
  remarks: readonly Remark[],
  answers: readonly Answered[],
  sha: string | undefined,
  language: Language,
): Publishable {
  const w = words(language);
  const said = remarks.flatMap(({ key }) => answers.find(({ id }) => id === key) ?? []);
  const commit = sha?.slice(0, 12);
  const changed = commit !== undefined && said.some(({ done }) => done);
  return joined([
    ...said.map(({ text }) => shown(text)),
    ...(said.length === 0 ? [] : [ours(changed ? w.remarkDone(commit) : w.remarkLeft)]),
    // That something was pushed does not say that it was pushed for this.
    ...(said.length < remarks.length ? [ours(w.remarkUnanswered(commit))] : []),
  ]);
}
