import { recordOf, textIn, type Json } from '../read/json.ts';
import type { CommandRuns } from './command-run.ts';

const FAILED = /^(?:Error: )?Exit code [1-9]/;

/** One record of a Claude transcript: blocks of an answer begin tool uses, blocks of a user's record end them. */
export function takeClaude(record: Json, into: CommandRuns): void {
  const content = recordOf(record['message'])?.['content'];
  if (!Array.isArray(content)) return;
  for (const block of content.map(recordOf)) {
    if (block === undefined) continue;
    if (block['type'] === 'tool_use' || block['type'] === 'server_tool_use') {
      const command =
        block['name'] === 'Bash' ? (textIn(recordOf(block['input']) ?? {}, 'command') ?? '') : undefined;
      into.begin(textIn(block, 'id') ?? '', command);
    } else if (block['type'] === 'tool_result') {
      const failed = block['is_error'] === true || FAILED.test(resultText(block['content']));
      into.end(textIn(block, 'tool_use_id') ?? '', !failed);
    }
  }
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content;
  const [first] = Array.isArray(content) ? content.map(recordOf) : [];
  return first === undefined ? '' : (textIn(first, 'text') ?? '');
}
