import { join } from 'node:path';
import type { Agent, AgentName } from '../agents/agent.ts';
import { openAgent } from '../agents/open.ts';
import { openPanel, type PanelMember } from '../agents/panel.ts';
import { withRetries } from '../agents/retry.ts';
import { openScriptedAgent } from '../agents/scripted/open.ts';
import { loadScript, type Script } from '../agents/scripted/script.ts';
import { agentEnvironment } from '../config/agent-environment.ts';
import { modelFor } from '../config/model-for.ts';
import type { AgentConfig } from '../config/schema.ts';
import type { SandboxConfig } from '../config/schema/sandbox.ts';
import { withoutNamespace } from '../host/enclose.ts';
import type { Host } from '../host/host.ts';
import { AutodevError } from '../work/errors.ts';
import type { SessionRole } from '../workflows/engine/context.ts';
import type { Hire } from '../workflows/engine/session.ts';

interface RepoAgent {
  agent: AgentName;
  model: string;
}

export interface HireOptions {
  host: Host;
  home: string;
  agent: () => AgentConfig;
  /** Absent: as good as the machine allows. */
  sandbox?: () => Pick<SandboxConfig, 'mode'>;
  repo: (name: string) => Promise<RepoAgent | undefined> | RepoAgent | undefined;
  /** Played by the scripted agent instead of a file's. */
  script?: Script | undefined;
}

/** Who works in which role: the configured agents, their models, limits and environments. */
export function hireFrom(options: HireOptions): Hire {
  const { host, home } = options;
  const open = openOnce(options);
  return async (repoName, role) => {
    const config = options.agent();
    const repo = await options.repo(repoName);
    const [first, ...others] = await Promise.all(
      panelFor(config, role, repo?.agent ?? config.default).map(async (name): Promise<PanelMember> => ({
        agent: await open(name),
        model: modelFor(config, repo?.model ?? 'sonnet', role satisfies SessionRole, name),
        env: { ...agentEnvironment(name, config.pass_env), TMPDIR: host.env['TMPDIR'] ?? join(home, 'tmp') },
      })),
    );
    if (first === undefined) throw new Error('somebody does the work');
    const { wall_secs, idle_secs, turns } = config.timeouts;
    return {
      agent: others.length === 0 ? first.agent : openPanel([first, ...others]),
      model: [first, ...others].map(({ model }) => model).join(', '),
      limits: { turns, wallMs: wall_secs * 1_000, idleMs: idle_secs * 1_000 },
      env: first.env ?? {},
    };
  };
}

/** Several side by side where the configuration names them for this role; otherwise the repository's one. */
function panelFor(config: AgentConfig, role: SessionRole, usual: AgentName): AgentName[] {
  const named = role === 'review' ? config.review_with : role === 'analyze' ? config.analyze_with : [];
  // The default alone is what an empty list was filled with: then a repository may have an agent of its own.
  const said = named.some((name) => name !== config.default);
  return said ? [...new Set(named)] : [usual];
}

/** Each agent is opened once, and once more when what it is opened with has changed. */
function openOnce(options: HireOptions): (name: AgentName) => Promise<Agent> {
  const opened = new Map<string, Promise<Agent>>();
  return (name) => {
    const { home, retries, [name]: own } = options.agent();
    const key = JSON.stringify([name, home, retries, own, options.sandbox?.().mode]);
    const known = opened.get(key);
    if (known !== undefined) return known;
    const made = openNamed(name, options).then((agent) => withRetries(agent, options.host.clock, retries));
    // Somebody may put right what was missing.
    made.catch(() => opened.delete(key));
    opened.set(key, made);
    return made;
  };
}

async function openNamed(name: AgentName, options: HireOptions): Promise<Agent> {
  const { home, script } = options;
  const config = options.agent();
  const host =
    options.sandbox?.().mode === 'off'
      ? { ...options.host, processes: withoutNamespace(options.host.processes) }
      : options.host;
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
