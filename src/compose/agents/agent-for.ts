import { join } from 'node:path';
import type { Agent, AgentName } from '../../agents/agent.ts';
import { openAgent } from '../../agents/open.ts';
import { openPanel, type PanelMember } from '../../agents/panel/panel.ts';
import { withRest } from '../../agents/rest/with-rest.ts';
import { withRetries } from '../../agents/rest/retry.ts';
import { openScriptedAgent } from '../../agents/scripted/open.ts';
import { loadScript, type Script } from '../../agents/scripted/script.ts';
import { passedEnvironment } from '../../config/passed-environment.ts';
import { modelFor } from '../../config/model-for.ts';
import type { AgentConfig } from '../../config/schema.ts';
import type { SandboxConfig } from '../../config/schema/sandbox.ts';
import { withoutNamespace } from '../../host/sandbox/process-isolation.ts';
import type { Host } from '../../host/host.ts';
import { AutodevError } from '../../work/errors.ts';
import { agentsFor } from './agents-for.ts';
import type { Rests } from '../../workflows/engine/stops/rests.ts';
import type { AgentFor } from '../../workflows/engine/steps/session.ts';

interface RepoAgent {
  agent: AgentName;
  model?: string | undefined;
}

export interface AgentChooserOptions {
  host: Host;
  home: string;
  agent: () => AgentConfig;
  /** Absent: as good as the machine allows. */
  sandbox?: () => Pick<SandboxConfig, 'mode'>;
  repo: (name: string) => Promise<RepoAgent | undefined> | RepoAgent | undefined;
  /** Played by the scripted agent instead of a file's. */
  script?: Script | undefined;
  /** Absent: nobody rests (a session that a person began by hand). */
  rests?: Rests | undefined;
}

/** Who works in which role: the configured agents, their models, limits and environments. */
export function agentChooser(options: AgentChooserOptions): AgentFor {
  const { host, home, rests } = options;
  const open = openOnce(options);
  return async (repoName, role, _run, model) => {
    const config = options.agent();
    const repo = (await options.repo(repoName)) ?? { agent: config.default };
    const [first, ...others] = await Promise.all(
      awake(agentsFor(config, role, repo.agent), rests).map(async (name): Promise<PanelMember> => ({
        agent: rests === undefined ? await open(name) : withRest(await open(name), rests),
        model: modelFor(config, suggested(repo, name, model), role, name),
        env: { ...passedEnvironment(name, config.pass_env), TMPDIR: host.env['TMPDIR'] ?? join(home, 'tmp') },
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

/** Those of a panel that can work; where none can, the first that may take over. Throws `Postponed` when nobody can. */
function awake(
  { asked, instead }: ReturnType<typeof agentsFor>,
  rests: Pick<Rests, 'standing' | 'firstAwake'> | undefined,
): AgentName[] {
  if (rests === undefined) return asked;
  const working = asked.filter((name) => rests.standing([name]) !== 'rests');
  if (working.some((name) => rests.standing([name]) === 'works')) return working;
  // Nobody is certain to work: the one whose rest is over is tried before somebody else takes over.
  return working.length > 0 ? working : [rests.firstAwake([...asked, ...instead])];
}

/** Each agent is opened once, and once more when what it is opened with has changed. */
function openOnce(options: AgentChooserOptions): (name: AgentName) => Promise<Agent> {
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

async function openNamed(name: AgentName, options: AgentChooserOptions): Promise<Agent> {
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
  const source = script ?? (() => configuredScript(config));
  // A person who began the session by hand hears of a broken one at once; the daemon waits until it is mended.
  if (options.rests === undefined && typeof source === 'function') await source();
  return openScriptedAgent(host, source, { sessionsLog: join(home, 'scripted-sessions.jsonl') });
}

async function configuredScript({ scripted }: AgentConfig): Promise<Script> {
  if (scripted.script !== undefined) return loadScript(scripted.script);
  throw new AutodevError('invalid_config', 'the scripted agent needs a script', {
    hint: 'set agent.scripted.script to a script file',
  });
}

/** A flow suggests models by the names that Claude's have; other agents keep their own. */
function suggested(
  repo: { agent: AgentName; model?: string | undefined },
  name: AgentName,
  model: string | undefined,
): { agent: AgentName; model?: string | undefined } {
  if (model === undefined || (name !== 'claude' && name !== 'scripted')) return repo;
  return { agent: name, model };
}
