import type { Key } from './keys.ts';
import { answeredQuestion, boardItem, type Model, type Typing } from '../model.ts';
import { plainText } from '../screen/row.ts';
import { say, still, tell, type Updated } from '../updated.ts';

/** Keys while text is typed: letters are letters, whatever they do elsewhere. */
export function typed(model: Model, key: Key): Updated {
  if (model.typing !== undefined) {
    switch (model.typing.for) {
      case 'cancel':
        return confirmed(model, model.typing, key);
      case 'answer':
        return answered(model, model.typing, key);
      case 'filter':
        return filtered(model, model.typing, key);
    }
    return model.typing satisfies never;
  }
  return searched(model, key);
}

function confirmed(model: Model, { id }: Extract<Typing, { for: 'cancel' }>, key: Key): Updated {
  const closed = { ...model, typing: undefined };
  if ('key' in key && (key.key === 'y' || key.key === 'Y')) return tell(closed, { name: 'cancel', work: id });
  if ('key' in key && ['n', 'N', 'Esc', 'q'].includes(key.key)) return say(closed, `${id} is not cancelled`);
  return say(model, 'y cancels it, n does not');
}

function answered(model: Model, typing: Extract<Typing, { for: 'answer' }>, key: Key): Updated {
  if (isKey(key, 'Esc')) return say({ ...model, typing: undefined }, 'nothing was answered');
  if (!isKey(key, 'Enter')) return still({ ...model, typing: { ...typing, text: edited(typing.text, key) } });
  const text = typing.text.trim();
  if (text === '') return say(model, 'type an answer, or Esc to leave it');
  const question = answeredQuestion(model, typing);
  if (question === undefined && boardItem(model, typing.id)?.question !== undefined)
    return say({ ...model, typing: undefined }, `${typing.id} asks something else now: nothing was answered`);
  const options = question?.options ?? [];
  // A number stands for the option that is shown with it.
  const chosen = /^[1-9]$/.test(text) && !options.includes(text) ? options[Number(text) - 1] : undefined;
  return tell(
    { ...model, typing: undefined },
    { name: 'answer', work: typing.id, question: typing.question, text: chosen ?? text },
  );
}

function filtered(model: Model, typing: Extract<Typing, { for: 'filter' }>, key: Key): Updated {
  if (isKey(key, 'Enter')) return still({ ...model, typing: undefined });
  if (isKey(key, 'Esc')) return still({ ...model, typing: undefined, filter: typing.before });
  const text = edited(typing.text, key);
  return still({ ...model, typing: { ...typing, text }, filter: text });
}

function searched(model: Model, key: Key): Updated {
  const { help = { filter: '', top: 0 } } = model;
  if (isKey(key, 'Esc') || isKey(key, 'Enter') || isKey(key, '?'))
    return still({ ...model, help: undefined });
  if (isKey(key, 'Down') || isKey(key, 'PageDown'))
    return still({ ...model, help: { ...help, top: help.top + 1 } });
  if (isKey(key, 'Up') || isKey(key, 'PageUp'))
    return still({ ...model, help: { ...help, top: Math.max(0, help.top - 1) } });
  return still({ ...model, help: { filter: edited(help.filter, key), top: 0 } });
}

const isKey = (key: Key, name: string) => 'key' in key && key.key === name;

const LONGEST = 2_000;

/** The text after a key: a character more, or one (a word, all) less. Keys that write nothing leave it as it is. */
function edited(text: string, key: Key): string {
  if ('pasted' in key) return `${text}${plainText(key.pasted)}`.slice(0, LONGEST);
  if (key.key === 'Backspace') return withoutLast(text);
  if (key.key === 'Ctrl-U') return '';
  if (key.key === 'Ctrl-W') return text.replace(/\S*\s*$/u, '');
  return Array.from(key.key).length === 1 ? `${text}${key.key}`.slice(0, LONGEST) : text;
}

/** What a reader sees as one character is deleted as one. */
function withoutLast(text: string): string {
  const last = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].at(-1);
  return text.slice(0, last?.index ?? 0);
}
