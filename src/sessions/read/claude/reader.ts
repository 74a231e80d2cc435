import type { Gatherer, Usage } from '../harvest.ts';
import { interned } from '../interned.ts';
import { countAt, equalsAt, isPlain, ownText, textAt } from '../json-bytes.ts';
import { parseRecord } from '../json.ts';
import type { TranscriptReader } from '../reader.ts';
import { timestampAt, timestampOf } from '../timestamp.ts';
import { keyOfBytes } from '../usage-key.ts';
import { isKnownOther, takeRecord, takeToolUse } from './record.ts';
import { AT, clearSpans, newSpans, scanRecord } from './scan.ts';

const ASSISTANT = Buffer.from('"assistant"');
const USER = Buffer.from('"user"');
const TOOL_USE = Buffer.from('"tool_use"');
const SERVER_TOOL_USE = Buffer.from('"server_tool_use"');
const OWN_TIME = Buffer.from('timestamp');
const QUOTE = 34;

/** Reads Claude Code's transcripts: one JSON record per line, appended. */
export function claudeReader(into: Gatherer): TranscriptReader {
  const spans = newSpans();
  const nameAt = interned();
  let recordStart = 0;
  // A result that was not looked into still tells when the session was last active, if it is the last record.
  let passed: { bytes: Buffer; start: number; end: number } | undefined;

  const ownTime = (bytes: Buffer, start: number, end: number) =>
    timestampOf(ownText(bytes, start, end, OWN_TIME));

  const parsed = (bytes: Buffer, start: number, end: number): boolean => {
    const record = parseRecord(bytes.toString('utf8', start, end));
    if (record === undefined) return false;
    takeRecord(record, into);
    passed = undefined;
    return true;
  };

  /** Where the value at a place of the spans begins; 0 when the record has none. */
  const startOf = (place: number): number => {
    const start = spans[place] ?? -1;
    return start > recordStart ? start : 0;
  };
  const endOf = (place: number): number => spans[place + 1] ?? 0;

  const textOf = (bytes: Buffer, place: number): string | undefined => {
    const start = startOf(place);
    return start !== 0 && bytes[start] === QUOTE ? textAt(bytes, start, endOf(place)) : undefined;
  };

  const countOf = (bytes: Buffer, place: number): number => {
    const start = startOf(place);
    return start === 0 ? 0 : countAt(bytes, start, endOf(place));
  };

  /** The time of a record; undefined when it is not as usual. */
  const timeOf = (bytes: Buffer): string | undefined => {
    const start = startOf(AT.timestamp);
    return start === 0 ? undefined : timestampAt(bytes, start, endOf(AT.timestamp));
  };

  const isPlaced = (): boolean => {
    const { begun, cwd, session } = into.state;
    return begun === true && cwd !== undefined && session !== undefined;
  };

  const takeTimeAndPlace = (bytes: Buffer, timestamp: string | null): void => {
    into.time(timestamp);
    passed = undefined;
    if (!isPlaced()) into.place(textOf(bytes, AT.cwd), textOf(bytes, AT.sessionId));
  };

  /** The usage of an answer, undefined when it has none, null when only a full parse tells. */
  const usageOf = (bytes: Buffer, timestamp: string): Usage | undefined | null => {
    const usage = startOf(AT.usage);
    const id = startOf(AT.id);
    const model = startOf(AT.model);
    const request = startOf(AT.requestId);
    if (usage === 0 || bytes[usage] !== 123 || id === 0 || model === 0) return undefined;
    if (bytes[id] !== QUOTE || bytes[model] !== QUOTE || (request !== 0 && bytes[request] !== QUOTE))
      return null;
    const idEnd = endOf(AT.id) - 1;
    const requestEnd = request === 0 ? 0 : endOf(AT.requestId) - 1;
    if (!isPlain(bytes, id + 1, idEnd) || !isPlain(bytes, request + 1, requestEnd)) return null;
    const name = nameAt(bytes, model, endOf(AT.model));
    const input = countOf(bytes, AT.input);
    const output = countOf(bytes, AT.output);
    const cacheWrite = countOf(bytes, AT.cacheWrite);
    const cacheRead = countOf(bytes, AT.cacheRead);
    if (name === undefined || input < 0 || output < 0 || cacheWrite < 0 || cacheRead < 0) return null;
    const key = keyOfBytes(bytes, id + 1, idEnd, request + 1, requestEnd);
    return { key, timestamp, model: name, input, output, cacheWrite, cacheRead };
  };

  /** An answer that was gone through to its end; false when it must be parsed. */
  const answered = (bytes: Buffer): boolean => {
    const timestamp = timeOf(bytes);
    const message = startOf(AT.message);
    if (timestamp === undefined || message === 0 || bytes[message] !== 123) return false;
    const usage = usageOf(bytes, timestamp);
    if (usage === null) return false;
    const type = startOf(AT.blockType);
    if (type !== 0 && (equalsAt(bytes, type, TOOL_USE) || equalsAt(bytes, type, SERVER_TOOL_USE))) {
      const name = startOf(AT.blockName);
      const input = startOf(AT.blockInput);
      if (name === 0 || bytes[name] !== QUOTE || input === 0 || bytes[input] !== 123) return false;
      const tool = nameAt(bytes, name, endOf(AT.blockName));
      if (tool === undefined) return false;
      takeToolUse(tool, bytes, input, endOf(AT.blockInput), timestamp, into);
    }
    takeTimeAndPlace(bytes, timestamp);
    if (usage !== undefined && usage.model !== '<synthetic>') into.usage(usage);
    return true;
  };

  /** A record that was gone through to its end; false when it must be parsed. */
  const taken = (bytes: Buffer): boolean => {
    const type = startOf(AT.type);
    if (type === 0 || bytes[type] !== QUOTE || equalsAt(bytes, type, USER)) return false;
    if (equalsAt(bytes, type, ASSISTANT)) return answered(bytes);
    const name = nameAt(bytes, type, endOf(AT.type));
    const timestamp = startOf(AT.timestamp) === 0 ? null : timeOf(bytes);
    if (name === undefined || timestamp === undefined) return false;
    if (!isKnownOther(name)) into.unknownRecords += 1;
    takeTimeAndPlace(bytes, timestamp);
    return true;
  };

  return {
    line: (bytes, start, end) => {
      const last = bytes[end - 1] === 13 ? end - 1 : end;
      if (last <= start) return;
      if (bytes[last - 1] === 125) {
        recordStart = start;
        const scanned = scanRecord(bytes, start, last, spans);
        // The first record of all says when and where the session began, whatever it is.
        if (scanned === 'result' && isPlaced()) {
          passed = { bytes, start, end: last };
          return;
        }
        if (scanned === 'whole' && taken(bytes)) return;
      }
      if (!parsed(bytes, start, last) && !isBlank(bytes, start, last)) into.brokenLines += 1;
    },
    longLine: (bytes, start, end) => {
      // A tool's result may be of any size; it would have been passed over in any case.
      if (scanRecord(bytes, start, end, spans) !== 'result') into.longLines += 1;
    },
    rest: (bytes, start, end) => parsed(bytes, start, end),
    refill: () => {
      if (passed !== undefined) into.tailTs = ownTime(passed.bytes, passed.start, passed.end) ?? into.tailTs;
      passed = undefined;
      clearSpans(spans);
    },
  };
}

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  return bytes.toString('utf8', start, Math.min(end, start + 200)).trim() === '' && end - start <= 200;
}
