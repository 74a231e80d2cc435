import type { AgentConfig, Role } from './schema/agent.ts';
import type { AgentWord } from './schema/repo.ts';

/** The model of a session: codex and gemini have one each, the default agent one per role, else the repository's. */
export function modelFor(
  agent: AgentConfig,
  repoModel: string,
  role: Role,
  name: AgentWord = agent.default,
): string {
  if (name === 'codex' || name === 'gemini') {
    return (name === agent.default ? agent.models[role] : undefined) ?? agent[name].model;
  }
  return agent.models[role] ?? repoModel;
}
