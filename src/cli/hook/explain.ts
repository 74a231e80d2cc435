import { z } from 'zod';
import { AutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';
import { callHook } from './call.ts';

const answer = z.object({ hookSpecificOutput: z.object({ permissionDecisionReason: z.string() }) });

export async function run(input: Input): Promise<void> {
  const [command] = input.args;
  const file = input.text('write');
  if ((command === undefined) === (file === undefined))
    throw new AutodevError('usage', 'give a command, or a file with --write');
  const call =
    file === undefined
      ? { tool_name: 'Bash', tool_input: { command } }
      : { tool_name: 'Write', tool_input: { file_path: file } };
  const said = await callHook(
    'develop-phase-gate.cjs',
    JSON.stringify({ cwd: process.cwd(), ...call }),
    input.signal,
  );
  const reason =
    said === '' ? null : answer.parse(JSON.parse(said)).hookSpecificOutput.permissionDecisionReason;
  if (input.json)
    input.io.out(`${JSON.stringify({ schema_version: 1, allowed: reason === null, reason })}\n`);
  else if (reason === null) input.io.out('allowed\n');
  if (reason !== null) throw new AutodevError('gate_closed', reason);
}
