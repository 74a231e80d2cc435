import { equalsAt, stringEnd, valueEnd } from '../json-bytes.ts';

/**
 * What the first bytes of a record tell. Most of a transcript is tool results that the index has no use
 * for: they are told apart here, without parsing. Anything unusual is `parse`: slower, never wrong.
 */
export type HeadKind =
  | 'parse' // only a full parse tells
  | 'result' // a tool's result: nothing in it for the index but its time
  | 'other' // neither user nor assistant: `type` says what
  | 'said' // an assistant record with one text or thinking block
  | 'used'; // an assistant record whose content begins with a tool use

export interface Head {
  kind: HeadKind;
  type: string;
  /** Where the message's id lies. */
  idStart: number;
  idEnd: number;
  model: string;
  /** Where `[` of the content is. */
  content: number;
}

const word = (text: string) => Buffer.from(text, 'latin1');
const TYPE = word('type');
const MESSAGE = word('message');
const ATTACHMENT = word('attachment');
const CONTENT = word('content');
const ROLE = word('role');
const ID = word('id');
const MODEL = word('model');
const USER = word('user"');
const ASSISTANT = word('assistant"');
const FIRST_BLOCK = word('[{"type":"');
const TEXT = word('text"');
const THINKING = word('thinking"');
const TOOL_USE = word('tool_use"');
const TOOL_RESULT = word('tool_result"');

/** Reads the head of the record at `start` into `head`, which the caller reuses. */
export function readHead(bytes: Buffer, start: number, end: number, head: Head): void {
  head.kind = 'parse';
  if (bytes[start] !== 123) return;
  let at = start + 1;
  for (;;) {
    if (bytes[at] !== 34) return;
    const keyEnd = stringEnd(bytes, at + 1, end);
    if (keyEnd === -1 || bytes[keyEnd + 1] !== 58) return;
    const value = keyEnd + 2;
    const size = keyEnd - at - 1;
    const first = bytes[value];
    if (first === 123 || first === 91) {
      if (first === 123 && size === 7 && equalsAt(bytes, at + 1, MESSAGE))
        readMessage(bytes, value, end, head);
      else if (size === 10 && equalsAt(bytes, at + 1, ATTACHMENT)) other(head, 'attachment');
      return;
    }
    if (size === 4 && first === 34 && equalsAt(bytes, at + 1, TYPE)) {
      if (!equalsAt(bytes, value + 1, USER) && !equalsAt(bytes, value + 1, ASSISTANT)) {
        const close = stringEnd(bytes, value + 1, end);
        if (close !== -1) other(head, bytes.toString('latin1', value + 1, close));
        return;
      }
    }
    const after = valueEnd(bytes, value, end);
    if (after === -1 || bytes[after] !== 44) return;
    at = after + 1;
  }
}

function other(head: Head, type: string): void {
  head.kind = 'other';
  head.type = type;
}

function readMessage(bytes: Buffer, start: number, end: number, head: Head): void {
  head.idStart = 0;
  head.idEnd = 0;
  let model = false;
  let user = false;
  let at = start + 1;
  for (;;) {
    if (bytes[at] !== 34) return;
    const keyEnd = stringEnd(bytes, at + 1, end);
    if (keyEnd === -1 || bytes[keyEnd + 1] !== 58) return;
    const value = keyEnd + 2;
    const size = keyEnd - at - 1;
    if (size === 7 && equalsAt(bytes, at + 1, CONTENT)) {
      if (user) readResult(bytes, value, end, head);
      else if (model && head.idEnd > 0) readAnswer(bytes, value, end, head);
      return;
    }
    const after = valueEnd(bytes, value, end);
    if (after === -1 || bytes[value] !== 34 || bytes[after] !== 44) return;
    if (size === 4 && equalsAt(bytes, at + 1, ROLE)) user = equalsAt(bytes, value + 1, USER);
    else if (size === 2 && equalsAt(bytes, at + 1, ID)) {
      head.idStart = value + 1;
      head.idEnd = after - 1;
    } else if (size === 5 && equalsAt(bytes, at + 1, MODEL)) {
      model = true;
      // The same as in the record before, nearly always.
      if (head.model.length !== after - value - 2 || !spells(bytes, value + 1, head.model))
        head.model = bytes.toString('latin1', value + 1, after - 1);
    }
    at = after + 1;
  }
}

function spells(bytes: Buffer, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** `[{"tool_use_id":"…","type":"tool_result"`, in either order of its keys. */
function readResult(bytes: Buffer, start: number, end: number, head: Head): void {
  if (bytes[start] !== 91 || bytes[start + 1] !== 123) return;
  let at = start + 2;
  for (let keys = 0; keys < 3; keys += 1) {
    if (bytes[at] !== 34) return;
    const keyEnd = stringEnd(bytes, at + 1, end);
    if (keyEnd === -1 || bytes[keyEnd + 1] !== 58 || bytes[keyEnd + 2] !== 34) return;
    const value = keyEnd + 2;
    if (keyEnd - at - 1 === 4 && equalsAt(bytes, at + 1, TYPE)) {
      if (equalsAt(bytes, value + 1, TOOL_RESULT)) head.kind = 'result';
      return;
    }
    const after = valueEnd(bytes, value, end);
    if (after === -1 || bytes[after] !== 44) return;
    at = after + 1;
  }
}

function readAnswer(bytes: Buffer, start: number, end: number, head: Head): void {
  if (!equalsAt(bytes, start, FIRST_BLOCK)) return;
  head.content = start;
  const type = start + FIRST_BLOCK.length;
  if (equalsAt(bytes, type, TOOL_USE)) head.kind = 'used';
  else if (equalsAt(bytes, type, TEXT) || equalsAt(bytes, type, THINKING)) {
    // A tool use may follow in the same record (older versions): only a lone block is `said`. Measured,
    // going to the end of this block costs less than a native search, which does not stop at the record.
    const after = valueEnd(bytes, start + 1, end);
    if (after !== -1 && bytes[after] === 93) head.kind = 'said';
  }
}
