import type { Script } from '../../agents/scripted/script.ts';
import type { Config } from '../../config/schema.ts';
import type { EventBus } from '../../daemon/bus.ts';
import type { AgentRests } from '../../daemon/parts.ts';
import { wakePostponed } from '../../daemon/waiting/wake-postponed.ts';
import type { Host } from '../../host/host.ts';
import type { Store } from '../../store/store.ts';
import type { AgentFor } from '../../workflows/engine/steps/session.ts';
import { openRests } from '../../workflows/engine/stops/rests.ts';
import { sandboxedHost } from '../sandboxed-host.ts';
import type { WatchedRepos } from '../repos/watched-repos.ts';
import { agentChooser } from './agent-for.ts';
import { agentRests } from './agent-rests.ts';

/** Who does the work: agents in the sandbox, and which of them rest. */
export interface Agents {
  host: Host;
  agentFor: AgentFor;
  rests: AgentRests;
  /** Reads what other processes of a cluster have noted of the agents. */
  look(): Promise<void>;
}

export async function openAgents(parts: {
  home: string;
  host: Host;
  store: Store;
  bus: EventBus;
  config: () => Config;
  repos: Pick<WatchedRepos, 'find'>;
  script: Script | undefined;
  /** Other processes begin sessions too. */
  shared: boolean;
}): Promise<Agents> {
  const { home, store, bus, config, shared } = parts;
  const { clock } = parts.host;
  const host = sandboxedHost(parts.host, home, config);
  const rests = await openRests({ store, clock, emit: bus.emit, shared });
  const choose = agentChooser({
    host,
    home,
    agent: () => config().agent,
    sandbox: () => config().sandbox,
    repo: parts.repos.find,
    script: parts.script,
    rests,
  });
  return {
    host,
    rests: agentRests(
      () => config().agent,
      rests,
      () => wakePostponed(store, clock.now(), 'agent'),
    ),
    agentFor: async (...asked) => {
      // What others in the cluster have met since holds for the next session here.
      if (shared) await rests.look();
      return choose(...asked);
    },
    look: rests.look,
  };
}
