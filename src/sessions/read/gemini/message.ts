import { resolve } from 'node:path';
import { classifyShell } from '../classify.ts';
import { clippedInput } from '../clip.ts';
import type { Gatherer } from '../harvest.ts';
import { numberIn, recordOf, textIn, type Json } from '../json.ts';
import { promptRole, promptText } from '../prompt-role.ts';
import { timestampOf } from '../timestamp.ts';
import { usageKey } from '../usage-key.ts';

const EDITS = new Set(['write_file', 'replace', 'edit']);

/** Gemini writes a message again, under its id, when its tool calls are done: each part is taken once. */
export type Seen = Set<string>;

export function takeMessage(message: Json, seen: Seen, into: Gatherer): void {
  const timestamp = timestampOf(message['timestamp']);
  into.time(timestamp);
  const id = textIn(message, 'id') ?? '';
  if (message['type'] === 'user') takePrompt(message, id, timestamp, seen, into);
  else if (message['type'] === 'gemini') {
    takeUsage(message, id, timestamp, into);
    for (const call of Array.isArray(message['toolCalls']) ? message['toolCalls'].map(recordOf) : [])
      if (call !== undefined) takeCall(call, timestamp, seen, into);
  } else if (!['info', 'error', 'warning'].includes(textIn(message, 'type') ?? '')) into.unknownRecords += 1;
}

function takePrompt(message: Json, id: string, timestamp: string | null, seen: Seen, into: Gatherer): void {
  if (id !== '' && seen.has(id)) return;
  seen.add(id);
  const { content } = message;
  const text = Array.isArray(content)
    ? content
        .map(recordOf)
        .flatMap((part) => (part === undefined ? [] : [textIn(part, 'text') ?? '']))
        .join('\n')
    : content;
  const asked = typeof text === 'string' ? promptText(text) : '';
  if (asked !== '') into.prompt(timestamp, into.state.sub === true ? 'system' : promptRole(asked), asked);
}

function takeCall(call: Json, timestamp: string | null, seen: Seen, into: Gatherer): void {
  const id = textIn(call, 'id') ?? '';
  if (id !== '' && seen.has(id)) return;
  seen.add(id);
  const name = textIn(call, 'name') ?? 'unknown';
  const args = recordOf(call['args']) ?? {};
  const command = textIn(args, 'command');
  const shell = name === 'run_shell_command';
  into.tool(timestamp, name, shell ? classifyShell(command ?? '') : name, clippedInput(args));
  const path = EDITS.has(name) ? textIn(args, 'file_path') : undefined;
  if (path !== undefined)
    into.edit(timestamp, name, into.state.cwd === undefined ? path : resolve(into.state.cwd, path));
}

function takeUsage(message: Json, id: string, timestamp: string | null, into: Gatherer): void {
  const tokens = recordOf(message['tokens']);
  if (tokens === undefined) return;
  const cached = numberIn(tokens, 'cached');
  into.usage({
    key: usageKey(`${into.state.session ?? ''}:${id}`),
    timestamp,
    model: textIn(message, 'model') ?? 'unknown',
    input: Math.max(0, numberIn(tokens, 'input') - cached) + numberIn(tokens, 'tool'),
    output: numberIn(tokens, 'output') + numberIn(tokens, 'thoughts'),
    cacheWrite: 0,
    cacheRead: cached,
  });
}
