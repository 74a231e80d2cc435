import type { Gatherer } from '../harvest.ts';
import { parseRecord, recordOf, type Json } from '../json.ts';
import type { TranscriptReader } from '../reader.ts';
import { timestampOf } from '../timestamp.ts';
import { takeMessage, type Seen } from './message.ts';

/** Reads Gemini CLI's chats: one JSON record per line, appended; records change earlier ones by id. */
export function geminiReader(into: Gatherer): TranscriptReader {
  const seen: Seen = new Set(into.state.seen);
  const whole = (bytes: Buffer, start: number, end: number): boolean => {
    const record = parseRecord(bytes.toString('utf8', start, end));
    if (record !== undefined) takeRecord(record, seen, into);
    return record !== undefined;
  };
  return {
    line: (bytes, start, end) => {
      if (end - start >= 2 && !whole(bytes, start, end)) into.brokenLines += 1;
    },
    longLine: () => {
      into.longLines += 1;
    },
    rest: whole,
    refill: () => {
      into.state.seen = [...seen];
    },
  };
}

/** The chats of older versions: one JSON document, written anew each time. */
export function takeGeminiDocument(text: string, into: Gatherer): void {
  const record = parseRecord(text);
  if (record === undefined) into.brokenLines += 1;
  else takeRecord(record, new Set(), into);
}

function takeRecord(record: Json, seen: Seen, into: Gatherer): void {
  if (typeof record['sessionId'] === 'string') {
    into.place(undefined, record['sessionId']);
    if (record['kind'] === 'subagent') into.state.sub = true;
    into.time(timestampOf(record['startTime']));
    takeAll(record['messages'], seen, into);
    return;
  }
  const change = recordOf(record['$set']);
  if (change !== undefined) takeAll(change['messages'], seen, into);
  else if (typeof record['id'] === 'string') takeMessage(record, seen, into);
  // What was rewound did happen: its tools ran and its tokens were spent.
  else if (record['$rewindTo'] === undefined) into.unknownRecords += 1;
}

function takeAll(messages: unknown, seen: Seen, into: Gatherer): void {
  if (!Array.isArray(messages)) return;
  for (const item of messages) {
    const message = recordOf(item);
    if (message !== undefined) takeMessage(message, seen, into);
  }
}
