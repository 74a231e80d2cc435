import { join } from 'node:path';
import type { Agent, AgentName } from '../agents/agent.ts';
import { openAgent } from '../agents/open.ts';
import { openPanel } from '../agents/panel.ts';
import { openScriptedAgent } from '../agents/scripted/open.ts';
import { loadScript, type Script } from '../agents/scripted/script.ts';
import { agentEnvironment } from '../config/agent-environment.ts';
import { modelFor } from '../config/model-for.ts';
import type { AgentConfig } from '../config/schema.ts';
import type { Host } from '../host/host.ts';
import { AutodevError } from '../work/errors.ts';
import type { SessionRole } from '../workflows/engine/context.ts';
import type { Hire } from '../workflows/engine/session.ts';

export interface HireOptions {
  host: Host;
  home: string;
  agent: () => AgentConfig;
  repo: (name: string) => { agent: AgentName; model: string } | undefined;
  /** Played by the scripted agent instead of a file's. */
  script?: Script | undefined;
}

/** Who works in which role: the configured agent, its model, limits and environment. Agents are opened once. */
export function hireFrom(options: HireOptions): Hire {
  const { host, home } = options;
  const open = new Map<AgentName, Promise<Agent>>();
  const agentFor = (name: AgentName): Promise<Agent> => {
    const known = open.get(name);
    if (known !== undefined) return known;
    const made = openNamed(name, options);
    open.set(name, made);
    return made;
  };
  return async (repoName, role) => {
    const config = options.agent();
    const repo = options.repo(repoName);
    const { wall_secs, idle_secs, turns } = config.timeouts;
    const worker = async (name: AgentName) => ({
      agent: await agentFor(name),
      model: modelFor(config, repo?.model ?? 'sonnet', role satisfies SessionRole, name),
      env: { ...agentEnvironment(name, config.pass_env), TMPDIR: host.env['TMPDIR'] ?? join(home, 'tmp') },
    });
    const [first, ...others] = agentsFor(role, config, repo?.agent);
    const lead = await worker(first);
    const rest = await Promise.all(others.map(worker));
    return {
      ...lead,
      ...(rest.length > 0 && {
        agent: openPanel([lead, ...rest]),
        model: [lead, ...rest].map(({ model }) => model).join(', '),
      }),
      limits: { turns, wallMs: wall_secs * 1_000, idleMs: idle_secs * 1_000 },
    };
  };
}

/** Analysis and review may be several agents' work, side by side; everything else is one's. */
function agentsFor(
  role: SessionRole,
  config: AgentConfig,
  own: AgentName | undefined,
): [AgentName, ...AgentName[]] {
  const named: Partial<Record<SessionRole, readonly AgentName[]>> = {
    analyze: config.analyze_with,
    review: config.review_with,
  };
  const [first, ...others] = new Set(named[role]);
  const alone = own ?? config.default;
  // A list that only repeats the default says nothing against a repository's own agent.
  if (first === undefined || (others.length === 0 && first === config.default)) return [alone];
  return [first, ...others];
}

async function openNamed(name: AgentName, { host, home, agent, script }: HireOptions): Promise<Agent> {
  const config = agent();
  if (name !== 'scripted') {
    const isolated = config.home === 'isolated' ? { configDir: join(home, 'agents', name) } : {};
    return openAgent(name, host, { command: config[name].command, home: config.home, ...isolated });
  }
  const file = config.scripted.script;
  if (script === undefined && file === undefined) {
    throw new AutodevError('invalid_config', 'the scripted agent needs a script', {
      hint: 'set agent.scripted.script to a script file',
    });
  }
  return openScriptedAgent(host, script ?? (await loadScript(file as string)), {
    sessionsLog: join(home, 'scripted-sessions.jsonl'),
  });
}
