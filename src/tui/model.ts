import type { CommandInput } from '../api/control/command.ts';
import type { ItemDetails } from '../api/board/item-details.ts';
import type { RecordedEvent } from '../api/recorded-event.ts';
import type { BoardItem, Snapshot } from '../api/board/snapshot.ts';
import { activityOf, type Activity } from './panels/activity.ts';
import type { Key } from './keys/keys.ts';
import type { Size } from './screen/layout.ts';

/** All that decides what the screen shows. The view is a function of it, and `update` the only way it changes. */
export interface Model {
  size: Size;
  /** Undefined until the first one has come. */
  snapshot: Snapshot | undefined;
  /** What happened since the snapshot, until the next one includes it. */
  news: readonly RecordedEvent[];
  panel: 'active' | 'log';
  active: Cursor<string>;
  log: Cursor<number>;
  filter: string;
  details: OpenDetails | undefined;
  help: { filter: string; top: number } | undefined;
  typing: Typing | undefined;
  message: Message | undefined;
  /** Why the last look failed; undefined when it did not. */
  problem: string | undefined;
}

/** Where somebody is in a list: the chosen one by its name, so that it stays chosen when the list changes. */
export interface Cursor<Name> {
  chosen: Name | undefined;
  /** Its place when it was last seen: whoever stands there now is chosen when it is gone. */
  at: number;
  /** The first row that is shown. */
  top: number;
}

export interface OpenDetails {
  id: string;
  /** Undefined until they have come. */
  told: ItemDetails | undefined;
  top: number;
}

/** What is being typed, and what for. */
export type Typing =
  | { for: 'filter'; text: string; before: string }
  | { for: 'answer'; text: string; id: string; question: string }
  | { for: 'cancel'; id: string };

export interface Message {
  text: string;
  tone: 'plain' | 'good' | 'bad';
}

export type Input =
  | { kind: 'key'; key: Key }
  | { kind: 'resize'; size: Size }
  | { kind: 'snapshot'; snapshot: Snapshot }
  | { kind: 'event'; event: RecordedEvent }
  | { kind: 'details'; id: string; details: ItemDetails }
  | { kind: 'problem'; text: string }
  | { kind: 'said'; text: string; tone: Message['tone'] };

/** What is to be done about it outside of the model. */
export type Action =
  | { kind: 'quit'; code: number }
  | { kind: 'tell'; command: CommandInput }
  | { kind: 'open'; url: string }
  | { kind: 'look'; id: string };

export function firstModel(size: Size): Model {
  return {
    size,
    snapshot: undefined,
    news: [],
    panel: 'active',
    active: { chosen: undefined, at: 0, top: 0 },
    log: { chosen: undefined, at: 0, top: 0 },
    filter: '',
    details: undefined,
    help: undefined,
    typing: undefined,
    message: undefined,
    problem: undefined,
  };
}

/** The items of the board that pass the filter. What came out well needs no row. */
export function boardItems({ snapshot, filter }: Model): BoardItem[] {
  const items = (snapshot?.items ?? []).filter(({ group }) => group !== 'done');
  if (filter === '') return items;
  return items.filter(({ id, title, phase, group, waiting, left }) =>
    matches([id, title, phase ?? group, waiting?.reason ?? '', left?.reason ?? ''].join('\n'), filter),
  );
}

/** The lines of the activity log that pass the filter, newest first. */
export function logLines({ snapshot, news, filter }: Model): Activity[] {
  const lines: Activity[] = [];
  for (const event of [...(snapshot?.events ?? []), ...news]) {
    const line = activityOf(event);
    if (line !== undefined && matches(`${line.name}\n${line.work ?? ''}\n${line.text}`, filter))
      lines.push(line);
  }
  return lines.reverse();
}

function matches(text: string, filter: string): boolean {
  return text.normalize('NFC').toLowerCase().includes(filter.normalize('NFC').toLowerCase());
}

/** The item that keys act on: the one whose details are open, else the chosen one of the panel. */
export function targetId(model: Model): string | undefined {
  if (model.details !== undefined) return model.details.id;
  if (model.panel === 'active') return model.active.chosen;
  return logLines(model).find(({ seq }) => seq === model.log.chosen)?.work;
}

/** The question that a person is answering; undefined when it is another one by now, or none. */
export function answeredQuestion(model: Model, { id, question }: { id: string; question: string }) {
  const asked = boardItem(model, id)?.question;
  return asked?.id === question ? asked : undefined;
}

export function boardItem({ snapshot }: Model, id: string): BoardItem | undefined {
  return snapshot?.items.find((item) => item.id === id);
}
