import { lineBuffer } from '../../host/fs/line-file.ts';
import type { AgentName } from '../locate/transcript.ts';
import { parseRecord, type Json } from '../read/json.ts';
import { takeClaude } from './claude-commands.ts';
import { takeCodex } from './codex-commands.ts';
import { CommandRuns, type CommandRun } from './command-run.ts';
import { takeGemini } from './gemini-commands.ts';

const TAKES: Record<AgentName, (record: Json, into: CommandRuns) => void> = {
  claude: takeClaude,
  codex: takeCodex,
  gemini: takeGemini,
};
const LARGEST_DOCUMENT = 64 * 1024 * 1024;

/** The commands of one transcript with how they ended, which the index does not keep. None when it is gone. */
export function readCommands(path: string, agent: AgentName): CommandRun[] {
  const file = lineBuffer().open(path);
  const runs = new CommandRuns();
  if (file === undefined) return [];
  const take = (text: string): boolean => {
    const record = parseRecord(text);
    if (record !== undefined) TAKES[agent](record, runs);
    return record !== undefined;
  };
  try {
    // Older chats of Gemini are one document.
    if (path.endsWith('.json')) {
      if (file.stamp.size <= LARGEST_DOCUMENT) take(file.bytesAt(0, file.stamp.size).toString('utf8'));
    } else
      file.lines(0, {
        line: (bytes, start, end) => void take(bytes.toString('utf8', start, end)),
        longLine: () => {},
        rest: (bytes, start, end) => take(bytes.toString('utf8', start, end)),
        refill: () => {},
      });
  } finally {
    file.close();
  }
  return runs.all();
}
