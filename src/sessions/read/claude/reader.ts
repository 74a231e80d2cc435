import type { Gatherer } from '../harvest.ts';
import { ownText } from '../json-bytes.ts';
import { parseRecord } from '../json.ts';
import type { TranscriptReader } from '../reader.ts';
import { timestampOf } from '../timestamp.ts';
import { keyOfBytes } from '../usage-key.ts';
import { readTail, readToolUse, type AnswerTail, type UseAt } from './answer.ts';
import { readHead, type Head } from './head.ts';
import { isKnownOther, takeRecord, takeToolUse } from './record.ts';

const USAGE = Buffer.from('"usage":{');
const TIMESTAMP = Buffer.from('timestamp');

/** Reads Claude Code's transcripts: one JSON record per line, appended. */
export function claudeReader(into: Gatherer): TranscriptReader {
  const tail: AnswerTail = {
    requestStart: 0,
    requestEnd: 0,
    timestamp: '',
    input: 0,
    output: 0,
    cacheWrite: 0,
    cacheRead: 0,
  };
  const use: UseAt = { name: '', start: 0, end: 0 };
  const head: Head = {
    kind: 'parse',
    type: '',
    idStart: 0,
    idEnd: 0,
    model: '',
    content: 0,
  };
  // A result that was not looked into still tells when the session was last active, if it is the last record.
  let passed: { bytes: Buffer; start: number; end: number } | undefined;

  const ownTime = (bytes: Buffer, start: number, end: number) =>
    timestampOf(ownText(bytes, start, end, TIMESTAMP));

  const parsed = (bytes: Buffer, start: number, end: number): boolean => {
    const record = parseRecord(bytes.toString('utf8', start, end));
    if (record === undefined) return false;
    takeRecord(record, into);
    passed = undefined;
    return true;
  };

  /** Only the end of an answer is looked at, and the input of a tool use: see answer.ts. */
  const answered = (bytes: Buffer, start: number, end: number): boolean => {
    const at = bytes.lastIndexOf(USAGE, end);
    if (at <= head.content || at < start || !readTail(bytes, at, end, tail)) return false;
    if (head.kind === 'used' && !readToolUse(bytes, head.content, at, use)) return false;
    const timestamp = timestampOf(tail.timestamp);
    // The first answer is parsed whole: it also says where the session ran.
    if (timestamp === null || into.state.cwd === undefined) return false;
    into.time(timestamp);
    passed = undefined;
    if (head.kind === 'used') takeToolUse(use.name, bytes, use.start, use.end, timestamp, into);
    const { input, output, cacheWrite, cacheRead } = tail;
    if (head.model !== '<synthetic>') {
      const key = keyOfBytes(bytes, head.idStart, head.idEnd, tail.requestStart, tail.requestEnd);
      into.usage({ key, timestamp, model: head.model, input, output, cacheWrite, cacheRead });
    }
    return true;
  };

  return {
    line: (bytes, start, end) => {
      const last = bytes[end - 1] === 13 ? end - 1 : end;
      if (last <= start) return;
      readHead(bytes, start, last, head);
      if (bytes[last - 1] === 125) {
        if (head.kind === 'result') {
          if (into.state.begun !== true) into.time(ownTime(bytes, start, last));
          else passed = { bytes, start, end: last };
          return;
        }
        if (head.kind === 'other') {
          if (!isKnownOther(head.type)) into.unknownRecords += 1;
          into.time(ownTime(bytes, start, last));
          passed = undefined;
          return;
        }
        if (head.kind !== 'parse' && answered(bytes, start, last)) return;
      }
      if (!parsed(bytes, start, last) && !isBlank(bytes, start, last)) into.brokenLines += 1;
    },
    longLine: (bytes, start, end) => {
      readHead(bytes, start, end, head);
      // A tool's result may be of any size; it would have been passed over in any case.
      if (head.kind !== 'result') into.longLines += 1;
    },
    rest: (bytes, start, end) => parsed(bytes, start, end),
    refill: () => {
      if (passed !== undefined) into.tailTs = ownTime(passed.bytes, passed.start, passed.end) ?? into.tailTs;
      passed = undefined;
    },
  };
}

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  return bytes.toString('utf8', start, Math.min(end, start + 200)).trim() === '' && end - start <= 200;
}
