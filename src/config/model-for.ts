import type { Role } from '../work/roles.ts';
import type { AgentConfig } from './schema/agent.ts';
import type { AgentWord } from './schema/repo.ts';

/** Roles with a model of their own, whatever the repository's is: as `plugins/…/conflict-resolver.md` says. */
const CLAUDE_ROLES: Readonly<Partial<Record<Role, string>>> = { resolve: 'opus' };

/** The model of a session: what is said of the role, else of the repository's own agent, else the agent's. */
export function modelFor(
  agent: AgentConfig,
  repo: { agent: AgentWord; model?: string | undefined },
  role: Role,
  name: AgentWord = repo.agent,
): string {
  const forRole =
    (name === agent.default ? agent.models[role] : undefined) ??
    (name === 'scripted' ? undefined : agent[name].models[role]) ??
    (name === 'claude' ? CLAUDE_ROLES[role] : undefined);
  return forRole ?? (name === repo.agent ? repo.model : undefined) ?? ownModel(agent, name);
}

/** What an agent is run with where nobody says anything. */
export function ownModel(
  agent: Record<'claude' | 'codex' | 'gemini', { model: string }>,
  name: AgentWord,
): string {
  return name === 'scripted' ? 'scripted' : agent[name].model;
}

const FAMILIES: readonly [agent: AgentWord, model: RegExp][] = [
  ['claude', /^(opus|sonnet|haiku|claude)\b/i],
  ['codex', /^(gpt|codex|o\d)/i],
  ['gemini', /^gemini/i],
];

/** Whose model this is, where its name tells that it is not this agent's. */
export function belongsToOther(model: string, name: AgentWord): AgentWord | undefined {
  if (name === 'scripted') return undefined;
  const family = FAMILIES.find(([, pattern]) => pattern.test(model))?.[0];
  return family === name ? undefined : family;
}
