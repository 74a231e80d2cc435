import { bindingOf, type KeyName } from './bindings.ts';
import { moved } from '../screen/cursor.ts';
import { detailLines } from '../panels/details.ts';
import type { Key } from './keys.ts';
import { isTooSmall, layoutOf } from '../screen/layout.ts';
import { boardItems, logLines, targetId, type Model } from '../model.ts';
import { orderOf } from './orders.ts';
import { typed } from './typing.ts';
import { act, say, still, type Updated } from '../updated.ts';

/** What a key does. One that cannot act says why in the status line. */
export function pressed(model: Model, key: Key): Updated {
  if ('key' in key && key.key === 'Ctrl-C') return act(model, { kind: 'quit', code: 130 });
  if (model.typing !== undefined || model.help !== undefined) return typed(model, key);
  if ('pasted' in key) return say(model, 'pasted text does nothing here');
  const name = bindingOf(key.key);
  if (name === undefined) return say(model, `${key.key} does nothing here; ? shows the keys`);
  if (name === 'quit') return act(model, { kind: 'quit', code: 0 });
  if (isTooSmall(model.size)) return say(model, 'the terminal is too small');
  return done(model, name);
}

function done(model: Model, name: KeyName): Updated {
  switch (name) {
    case 'help':
      return still({ ...model, help: { filter: '', top: 0 } });
    case 'filter':
      if (model.details !== undefined) return say(model, 'the filter is for the board; Esc goes back to it');
      return still({ ...model, typing: { for: 'filter', text: model.filter, before: model.filter } });
    case 'panel':
      if (model.details !== undefined)
        return say(model, 'there is one panel here; Esc goes back to the board');
      return still({ ...model, panel: model.panel === 'active' ? 'log' : 'active' });
    case 'back':
      return back(model);
    case 'details':
      return details(model);
    case 'down':
    case 'up':
    case 'pageDown':
    case 'pageUp':
    case 'first':
    case 'last':
      return model.details === undefined ? moveOnBoard(model, name) : scrolled(model, name);
    case 'retry':
    case 'answer':
    case 'pause':
    case 'cancel':
    case 'open':
      return orderOf(model, name);
    case 'quit':
      return act(model, { kind: 'quit', code: 0 });
  }
  return name satisfies never;
}

type Motion = 'down' | 'up' | 'pageDown' | 'pageUp' | 'first' | 'last';

function back(model: Model): Updated {
  if (model.details !== undefined) return still({ ...model, details: undefined });
  if (model.filter !== '') return still({ ...model, filter: '' });
  return say(model, 'this is the board; q quits');
}

function details(model: Model): Updated {
  if (model.details !== undefined) return say(model, 'these are the details; Esc goes back');
  const id = targetId(model);
  if (id === undefined)
    return say(model, model.panel === 'active' ? 'there is no item to show' : 'this line is about no item');
  return act({ ...model, details: { id, told: undefined, top: 0 } }, { kind: 'look', id });
}

function stepOf(motion: Motion, page: number, length: number): number {
  const steps = { down: 1, up: -1, pageDown: page, pageUp: -page, first: -length, last: length };
  return steps[motion];
}

function moveOnBoard(model: Model, motion: Motion): Updated {
  const layout = layoutOf(model.size);
  const ends = () => say(model, stepOf(motion, 1, 1) > 0 ? 'this is the last row' : 'this is the first row');
  if (model.panel === 'active') {
    const ids = boardItems(model).map(({ id }) => id);
    const active = moved(model.active, ids, stepOf(motion, layout.active, ids.length), layout.active);
    return active === undefined ? ends() : still({ ...model, active });
  }
  const lines = logLines(model).map(({ seq }) => seq);
  const height = layout.log - 1;
  const log = moved(model.log, lines, stepOf(motion, height, lines.length), height);
  return log === undefined ? ends() : still({ ...model, log });
}

function scrolled(model: Model, motion: Motion): Updated {
  const { details: open } = model;
  if (open === undefined) return still(model);
  const { page } = layoutOf(model.size);
  const lines = detailLines(model, model.size.columns - 4).length;
  const last = Math.max(0, lines - page);
  const from = Math.min(open.top, last);
  const top = Math.max(0, Math.min(last, from + stepOf(motion, page, lines)));
  if (top === from) return say(model, stepOf(motion, 1, 1) > 0 ? 'this is the end' : 'this is the beginning');
  return still({ ...model, details: { ...open, top } });
}
