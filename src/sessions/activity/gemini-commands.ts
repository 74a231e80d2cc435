import { recordOf, textIn, type Json } from '../read/json.ts';
import type { CommandRuns } from './command-run.ts';

const EXITED = /^Exit Code: (-?\d+)/m;

/** One record of a Gemini chat: a message, a whole conversation, or messages that were written again. */
export function takeGemini(record: Json, into: CommandRuns): void {
  const messages = record['messages'] ?? recordOf(record['$set'])?.['messages'];
  for (const message of Array.isArray(messages) ? messages.map(recordOf) : [record])
    if (message !== undefined) takeMessage(message, into);
}

/** Calls come with their results. */
function takeMessage(message: Json, into: CommandRuns): void {
  if (message['type'] !== 'gemini') return;
  const calls = Array.isArray(message['toolCalls']) ? message['toolCalls'].map(recordOf) : [];
  for (const call of calls) {
    if (call === undefined) continue;
    const id = textIn(call, 'id') ?? '';
    const shell = call['name'] === 'run_shell_command';
    into.begin(id, shell ? (textIn(recordOf(call['args']) ?? {}, 'command') ?? '') : undefined);
    const status = textIn(call, 'status');
    if (status === 'error' || status === 'cancelled') into.end(id, false);
    else if (status === 'success') into.end(id, exitCode(call['result']) === 0);
  }
}

/** The shell tool succeeds whatever its command did: a code other than 0 is told in its output. */
function exitCode(result: unknown): number {
  const [part] = Array.isArray(result) ? result.map(recordOf) : [];
  const response = recordOf(recordOf(part?.['functionResponse'])?.['response']);
  const told = EXITED.exec(textIn(response ?? {}, 'output') ?? '')?.[1];
  return told === undefined ? 0 : Number(told);
}
