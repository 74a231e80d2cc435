import { equalsAt, stringEnd, textAt, valueEnd } from '../json-bytes.ts';

/**
 * An assistant record in the layout of every version we know: the message's content first, then its
 * usage, then the record's own fields. Its end is read from the bytes; where something is not as
 * expected the answer is false, and the record is parsed whole.
 */
export interface AnswerTail {
  /** Where the request's id lies; nowhere (0, 0) when there is none. */
  requestStart: number;
  requestEnd: number;
  timestamp: string;
  input: number;
  output: number;
  cacheWrite: number;
  cacheRead: number;
}

export interface UseAt {
  name: string;
  /** Where the input's `{` is, and the place after its `}`. */
  start: number;
  end: number;
}

const word = (text: string) => Buffer.from(text, 'latin1');
const INPUT_TOKENS = word('input_tokens');
const OUTPUT_TOKENS = word('output_tokens');
const CACHE_WRITE = word('cache_creation_input_tokens');
const CACHE_READ = word('cache_read_input_tokens');
const REQUEST_ID = word('requestId');
const TIMESTAMP = word('timestamp');
const TYPE = word('type');
const ASSISTANT = word('"assistant"');
const NAME = word('name');
const INPUT = word('input');

/** From `"usage":{` on, which is inside the message, to the record's timestamp. */
export function readTail(bytes: Buffer, usage: number, end: number, tail: AnswerTail): boolean {
  let at = readUsage(bytes, usage + '"usage":'.length, end, tail);
  // What else the message holds.
  while (at !== -1 && bytes[at] === 44) {
    const keyEnd = stringEnd(bytes, at + 2, end);
    at = keyEnd === -1 ? -1 : valueEnd(bytes, keyEnd + 2, end);
  }
  if (at === -1 || bytes[at] !== 125) return false;
  at += 1;
  tail.requestStart = 0;
  tail.requestEnd = 0;
  let assistant = false;
  while (bytes[at] === 44 && bytes[at + 1] === 34) {
    const key = at + 2;
    const keyEnd = stringEnd(bytes, key, end);
    if (keyEnd === -1) return false;
    const value = keyEnd + 2;
    const after = valueEnd(bytes, value, end);
    if (after === -1) return false;
    const size = keyEnd - key;
    if (size === 4 && equalsAt(bytes, key, TYPE)) assistant = equalsAt(bytes, value, ASSISTANT);
    else if (size === 9 && bytes[value] === 34) {
      if (equalsAt(bytes, key, REQUEST_ID)) {
        tail.requestStart = value + 1;
        tail.requestEnd = after - 1;
      } else if (equalsAt(bytes, key, TIMESTAMP)) {
        tail.timestamp = bytes.toString('latin1', value + 1, after - 1);
        return assistant;
      }
    }
    at = after;
  }
  return false;
}

/** The place after the usage object at `start`, or -1. */
function readUsage(bytes: Buffer, start: number, end: number, tail: AnswerTail): number {
  tail.input = 0;
  tail.output = 0;
  tail.cacheWrite = 0;
  tail.cacheRead = 0;
  let at = start;
  while (at < end && (bytes[at] === 123 || bytes[at] === 44)) {
    if (bytes[at + 1] !== 34) return -1;
    const key = at + 2;
    const keyEnd = stringEnd(bytes, key, end);
    if (keyEnd === -1 || bytes[keyEnd + 1] !== 58) return -1;
    const value = keyEnd + 2;
    const size = keyEnd - key;
    if (size === 12 && equalsAt(bytes, key, INPUT_TOKENS)) tail.input = countAt(bytes, value);
    else if (size === 13 && equalsAt(bytes, key, OUTPUT_TOKENS)) tail.output = countAt(bytes, value);
    else if (size === 27 && equalsAt(bytes, key, CACHE_WRITE)) tail.cacheWrite = countAt(bytes, value);
    else if (size === 23 && equalsAt(bytes, key, CACHE_READ)) tail.cacheRead = countAt(bytes, value);
    at = valueEnd(bytes, value, end);
    if (at === -1) return -1;
  }
  return bytes[at] === 125 ? at + 1 : -1;
}

function countAt(bytes: Uint8Array, at: number): number {
  let count = 0;
  for (let i = at; i < at + 15; i += 1) {
    const digit = (bytes[i] ?? 0) - 48;
    if (digit < 0 || digit > 9) break;
    count = count * 10 + digit;
  }
  return count;
}

/** A content that is one tool use: its name and where its input lies. */
export function readToolUse(bytes: Buffer, content: number, end: number, use: UseAt): boolean {
  use.name = '';
  use.start = -1;
  let at = content + 1;
  while (bytes[at] === (use.name === '' && at === content + 1 ? 123 : 44)) {
    const key = at + 2;
    const keyEnd = stringEnd(bytes, key, end);
    if (bytes[at + 1] !== 34 || keyEnd === -1 || bytes[keyEnd + 1] !== 58) return false;
    const value = keyEnd + 2;
    const after = valueEnd(bytes, value, end);
    if (after === -1) return false;
    const size = keyEnd - key;
    if (size === 4 && bytes[value] === 34 && equalsAt(bytes, key, NAME))
      use.name = textAt(bytes, value, after) ?? '';
    else if (size === 5 && bytes[value] === 123 && equalsAt(bytes, key, INPUT)) {
      use.start = value;
      use.end = after;
    }
    at = after;
  }
  return use.name !== '' && use.start !== -1 && bytes[at] === 125 && bytes[at + 1] === 93;
}
