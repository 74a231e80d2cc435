import { clockTime } from '../../render/moments.ts';
import { boardItem, targetId, type Model } from '../model.ts';
import { inert, plainText, span, type Row } from '../screen/row.ts';

const TONES = { plain: 'plain', good: 'green', bad: 'red' } as const;

/** The last row: what is typed, what was said, what is wrong, or what the chosen item is about. */
export function statusRow(model: Model): Row {
  const { typing, message, problem, filter } = model;
  if (typing?.for === 'filter')
    return [
      span(' / ', 'cyan'),
      span(inert(typing.text)),
      span('▏', 'cyan'),
      span('  Enter keeps it, Esc undoes it', 'dim'),
    ];
  if (message !== undefined) return [span(` ${plainText(message.text)}`, TONES[message.tone])];
  if (problem !== undefined) return [span(` ${plainText(problem)}`, 'red')];
  if (filter !== '') return [span(` filter: ${inert(filter)}`, 'cyan'), span('  Esc clears it', 'dim')];
  return [span(` ${about(model)}`, 'dim')];
}

function about(model: Model): string {
  if (model.typing !== undefined || model.help !== undefined) return 'Esc goes back';
  if (model.details !== undefined) return 'j/k scroll · Esc back · a answer · r retry · c cancel · o open';
  const id = targetId(model);
  const item = id === undefined ? undefined : boardItem(model, id);
  if (item === undefined) return 'Tab panel · j/k move · Enter details · ? help · q quit';
  const wakes = item.waiting?.until ? ` · wakes ${clockTime(item.waiting.until)}` : '';
  return (
    plainText([item.title, item.left?.reason ?? item.waiting?.reason ?? ''].filter(Boolean).join(' · ')) +
    wakes
  );
}
