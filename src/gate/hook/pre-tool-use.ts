import { hookEnvironment } from '../../config/hook-environment.ts';
import { inTime, lookUp } from '../../host/fs/look-up.ts';
import { readStandardInput, standing, writeStandardOutput } from '../../host/process/standard-streams.ts';
import { decide, type ReadShell } from '../decide.ts';
import { surroundings } from '../here.ts';
import { findStates } from '../state.ts';
import type { Answer, Call } from '../surroundings.ts';

// The gate of develop-workflow: Claude Code runs it before every tool call that may change something.
//
//   no .develop-workflow/state.json          -> silent: there is no workflow
//   allowed                                  -> silent, exit 0
//   allowed in the sandbox only              -> JSON `updatedInput` with the command that runs it there, exit 0
//   not allowed, or it cannot be decided     -> JSON `permissionDecision: "deny"` with the reason, exit 0
//
// Measured on the real CLI: exit 1, a crash, a missing script and a timeout do NOT block. So everything is
// caught here, and the `sh` line in hooks.json turns any other end of this process into exit 2.
// It must cost no more than starting Node: synchronous node:fs, and the reader of shell only where no sandbox works.

const REASON_CAP = 32_000;
/** Of the 60 that hooks.json gives it. */
const SECONDS = 20;

/** Answers the call on standard input. `folder` is where the hooks lie, `advisory` loads the reader of shell. */
export function answerCall(folder: string, advisory: () => ReadShell): void {
  const env = hookEnvironment();
  const cwd = standing(env['PWD'] || '/');
  let answer: Answer;
  let call: Call | undefined;
  try {
    call = JSON.parse(readStandardInput()) as Call;
    answer = decide(
      call,
      surroundings(inTime(lookUp, SECONDS), env, cwd, `${folder}/develop-run.cjs`),
      advisory,
    );
  } catch (error) {
    const folders = [cwd, env['CLAUDE_PROJECT_DIR'], call?.cwd].filter(
      (at) => typeof at === 'string' && at.startsWith('/'),
    );
    if (findStates(lookUp, folders as string[]).length === 0) return;
    answer = `the gate could not decide (${error instanceof Error ? error.message : 'unknown error'}), so it stays closed`;
  }
  if (answer === null) return;
  const hookEventName = 'PreToolUse';
  // Without a decision of ours: whoever asks for permissions asks as before.
  const hookSpecificOutput =
    typeof answer === 'string'
      ? {
          hookEventName,
          permissionDecision: 'deny',
          permissionDecisionReason: `develop-workflow: ${cut(answer)}`,
        }
      : { hookEventName, updatedInput: { ...call?.tool_input, command: answer.instead } };
  writeStandardOutput(`${JSON.stringify({ hookSpecificOutput })}\n`);
}

/** A line that is cut would be another command. */
function cut(reason: string): string {
  if (reason.length <= REASON_CAP) return reason.includes('\n') ? reason : `${reason}.`;
  return `${reason.slice(0, reason.indexOf('\n') === -1 ? REASON_CAP : reason.indexOf('\n'))} (the command is too long to be repeated here: put \`autodev develop run -- bash -c '…'\` around it)`;
}
