import type { Command } from '../../api/control/command.ts';
import type { Explanation } from '../../api/explanation.ts';
import { isoSeconds } from '../../host/clock.ts';
import type { Store } from '../../store/store.ts';
import type { Question } from '../../store/tables/questions.ts';
import { AutodevError, isAutodevError, isRefusal, messageOf } from '../../work/errors.ts';
import { parseWorkId, workId, type WorkId } from '../../work/ids.ts';
import { atLeast, type Issue, type Permission } from '../../work/issue.ts';
import { isPull, type Pull } from '../../work/pull.ts';
import { isOwnText } from '../../workflows/marker.ts';
import { WORDS, wordSaid, type WordSaid } from '../../workflows/outside-text/words-said.ts';
import { words } from '../../workflows/words.ts';
import { lastSaidElsewhere, noteHeard, writeStatus, type ClaimParts } from '../claims/claim.ts';
import { publicLine } from '../claims/public-line.ts';
import type { DaemonParts, WatchedRepo } from '../parts.ts';
import { sayIgnoredOrder } from './ignored-order.ts';
import { isAnswered, react, replyTo, spokenBelow, type Spoken } from './spoken.ts';

export interface WordParts extends ClaimParts, Pick<DaemonParts, 'queues' | 'bus' | 'trusts'> {
  obey(command: Command): Promise<string>;
  why(id: WorkId): Promise<Explanation>;
}

/** The forge's times are whole seconds, and its lists may lag: what changed this lately is read again, in the next life too. */
const LATELY_MS = 120_000;
/** What was said longer ago was said to somebody else, or is answered by now. */
const TOO_OLD_MS = 7 * 24 * 3_600_000;

/** `/autodev …` below items that changed: each is done once, and answered by a reaction. */
export async function heedWords(
  parts: WordParts,
  repo: WatchedRepo,
  entries: readonly (Issue | Pull)[],
  forgeTime: string,
): Promise<void> {
  const { store, forge, logins, bus } = parts;
  for (const entry of entries) {
    const key = `words ${repo.name}#${entry.number}`;
    const lately = Date.parse(entry.updatedAt) > Date.parse(forgeTime) - LATELY_MS;
    if (!lately && (await store.meta.get(key)) === entry.updatedAt) continue;
    try {
      for (const spoken of await spokenBelow(forge, entry)) {
        // Ours are told by their mark: with one identity the person's own words count.
        if (isOwnText(spoken, logins)) continue;
        const said = wordSaid(spoken.body);
        if (said !== undefined) await heed(parts, repo, entry, spoken, said);
        else await sayIgnoredOrder(parts, repo, entry, spoken);
      }
      if (!lately) await store.meta.set(key, entry.updatedAt);
    } catch (error) {
      // What is refused below one item must not keep the words below others from being heard.
      if (!isRefusal(error)) throw error;
      const { message, why = null } = error;
      await bus.emit({ type: 'error', work: null, message: `${repo.name}#${entry.number}: ${message}`, why });
    }
  }
}

const DONE = 'done';

async function heed(
  parts: WordParts,
  repo: WatchedRepo,
  entry: Issue | Pull,
  spoken: Spoken,
  said: WordSaid | 'unknown',
): Promise<void> {
  const { store, host, bus } = parts;
  const { author: by } = spoken;
  const key = `word ${repo.name} ${spoken.id}`;
  const state = await store.meta.get(key);
  if (state === DONE || Date.parse(spoken.at) < host.clock.now() - TOO_OLD_MS) return;
  const work = await addressed(parts, repo, entry, spoken, said);
  const word = said === 'unknown' ? '?' : said.word;
  // Also of one that was taken before we died: it is given once more only if they still may.
  const refused = await whyNotHeard(parts, repo, by);
  if (refused !== undefined) {
    await store.meta.set(key, DONE);
    await bus.emit({ type: 'word.said', work, word, by, outcome: refused, ignored: true });
    return;
  }
  // Another life of ours, or another daemon, has it: its record is not here, its mark is.
  if (state === undefined && (await isAnswered(parts, entry, spoken))) {
    await store.meta.set(key, DONE);
    return;
  }
  const [question] = await askedBefore(store, work, spoken);
  // Only the daemon that asked can take an answer.
  if (state === undefined && question === undefined && said !== 'unknown' && isAnswer(said.word))
    if (await lastSaidElsewhere(parts, parseWorkId(work))) return;
  const asked = state ?? `begun ${question?.id ?? ''}`;
  if (state === undefined) await store.meta.set(key, asked);
  const status = (text: string) => words(repo.language).status(publicLine(text, repo.name));
  if (spoken.target !== undefined)
    await noteHeard(parts, parseWorkId(work), spoken.id, status(`/autodev ${word}`));
  await react(parts, entry, spoken, 'eyes');
  const { ok, outcome, tell } = await answerTo(parts, work, said, by, asked.split(' ')[1] || undefined);
  await react(parts, entry, spoken, ok ? '+1' : 'confused');
  if (spoken.target === undefined) await replyTo(parts, entry, spoken, outcome);
  else if (tell) await writeStatus(parts, parseWorkId(work), status(outcome), parts.queues.has(work));
  await store.meta.set(key, DONE);
  await bus.emit({ type: 'word.said', work, word, by, outcome, ignored: false });
}

/** A bot may write, and what it writes may be anybody's words: it counts where a person has listed it. */
async function whyNotHeard(parts: WordParts, repo: WatchedRepo, by: string): Promise<string | undefined> {
  if (by.endsWith('[bot]') && !repo.trusted.bots.includes(by))
    return `${by} is a bot that trusted.bots does not name`;
  const permission = await permissionOf(parts, repo.name, by);
  return atLeast(permission, 'write') ? undefined : `${by} has ${permission} permission, and write is needed`;
}

/** Asked of the forge at this moment: who lost the permission a minute ago says nothing here any more. */
async function permissionOf({ forge }: WordParts, repo: string, login: string): Promise<Permission> {
  try {
    return await forge.permission(repo, login);
  } catch (error) {
    if (isAutodevError(error, 'forge_not_found')) return 'none';
    throw error;
  }
}

/** Which item of the issue or pull request is meant: the one that asks, else the one in work, else its first. */
async function addressed(
  { flows, store, queues }: WordParts,
  { name }: WatchedRepo,
  entry: Issue | Pull,
  spoken: Spoken,
  said: WordSaid | 'unknown',
): Promise<WorkId> {
  const target = isPull(entry) ? 'pulls' : 'issues';
  const ids = [...flows]
    .filter(({ items }) => items.on === 'forge' && items.target === target)
    .map(({ type }) => workId(type, name, entry.number));
  const [first] = ids;
  if (first === undefined) throw new AutodevError('not_found', `no flow works on ${target}`);
  const working = ids.find((id) => queues.has(id));
  if (said !== 'unknown' && !isAnswer(said.word) && working !== undefined) return working;
  for (const id of ids) if ((await askedBefore(store, id, spoken)).length > 0) return id;
  return working ?? first;
}

/** What the item asks and whoever spoke can have seen: to a question that came after it, it is no answer. */
async function askedBefore(store: Store, work: WorkId, { at }: Spoken): Promise<Question[]> {
  const open = await store.questions.open(work);
  // The forge's times are whole seconds.
  return open.filter(({ askedAt }) => isoSeconds(Date.parse(askedAt)) <= isoSeconds(Date.parse(at)));
}

const isAnswer = (word: string): boolean => word === 'approve' || word === 'answer';

/** A command that was taken when we died is given once more, and comes to the same. */
async function answerTo(
  parts: WordParts,
  work: WorkId,
  said: WordSaid | 'unknown',
  by: string,
  question: string | undefined,
): Promise<{ ok: boolean; outcome: string; tell: boolean }> {
  if (said === 'unknown')
    return { ok: false, outcome: `I know ${WORDS.map((w) => `/autodev ${w}`).join(', ')}`, tell: true };
  const { word, text } = said;
  // Without one it would be taken for whatever is asked by then.
  if (isAnswer(word) && question === undefined)
    return { ok: false, outcome: `${work} asked nothing when this was said`, tell: true };
  try {
    if (word === 'why') {
      const { because, waits_for: waits } = await parts.why(work);
      return { ok: true, outcome: `${because}${waits === null ? '' : `; waits for ${waits}`}`, tell: true };
    }
    const about = { work, question, by };
    const outcome = await parts.obey(
      word === 'retry'
        ? { name: 'retry', work }
        : word === 'approve'
          ? { name: 'approve', ...about }
          : word === 'answer'
            ? { name: 'answer', ...about, text }
            : { name: 'cancel', work },
    );
    return { ok: true, outcome, tell: false };
  } catch (error) {
    if (!(error instanceof AutodevError) || ['forge_unavailable', 'forge_limited'].includes(error.code))
      throw error;
    const known = question === undefined ? undefined : await parts.store.questions.get(question);
    if (known?.answeredBy === by && known.answer !== null)
      return { ok: true, outcome: `answered with "${known.answer}"`, tell: false };
    const hint = error.hint === undefined ? '' : ` (${error.hint})`;
    return { ok: false, outcome: `${messageOf(error)}${hint}`, tell: true };
  }
}
