import { classifyShell } from '../classify.ts';
import { clippedBytes } from '../clip.ts';
import type { Gatherer } from '../harvest.ts';
import { ownText } from '../json-bytes.ts';
import { numberIn, recordOf, textIn, type Json } from '../json.ts';
import { promptRole, promptText } from '../prompt-role.ts';
import { timestampOf } from '../timestamp.ts';
import { usageKey } from '../usage-key.ts';

/** Records that say nothing about what was asked, used or spent. */
const WITHOUT_NEWS = new Set(
  `attachment system queue-operation last-prompt summary file-history-snapshot progress ai-title
  custom-title agent-name permission-mode mode pr-link tag worktree-state content-replacement
  file-history-delta marble-origami-commit task-summary`.split(/\s+/),
);

export function isKnownOther(type: string): boolean {
  return WITHOUT_NEWS.has(type);
}

/** One parsed record of a Claude transcript. */
export function takeRecord(record: Json, into: Gatherer): void {
  const timestamp = timestampOf(record['timestamp']);
  into.time(timestamp);
  into.place(record['cwd'], record['sessionId']);
  const message = recordOf(record['message']);
  if (record['type'] === 'user' && message !== undefined) takePrompt(record, message, timestamp, into);
  else if (record['type'] === 'assistant' && message !== undefined) {
    takeBlocks(message['content'], timestamp, into);
    takeUsage(message, textIn(record, 'requestId'), timestamp, into);
  } else if (typeof record['type'] !== 'string' || !isKnownOther(record['type'])) into.unknownRecords += 1;
}

function takePrompt(record: Json, message: Json, timestamp: string | null, into: Gatherer): void {
  const { content } = message;
  let text: string;
  if (typeof content === 'string') text = content;
  else if (Array.isArray(content)) {
    const blocks = content.map(recordOf);
    // What comes with a tool's result was written by the program, not asked by anybody.
    if (blocks[0]?.['type'] === 'tool_result') return;
    text = blocks.flatMap((b) => (b?.['type'] === 'text' ? [textIn(b, 'text') ?? ''] : [])).join('\n');
  } else return;
  const asked = promptText(text);
  if (asked === '') return;
  const written =
    into.state.sub === true ||
    record['isMeta'] === true ||
    record['isSidechain'] === true ||
    record['isCompactSummary'] === true;
  into.prompt(timestamp, written ? 'system' : promptRole(asked), asked);
}

function takeBlocks(content: unknown, timestamp: string | null, into: Gatherer): void {
  if (!Array.isArray(content)) return;
  for (const item of content) {
    const block = recordOf(item);
    if (block?.['type'] !== 'tool_use' && block?.['type'] !== 'server_tool_use') continue;
    const bytes = Buffer.from(JSON.stringify(recordOf(block['input']) ?? {}));
    takeToolUse(textIn(block, 'name') ?? 'unknown', bytes, 0, bytes.length, timestamp, into);
  }
}

const COMMAND = Buffer.from('command');
const FILE_PATH = Buffer.from('file_path');
const NOTEBOOK_PATH = Buffer.from('notebook_path');

/** A tool use with its input as the bytes of a JSON object. */
export function takeToolUse(
  name: string,
  bytes: Buffer,
  start: number,
  end: number,
  timestamp: string | null,
  into: Gatherer,
): void {
  const classified = name === 'Bash' ? classifyShell(ownText(bytes, start, end, COMMAND) ?? '') : name;
  into.tool(timestamp, name, classified, clippedBytes(bytes, start, end));
  if (name === 'Edit' || name === 'Write' || name === 'MultiEdit' || name === 'NotebookEdit') {
    const path = ownText(bytes, start, end, name === 'NotebookEdit' ? NOTEBOOK_PATH : FILE_PATH);
    if (path !== undefined) into.edit(timestamp, name, path);
  }
}

/** N blocks of one answer are N records with the same id and usage: the key makes them one. */
function takeUsage(
  message: Json,
  requestId: string | undefined,
  timestamp: string | null,
  into: Gatherer,
): void {
  const usage = recordOf(message['usage']);
  const id = textIn(message, 'id');
  const model = textIn(message, 'model');
  if (usage === undefined || id === undefined || model === undefined || model === '<synthetic>') return;
  into.usage({
    key: usageKey(requestId === undefined ? id : `${id}:${requestId}`),
    timestamp,
    model,
    input: numberIn(usage, 'input_tokens'),
    output: numberIn(usage, 'output_tokens'),
    cacheWrite: numberIn(usage, 'cache_creation_input_tokens'),
    cacheRead: numberIn(usage, 'cache_read_input_tokens'),
  });
}
