import { commandOf, SHELLS } from '../read/codex/item.ts';
import { parseRecord, recordOf, textIn, type Json } from '../read/json.ts';
import type { CommandRuns } from './command-run.ts';

const EXITED = /^(?:Process exited with code|Exit code:) (-?\d+)/m;

/** One record of a Codex rollout: items call tools, and tell later what they put out. */
export function takeCodex(record: Json, into: CommandRuns): void {
  const item = record['type'] === 'response_item' ? recordOf(record['payload']) : record;
  if (item === undefined) return;
  const id = textIn(item, 'call_id') ?? textIn(item, 'id') ?? '';
  switch (item['type']) {
    case 'function_call': {
      const input = parseRecord(textIn(item, 'arguments') ?? '') ?? {};
      return into.begin(id, SHELLS.has(textIn(item, 'name') ?? '') ? commandOf(input) : undefined);
    }
    case 'local_shell_call':
      return into.begin(id, commandOf(recordOf(item['action']) ?? {}));
    case 'custom_tool_call':
    case 'web_search_call':
      return into.begin(id, undefined);
    case 'function_call_output': {
      const code = exitCode(item['output']);
      if (code !== undefined) into.end(id, code === 0);
      return;
    }
    default:
  }
}

/** Its text says it, or, in older rollouts, the record that the text holds. */
function exitCode(output: unknown): number | undefined {
  const text = typeof output === 'string' ? output : (textIn(recordOf(output) ?? {}, 'content') ?? '');
  const told = EXITED.exec(text)?.[1];
  if (told !== undefined) return Number(told);
  const code = recordOf(parseRecord(text)?.['metadata'])?.['exit_code'];
  return typeof code === 'number' ? code : undefined;
}
