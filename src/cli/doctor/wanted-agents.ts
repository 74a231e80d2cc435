import { join } from 'node:path';
import { agentEnvironment } from '../../config/agent-environment.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { WantedAgent } from './agents.ts';

const CLIS = ['claude', 'codex', 'gemini'] as const;

/** The agents as the daemon would run them; those that the configuration names are needed. */
export function wantedAgents({ config }: LoadedConfig, home: string): WantedAgent[] {
  const { agent, repos } = config;
  const named = new Set<string>([
    agent.default,
    ...agent.analyze_with,
    ...agent.review_with,
    ...repos.filter(({ enabled }) => enabled).map((repo) => repo.agent),
  ]);
  return CLIS.map((name) => ({
    name,
    needed: named.has(name),
    settings: {
      command: agent[name].command,
      home: agent.home,
      extraEnv: agentEnvironment(name, agent.pass_env),
      ...(agent.home === 'isolated' ? { configDir: join(home, 'agents', name) } : {}),
    },
  }));
}
