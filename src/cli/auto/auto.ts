import { isoTime, systemClock } from '../../host/clock.ts';
import { AutodevError } from '../../work/errors.ts';
import { CHANNEL, MAIL_QUERY, type MailWork, type PdcaOptions } from '../../workflows/pdca/options.ts';
import { checkedFeature, slugOf } from '../../workflows/pdca/documents/slug.ts';
import type { Input } from '../command.ts';

export async function run(input: Input): Promise<number> {
  const [{ startPdca }, { discover }, { prepare }] = await Promise.all([
    import('../../compose/pdca/begin.ts'),
    import('./discover.ts'),
    import('./start.ts'),
  ]);
  const interactive = input.flag('interactive');
  const { start, shown, language } = await prepare(input, interactive);
  const words = [...input.args];
  const mail = input.flag('gmail') ? mailOf(words) : null;
  let task = words.join(' ').trim();
  if (task === '' && mail === null && input.text('slack') === undefined) {
    const found = await discover(input, start, shown.object);
    if (found === undefined) return 0;
    task = found;
  }
  const channel = input.text('slack') ?? null;
  if (channel !== null && !CHANNEL.test(channel))
    throw new AutodevError('usage', `--slack takes the id of a channel, not "${channel.slice(0, 80)}"`);
  const named = input.text('feature');
  const options: PdcaOptions = {
    task,
    feature:
      named === undefined
        ? slugOf(task === '' ? `context ${channel ?? 'mail'}` : task)
        : checkedFeature(named),
    language,
    worktree: input.flag('worktree'),
    interactive,
    opus: input.flag('opus'),
    eco: input.flag('eco'),
    dryRun: input.flag('dry-run'),
    skipAnalysis: input.flag('skip-analysis'),
    noIssue: input.flag('no-issue'),
    skipE2e: input.flag('skip-e2e'),
    strict: input.flag('strict'),
    custom: input.text('custom') ?? null,
    slack: channel,
    gmail: mail,
    asksWhenExhausted: interactive,
  };
  return shown.end(await startPdca(start, options));
}

/** After `--gmail` a word `name:…` is a query, anything else the task. Takes the query out of the words. */
export function mailOf(words: string[]): NonNullable<PdcaOptions['gmail']> {
  const at = words.findIndex((word) => MAIL_QUERY.test(word));
  const query = at === -1 ? null : (words.splice(at, 1)[0] ?? null);
  const stamp = isoTime(systemClock.now()).replaceAll(/[:.]/g, '-');
  return { query, work: mailWork(words.join(' ')), stamp };
}

function mailWork(task: string): MailWork {
  if (task.trim() === '') return 'analysis';
  if (/^\s*(?:응답 초안|reply drafts?)\s*$/i.test(task)) return 'drafts';
  return /^\s*(?:할일 생성|make todos?)\s*$/i.test(task) ? 'todos' : 'task';
}
