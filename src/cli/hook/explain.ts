import { AutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';
import { readEnvironment } from '../../config/environment.ts';
import { surroundings } from '../../gate/here.ts';
import { findStates, readState } from '../../gate/state.ts';
import { lookUp } from '../../host/fs/look-up.ts';

/** How much an answer is worth here. */
const HOLDS = {
  works:
    'While a gate is closed, plainly reading commands pass; `autodev develop run -- …` runs all others where the project is read-only (writing closed), .git is read-only and there is no network but databases on loopback (anything closed). With open gates plain commands pass, and run in the same sandbox. The state, AUTODEV_HOME, what a shell or git reads at its start and the settings, skills and hooks of the session are never writable. Of the tools of MCP servers only those pass that `develop.mcp_tools` names, and neither skills whose text runs commands nor worktrees made by the session itself.',
  inside:
    'This runs in a sandbox that holds the gates: what they close cannot happen here, and only finishing commands are refused by name.',
  none: 'The gate is advisory here: no sandbox works, so commands are only read, what cannot be read is refused, and a command that hides what it does may pass.',
} as const;

export async function run(input: Input): Promise<void> {
  const [command] = input.args;
  const file = input.text('write');
  if ((command === undefined) === (file === undefined))
    throw new AutodevError('usage', 'give a command, or a file with --write');
  const call =
    file === undefined
      ? { tool_name: 'Bash', tool_input: { command } }
      : { tool_name: 'Write', tool_input: { file_path: file } };
  const [{ RUN_FILE }, { callHook }, { answerIn }] = await Promise.all([
    import('../develop/caller.ts'),
    import('./call.ts'),
    import('./answer.ts'),
  ]);
  const said = await callHook(
    'develop-phase-gate.cjs',
    JSON.stringify({ cwd: process.cwd(), ...call }),
    input.signal,
  );
  const here = surroundings(lookUp, readEnvironment(), process.cwd(), RUN_FILE).sandbox(
    findStates(lookUp, [process.cwd()]).map((path) => readState(lookUp, path)),
  );
  const { reason, instead } = answerIn(said);
  if (input.json)
    input.io.out(
      `${JSON.stringify({ schema_version: 1, allowed: reason === null, reason, instead, gate: here })}\n`,
    );
  else if (reason === null)
    input.io.out(instead === null ? 'allowed\n' : `allowed, in the sandbox:\n${instead}\n`);
  if (!input.json) input.io.err(`${HOLDS[here]}\n`);
  if (reason !== null) throw new AutodevError('gate_closed', reason);
}
