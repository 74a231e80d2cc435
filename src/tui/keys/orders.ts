import type { BoardItem, Presence } from '../../api/board/snapshot.ts';
import { boardItem, targetId, type Model } from '../model.ts';
import { act, say, still, tell, type Updated } from '../updated.ts';

type Order = 'retry' | 'answer' | 'pause' | 'cancel' | 'open';

/** What a person tells the daemon with one key, or why that is not possible now. */
export function orderOf(model: Model, order: Order): Updated {
  if (order === 'pause') return pause(model);
  const id = targetId(model);
  if (id === undefined) return say(model, 'there is no item here');
  const item = boardItem(model, id);
  if (order === 'open') return open(model, id, item);
  if (item === undefined) return say(model, `${id} is not in work; Enter shows it`);
  switch (order) {
    case 'retry':
      return retry(model, item);
    case 'answer':
      if (item.question === null) return say(model, `${id} asks nothing`);
      return still({ ...model, typing: { for: 'answer', text: '', id, question: item.question.id } });
    case 'cancel':
      if (item.group === 'failed') return say(model, `${id} is left to you already`);
      if (item.group === 'done') return say(model, `${id} is finished; there is nothing to cancel`);
      return still({ ...model, typing: { for: 'cancel', id } });
  }
  return order satisfies never;
}

const COMING: Partial<Record<Presence, string>> = {
  starting: 'the daemon is starting; try again in a moment',
  stopping: 'the daemon is stopping; try again in a moment',
};

function pause(model: Model): Updated {
  const { snapshot } = model;
  if (snapshot === undefined) return say(model, 'nothing is known of the daemon yet');
  const wait = COMING[snapshot.presence];
  if (wait !== undefined) return say(model, wait);
  return tell(model, { name: snapshot.status.daemon.paused ? 'resume' : 'pause' });
}

function retry(model: Model, item: BoardItem): Updated {
  const { id, group, phase, failures } = item;
  if (group === 'running') return say(model, `${id} is being worked on; there is nothing to retry`);
  if (group === 'person') return say(model, `${id} waits for your answer: press a`);
  if (group === 'done') return say(model, `${id} is finished`);
  if (phase !== null && failures === 0) return say(model, `${id} has not failed; it begins by itself`);
  return tell(model, { name: 'retry', work: id });
}

function open(model: Model, id: string, item: BoardItem | undefined): Updated {
  const url = item?.url ?? model.details?.told?.url ?? null;
  if (url === null) return say(model, `${id} has no page that is known here`);
  return act(model, { kind: 'open', url });
}
