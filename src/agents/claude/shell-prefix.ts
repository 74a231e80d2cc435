import { fileURLToPath } from 'node:url';
import { bubblewrap } from '../../gate/here.ts';
import { findStates } from '../../gate/state.ts';
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
  if (findStates(lookUp, [cwd]).length === 0) return undefined;
  return bubblewrap(lookUp, request.env['PATH'] ?? '') === undefined ? undefined : WRAPPER;
}
