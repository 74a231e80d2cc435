import type { Gatherer } from '../harvest.ts';
import { numberIn, parseRecord, recordOf, textIn, type Json } from '../json.ts';
import type { TranscriptReader } from '../reader.ts';
import { timestampOf } from '../timestamp.ts';
import { usageKey } from '../usage-key.ts';
import { takeItem } from './item.ts';

/** The first bytes of a record say what it is; outputs of tools are the bulk and hold nothing for the index. */
const HEAD =
  /^\{"timestamp":"([^"\\]+)",(?:"ordinal":\d+,)?"type":"([a-z_]+)","payload":\{(?:"type":"([a-z_]+)")?/;
const PASSED = new Set([
  'response_item function_call_output',
  'response_item custom_tool_call_output',
  'response_item reasoning',
  'response_item local_shell_call_output',
]);
const WITHOUT_NEWS = new Set(['world_state', 'compacted', 'ghost_snapshot', 'turn_item', 'session_state']);

/** Reads Codex's rollout files: one JSON record per line, appended. */
export function codexReader(into: Gatherer): TranscriptReader {
  const whole = (bytes: Buffer, start: number, end: number): boolean => {
    const record = parseRecord(bytes.toString('utf8', start, end));
    if (record !== undefined) takeRecord(record, into);
    return record !== undefined;
  };
  return {
    line: (bytes, start, end) => {
      if (end - start < 2) return;
      const head = HEAD.exec(bytes.toString('latin1', start, Math.min(end, start + 160)));
      const type = head?.[2] ?? '';
      const passed =
        PASSED.has(`${type} ${head?.[3] ?? ''}`) ||
        WITHOUT_NEWS.has(type) ||
        (type === 'event_msg' && head?.[3] !== 'token_count');
      if (passed && bytes[end - 1] === 125) into.time(timestampOf(head?.[1]));
      else if (!whole(bytes, start, end)) into.brokenLines += 1;
    },
    longLine: (bytes, start, end) => {
      const head = HEAD.exec(bytes.toString('latin1', start, Math.min(end, start + 160)));
      if (!PASSED.has(`${head?.[2] ?? ''} ${head?.[3] ?? ''}`)) into.longLines += 1;
    },
    rest: whole,
    refill: () => {},
  };
}

function takeRecord(record: Json, into: Gatherer): void {
  const timestamp = timestampOf(record['timestamp']);
  into.time(timestamp);
  // The first versions wrote items without an envelope.
  const payload = recordOf(record['payload']) ?? record;
  switch (record['type']) {
    case 'session_meta':
      return takeMeta(payload, into);
    case 'turn_context': {
      const model = textIn(payload, 'model');
      if (model !== undefined) into.state.model = model;
      return into.place(payload['cwd'], undefined);
    }
    case 'response_item':
      return takeItem(payload, timestamp, into);
    case 'event_msg': {
      const info = payload['type'] === 'token_count' ? recordOf(payload['info']) : undefined;
      if (info === undefined) return;
      return takeUsage(info['last_token_usage'], info['total_token_usage'], timestamp, into);
    }
    case 'token_usage_record':
      return takeUsage(payload['usage'], payload['thread_token_usage'], timestamp, into);
    default:
      if (
        record['payload'] === undefined &&
        textIn(record, 'id') !== undefined &&
        record['type'] === undefined
      )
        into.place(undefined, record['id']);
      else if (['message', 'function_call', 'local_shell_call'].includes(textIn(record, 'type') ?? ''))
        takeItem(payload, timestamp, into);
      else if (!WITHOUT_NEWS.has(textIn(record, 'type') ?? '')) into.unknownRecords += 1;
  }
}

function takeMeta(payload: Json, into: Gatherer): void {
  // A forked session repeats its parent's first record after its own.
  if (into.state.session !== undefined) return;
  into.place(payload['cwd'], payload['session_id'] ?? payload['id']);
  if (payload['thread_source'] === 'subagent' || recordOf(payload['source']) !== undefined)
    into.state.sub = true;
  into.state.thread = textIn(payload, 'id') ?? into.state.session ?? '';
}

/**
 * Today's Codex tells the usage of an answer twice, in a record and in an event, and repeats events. The
 * running total is the same in all of them, so thread and total make the key.
 */
function takeUsage(last: unknown, total: unknown, timestamp: string | null, into: Gatherer): void {
  const usage = recordOf(last);
  const sum = recordOf(total);
  if (usage === undefined || sum === undefined) return;
  const cached = numberIn(usage, 'cached_input_tokens');
  const written = numberIn(usage, 'cache_write_input_tokens');
  const { state } = into;
  into.usage({
    key: usageKey(
      `${state.thread ?? state.session ?? ''}:${numberIn(sum, 'input_tokens')}:${numberIn(sum, 'output_tokens')}`,
    ),
    timestamp,
    model: state.model ?? 'unknown',
    input: Math.max(0, numberIn(usage, 'input_tokens') - cached - written),
    output: numberIn(usage, 'output_tokens'),
    cacheWrite: written,
    cacheRead: cached,
  });
}
