import type { AgentRequest } from '../../src/agents/agent.ts';
import { childEnvironment } from '../../src/config/environment.ts';

/** A request with generous limits; a test says only what it is about. */
export function agentRequest(
  given: Partial<AgentRequest> & Pick<AgentRequest, 'prompt' | 'cwd'>,
): AgentRequest {
  return {
    model: 'scripted',
    access: 'write',
    limits: { turns: 20, budgetUsd: 10, wallMs: 60_000, idleMs: 30_000 },
    env: childEnvironment(),
    role: 'implement',
    tag: 'test-run',
    input: 'trusted',
    ...given,
  };
}
