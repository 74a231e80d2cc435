import { join } from 'node:path';
import { passedEnvironment } from '../../config/passed-environment.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { WantedAgent } from './agents.ts';

const CLIS = ['claude', 'codex', 'gemini'] as const;

/** The agents as the daemon would run them; those that the configuration names are needed. */
export function wantedAgents(loaded: LoadedConfig, home: string): WantedAgent[] {
  const { agent } = loaded.config;
  const named = namedAgents(loaded);
  const role = loaded.written ? 'the configuration names it' : 'it is the agent where none is configured';
  return CLIS.map((name) => ({
    name,
    needed: named.has(name) ? role : undefined,
    settings: {
      command: agent[name].command,
      home: agent.home,
      extraEnv: passedEnvironment(name, agent.pass_env),
      ...(agent.home === 'isolated' ? { configDir: join(home, 'agents', name) } : {}),
    },
  }));
}

/** Every agent that the configuration names for some work. */
export function namedAgents({ config: { agent, repos } }: LoadedConfig): ReadonlySet<string> {
  return new Set([
    agent.default,
    ...agent.analyze_with,
    ...agent.review_with,
    ...agent.fallback,
    ...repos.filter(({ enabled }) => enabled).map((repo) => repo.agent),
  ]);
}
