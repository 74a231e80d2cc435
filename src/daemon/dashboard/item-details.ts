import type { EffectDetail, ItemDetails } from '../../api/board/item-details.ts';
import type { AskedQuestion } from '../../api/questions.ts';
import { TIMELINE_EVENTS, timelineOf } from '../../api/board/timeline.ts';
import type { Store } from '../../store/store.ts';
import type { EffectRecord } from '../../store/tables/effects.ts';
import type { Question } from '../../store/tables/questions.ts';
import { AutodevError } from '../../work/errors.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import type { Flows } from '../../workflows/engine/flows.ts';
import { isRunning, type Live } from '../control/live.ts';
import { why } from '../control/why.ts';
import { effectPage } from './effect-page.ts';
import { pagesOf, type Pages } from './pages.ts';
import { openQuestionOf } from './snapshot.ts';
import { findingsOf, verdictsOf } from './verdicts.ts';

const EVENTS = 5_000;
const TAIL = 200;

/** Everything that is known of one item. The forge is not asked: this is read again with every event. */
export async function itemDetailsOf(
  id: WorkId,
  from: { store: Store; now: number; flows: Flows; live?: Live | undefined },
): Promise<ItemDetails> {
  const { store, now, flows, live } = from;
  const { repo, number } = parseWorkId(id);
  const events = await store.events.newest(TIMELINE_EVENTS, { work: id, limit: EVENTS });
  const registered = await store.repositories.find(repo);
  if (events.length === 0 && live?.queues.has(id) !== true)
    throw new AutodevError('not_found', `no item ${id}`, { hint: 'autodev list shows those in work' });
  const pages = pagesOf(registered === undefined ? [] : [registered], flows);
  const running = isRunning(live, id);
  const timeline = timelineOf(events, running);
  const session = timeline.findLast(({ kind }) => kind === 'session');
  const runs = await store.runs.ofWork(id);
  const steps = (await Promise.all(runs.map((run) => store.steps.finished(run.id)))).flat();
  const explained = await why(id, { store, now, live, labels: await store.labels.of(repo, number) });
  return {
    schema_version: 1,
    url: pages.item(id),
    why: { ...explained, events: [] },
    timeline,
    verdicts: verdictsOf(steps),
    findings: findingsOf(steps),
    questions: (await store.questions.ofWork(id)).map((question) => askedQuestion(question, now)),
    effects: (await store.effects.ofWork(id)).map((effect) => effectDetail(id, effect, pages)),
    tail: running && session?.state === 'running' ? await tailOf(store, id, session.seq) : [],
  };
}

async function tailOf(store: Store, work: WorkId, after: number): Promise<ItemDetails['tail']> {
  const said = await store.events.newest(['session.progress'], { work, limit: TAIL });
  return said.flatMap((event) =>
    event.type === 'session.progress' && event.seq > after ? [{ at: event.at, text: event.text }] : [],
  );
}

function askedQuestion(question: Question, now: number): AskedQuestion {
  const { askedAt, answer, answeredBy, voidReason, expiresAt } = question;
  const late = expiresAt !== null && Date.parse(expiresAt) <= now ? 'nobody answered in time' : null;
  const because = answer === null ? (voidReason ?? late) : null;
  return {
    ...openQuestionOf(question),
    asked_at: askedAt,
    state: answer !== null ? 'answered' : because !== null ? 'withdrawn' : 'open',
    answer,
    answered_by: answeredBy,
    withdrawn_because: because,
  };
}

function effectDetail(
  work: WorkId,
  { key, status, result, createdAt }: EffectRecord,
  pages: Pages,
): EffectDetail {
  const [kind = '', ...target] = key.split(' ');
  return {
    kind,
    target: target.join(' '),
    status,
    at: createdAt,
    url: effectPage({ work, kind, key, result }, pages),
  };
}
