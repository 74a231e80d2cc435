import { resolve } from 'node:path';
import { classifyShell } from '../classify.ts';
import { clippedInput } from '../clip.ts';
import type { Gatherer } from '../harvest.ts';
import { parseRecord, recordOf, textIn, type Json } from '../json.ts';
import { promptRole, promptText } from '../prompt-role.ts';
import { patchedFiles } from './patch.ts';

export const SHELLS = new Set([
  'shell',
  'shell_command',
  'exec_command',
  'local_shell',
  'container.exec',
  'unified_exec',
]);

/** One item of the conversation: a prompt or a tool call; answers and results are passed over. */
export function takeItem(item: Json, timestamp: string | null, into: Gatherer): void {
  switch (item['type']) {
    case 'message':
      if (item['role'] === 'user') takePrompt(item, timestamp, into);
      return;
    case 'function_call':
      return takeCall(
        textIn(item, 'name') ?? 'unknown',
        parseRecord(textIn(item, 'arguments') ?? '') ?? {},
        timestamp,
        into,
      );
    case 'custom_tool_call':
      return takeCall(
        textIn(item, 'name') ?? 'unknown',
        { input: textIn(item, 'input') ?? '' },
        timestamp,
        into,
      );
    case 'local_shell_call':
      return takeCall('local_shell', recordOf(item['action']) ?? {}, timestamp, into);
    case 'web_search_call':
      return takeCall('web_search', recordOf(item['action']) ?? {}, timestamp, into);
    default:
  }
}

function takePrompt(item: Json, timestamp: string | null, into: Gatherer): void {
  const parts = Array.isArray(item['content']) ? item['content'].map(recordOf) : [];
  const asked = promptText(
    parts.flatMap((p) => (p === undefined ? [] : [textIn(p, 'text') ?? ''])).join('\n'),
  );
  if (asked !== '') into.prompt(timestamp, into.state.sub === true ? 'system' : promptRole(asked), asked);
}

function takeCall(name: string, input: Json, timestamp: string | null, into: Gatherer): void {
  const command = SHELLS.has(name) ? commandOf(input) : undefined;
  into.tool(timestamp, name, command === undefined ? name : classifyShell(command), clippedInput(input));
  const patch =
    name === 'apply_patch' ? (textIn(input, 'input') ?? textIn(input, 'patch') ?? '') : (command ?? '');
  for (const path of patchedFiles(patch))
    into.edit(timestamp, name, into.state.cwd === undefined ? path : resolve(into.state.cwd, path));
}

export function commandOf(input: Json): string {
  const command = input['cmd'] ?? input['command'];
  if (typeof command === 'string') return command;
  if (!Array.isArray(command)) return '';
  const words = command.filter((word): word is string => typeof word === 'string');
  // `["bash", "-lc", "git status"]`: the script is what runs.
  return words.length === 3 && /^-\w*c$/.test(words[1] ?? '') ? (words[2] ?? '') : words.join(' ');
}
