import { fileURLToPath } from 'node:url';
import { surroundings } from '../../gate/here.ts';
import { bubblewrap } from '../../gate/programs.ts';
import { findStates, readState } from '../../gate/state.ts';
import { lookUp } from '../../host/fs/look-up.ts';
import { realpath } from '../../host/fs/real-path.ts';
import type { AgentRequest } from '../agent.ts';

const WRAPPER = fileURLToPath(
  new URL('../../../plugins/develop-workflow/hooks/sandboxed-shell', import.meta.url),
);

/**
 * In a project with a running workflow every shell command of the session goes through the phase's sandbox, those in
 * the background and of sub-agents too, without a lost turn.
 */
export async function shellPrefix(request: AgentRequest): Promise<string | undefined> {
  const cwd = await realpath(request.cwd).catch(() => request.cwd);
  const roots = findStates(lookUp, [cwd]).map((path) => readState(lookUp, path).root);
  if (roots.length === 0) return undefined;
  const around = surroundings(lookUp, request.env, cwd, WRAPPER);
  return bubblewrap(around, roots) === undefined ? undefined : WRAPPER;
}
