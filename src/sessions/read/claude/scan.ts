import { equalsAt, valueEnd } from '../json-bytes.ts';

/**
 * Goes through a record's bytes once and notes where the values of the keys lie that the index looks at, in
 * the record itself, its message, the message's usage and a lone block of its content. Whatever is not
 * laid out as every version we know does it (spaces, several blocks, escapes in keys, a key twice) is
 * `parse`: slower, never wrong. One small function for all levels, since compiling several that repeat
 * each other took a tenth of indexing a gigabyte.
 */
export type Scanned =
  | 'parse' // only a full parse tells
  | 'result' // a tool's result, the bulk of a transcript: nothing in it for the index but its time
  | 'whole'; // gone through to its end

const RECORD = 0;
const MESSAGE = 1;
const USAGE = 2;
const BLOCK = 3;

const KEY_NAMES =
  `type message timestamp requestId cwd sessionId id model role content usage name input input_tokens
  output_tokens cache_creation_input_tokens cache_read_input_tokens`.split(/\s+/);
const NAMES = KEY_NAMES.map((name) => Buffer.from(name));
const KEYS = NAMES.length;
const MESSAGE_KEY = KEY_NAMES.indexOf('message');
const CONTENT = KEY_NAMES.indexOf('content');
const USAGE_KEY = KEY_NAMES.indexOf('usage');
const TYPE = KEY_NAMES.indexOf('type');
const place = (level: number, name: string): number => (level * KEYS + KEY_NAMES.indexOf(name)) * 2;

/**
 * Where values lie: for each level and key the first byte, then the byte after. What is not in a record keeps
 * the place it had in an earlier one, which lies before the record: see `clearSpans`.
 */
export type Spans = Int32Array;

export function newSpans(): Spans {
  return new Int32Array(4 * KEYS * 2).fill(-1);
}

/** Before the bytes change under the places. */
export function clearSpans(spans: Spans): void {
  spans.fill(-1);
}

/** The places of single values in `Spans`. */
export const AT = {
  type: place(RECORD, 'type'),
  timestamp: place(RECORD, 'timestamp'),
  requestId: place(RECORD, 'requestId'),
  cwd: place(RECORD, 'cwd'),
  sessionId: place(RECORD, 'sessionId'),
  message: place(RECORD, 'message'),
  id: place(MESSAGE, 'id'),
  model: place(MESSAGE, 'model'),
  role: place(MESSAGE, 'role'),
  usage: place(MESSAGE, 'usage'),
  input: place(USAGE, 'input_tokens'),
  output: place(USAGE, 'output_tokens'),
  cacheWrite: place(USAGE, 'cache_creation_input_tokens'),
  cacheRead: place(USAGE, 'cache_read_input_tokens'),
  blockType: place(BLOCK, 'type'),
  blockName: place(BLOCK, 'name'),
  blockInput: place(BLOCK, 'input'),
} as const;

/** A key's number by its length and first and last byte; those that share a place are refused when this loads. */
const PLACES = 256;
const placeOf = (length: number, first: number, last: number): number =>
  (length * 7 + first * 5 + last * 3) % PLACES;
const KEY_AT = new Int8Array(PLACES).fill(-1);
for (const [key, name] of NAMES.entries()) {
  const at = placeOf(name.length, name[0] ?? 0, name.at(-1) ?? 0);
  if (KEY_AT[at] !== -1) throw new Error(`two keys share place ${at}`);
  KEY_AT[at] = key;
}

const USER = Buffer.from('"user"');
const TOOL_RESULT = Buffer.from('"tool_result"');

function isKey(bytes: Buffer, at: number, length: number, key: number): boolean {
  const name = NAMES[key];
  return name !== undefined && name.length === length && equalsAt(bytes, at, name);
}

export function scanRecord(bytes: Buffer, start: number, end: number, spans: Spans): Scanned {
  if (bytes[start] !== 123) return 'parse';
  let level = RECORD;
  let at = start + 1;
  for (;;) {
    if (bytes[at] !== 34) return 'parse';
    let keyEnd = at + 1;
    while (bytes[keyEnd] !== 34) {
      // An escape may hide one of our keys.
      if (keyEnd >= end || bytes[keyEnd] === 92) return 'parse';
      keyEnd += 1;
    }
    if (bytes[keyEnd + 1] !== 58) return 'parse';
    const value = keyEnd + 2;
    const length = keyEnd - at - 1;
    let key = KEY_AT[placeOf(length, bytes[at + 1] ?? 0, bytes[keyEnd - 1] ?? 0)] ?? -1;
    if (key !== -1 && !isKey(bytes, at + 1, length, key)) key = -1;
    if (key !== -1) {
      const span = (level * KEYS + key) * 2;
      if ((spans[span] ?? 0) >= start) return 'parse';
      spans[span] = value;
      const opens = bytes[value];
      if (level === RECORD && key === MESSAGE_KEY && opens === 123) {
        level = MESSAGE;
        at = value + 1;
        continue;
      }
      if (level === MESSAGE && key === USAGE_KEY && opens === 123) {
        level = USAGE;
        at = value + 1;
        continue;
      }
      if (level === MESSAGE && key === CONTENT) {
        // Text alone is what a person asked; an empty list is nothing.
        if (opens !== 91) return 'parse';
        if (bytes[value + 1] === 123) {
          level = BLOCK;
          at = value + 2;
          continue;
        }
        if (bytes[value + 1] !== 93) return 'parse';
      }
    }
    let after = valueEnd(bytes, value, end);
    if (after === -1) return 'parse';
    if (key !== -1) {
      spans[(level * KEYS + key) * 2 + 1] = after;
      if (key === TYPE && level === BLOCK && equalsAt(bytes, value, TOOL_RESULT)) {
        const role = spans[AT.role] ?? -1;
        const type = spans[AT.type] ?? -1;
        return role >= start && equalsAt(bytes, role, USER) && (type < start || equalsAt(bytes, type, USER))
          ? 'result'
          : 'parse';
      }
    }
    while (bytes[after] === 125) {
      after += 1;
      if (level === RECORD) return after === end ? 'whole' : 'parse';
      if (level === BLOCK) {
        // More than one block.
        if (bytes[after] !== 93) return 'parse';
        after += 1;
      }
      level = level === MESSAGE ? RECORD : MESSAGE;
    }
    if (bytes[after] !== 44) return 'parse';
    at = after + 1;
  }
}
