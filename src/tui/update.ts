import { settled } from './screen/cursor.ts';
import { layoutOf } from './screen/layout.ts';
import { boardItems, logLines, type Input, type Model } from './model.ts';
import { pressed } from './keys/press.ts';
import { still, type Updated } from './updated.ts';

/** What the model becomes, and what is to be done. Pure. */
export function update(model: Model, input: Input): Updated {
  const { model: next, actions } = changed(model, input);
  return { model: standing(next), actions };
}

function changed(model: Model, input: Input): Updated {
  switch (input.kind) {
    case 'key':
      return pressed({ ...model, message: undefined }, input.key);
    case 'resize':
      return still({ ...model, size: input.size });
    case 'snapshot': {
      const { snapshot } = input;
      const news = model.news.filter(({ seq }) => seq > snapshot.status.seq);
      return still({ ...model, snapshot, news, problem: undefined });
    }
    case 'event':
      return still(heard(model, input.event));
    case 'details':
      if (model.details?.id !== input.id) return still(model);
      return still({ ...model, details: { ...model.details, told: input.details } });
    case 'problem':
      return still({ ...model, problem: input.text });
    case 'said':
      return still({ ...model, message: { text: input.text, tone: input.tone } });
  }
  return input satisfies never;
}

/** Told twice (a stream that was taken up again), it counts once. */
function heard(model: Model, event: Extract<Input, { kind: 'event' }>['event']): Model {
  const last = model.news.at(-1)?.seq ?? model.snapshot?.status.seq ?? 0;
  if (event.seq <= last) return model;
  const next = { ...model, news: [...model.news, event] };
  const told = model.details?.told;
  if (event.type !== 'session.progress' || event.work !== model.details?.id || told === undefined)
    return next;
  const tail = [...told.tail, { at: event.at, text: event.text }].slice(-TAIL);
  return { ...next, details: { ...model.details, told: { ...told, tail } } };
}

const TAIL = 200;

/** Both cursors on something that is there, within the rows that are shown. */
function standing(model: Model): Model {
  const { active, log } = layoutOf(model.size);
  const ids = boardItems(model).map(({ id }) => id);
  const lines = logLines(model).map(({ seq }) => seq);
  const follows = model.log.at === 0 && model.panel !== 'log';
  const newest = follows ? { chosen: lines[0], at: 0, top: 0 } : model.log;
  return {
    ...model,
    active: settled(model.active, ids, active),
    log: settled(newest, lines, log - 1),
  };
}
