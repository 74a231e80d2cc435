import type { AgentName } from '../../agents/agent.ts';
import type { AgentConfig } from '../../config/schema.ts';
import type { Role } from '../../work/roles.ts';

/** Who does the sessions of a role, and who takes over while all of them rest. */
export function agentsFor(
  config: Pick<AgentConfig, 'analyze_with' | 'review_with' | 'fallback'>,
  role: Role,
  usual: AgentName,
): { asked: AgentName[]; instead: AgentName[] } {
  const named = role === 'review' ? config.review_with : role === 'analyze' ? config.analyze_with : [];
  // Several side by side where the configuration names them for this role; otherwise the repository's one.
  const asked = [...new Set(named.length > 0 ? named : [usual])];
  return { asked, instead: config.fallback.filter((name) => !asked.includes(name)) };
}
