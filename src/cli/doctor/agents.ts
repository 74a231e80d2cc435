import type { AgentName, AgentProbe } from '../../agents/agent.ts';
import { openAgent } from '../../agents/open.ts';
import type { AgentSettings } from '../../agents/settings.ts';
import { processIsolation } from '../../host/sandbox/process-isolation.ts';
import type { Host } from '../../host/host.ts';

/** One line of the agents' part of `autodev doctor`. */
export interface AgentCheck {
  /** `agent:claude` …, or `containment`. */
  name: string;
  status: 'ok' | 'warning' | 'problem';
  message: string;
  /** What to do about it, one sentence each. Empty when all is well. */
  todo: string[];
  path: string | null;
  version: string | null;
}

export interface WantedAgent {
  name: Exclude<AgentName, 'scripted'>;
  settings: AgentSettings;
  /** Why it is needed, in words; undefined: it may be absent. */
  needed: string | undefined;
}

/** Every agent CLI: found, supported, safe flags, logged in; and whether what they start can be contained. */
export async function checkAgents(host: Host, wanted: readonly WantedAgent[]): Promise<AgentCheck[]> {
  const probes = await Promise.all(
    wanted.map(async ({ name, settings, needed }) =>
      checkOf(await openAgent(name, host, settings).probe(), needed),
    ),
  );
  return [...probes, await isolationCheck(host)];
}

function checkOf(probe: AgentProbe, needed: string | undefined): AgentCheck {
  const { path, version } = probe;
  const name = `agent:${probe.name}`;
  if (probe.usable) {
    const message = `${probe.name} ${version} is ready (${path})`;
    return { name, status: 'ok', message, todo: [], path, version };
  }
  const message = `${probe.name} cannot be used; ${needed ?? 'it is not configured, so nothing depends on it'}`;
  return needed === undefined
    ? { name, status: 'warning', message, todo: [], path, version }
    : { name, status: 'problem', message, todo: probe.problems, path, version };
}

const LESS = {
  namespace: '',
  reaper: 'a parent process collects what agents leave behind',
  tree: 'processes of agents are watched, and one that hides at once may get away',
};

async function isolationCheck(host: Host): Promise<AgentCheck> {
  const how = await processIsolation(host.processes, host.env);
  const contained = how === 'namespace';
  return {
    name: 'containment',
    status: contained ? 'ok' : 'warning',
    message: contained
      ? 'agents run in a PID namespace: nothing they start outlives them'
      : `no PID namespace here: ${LESS[how]}, and read-only folders are not enforced`,
    todo: contained
      ? []
      : ['Install bubblewrap (`apt-get install bubblewrap`) and allow unprivileged user namespaces.'],
    path: null,
    version: null,
  };
}
