import type { AgentConfig } from '../../config/schema.ts';
import type { AgentRests } from '../../daemon/parts.ts';
import type { Store } from '../../store/store.ts';
import { hashOf } from '../../workflows/engine/input/freeze.ts';
import type { Rests } from '../../workflows/engine/stops/rests.ts';
import { agentsFor } from './agents-for.ts';

const KEY = 'agents_configured';

/** Somebody has changed how agents are called while no daemon ran: what made them rest may be mended. */
export async function agentsChanged(store: Pick<Store, 'meta'>, agent: AgentConfig): Promise<boolean> {
  const now = hashOf(agent);
  const before = await store.meta.get(KEY);
  if (before !== now) await store.meta.set(KEY, now);
  return before !== undefined && before !== now;
}

/** What resting agents mean for a repository: it waits only where the others that may take over rest too. */
export function agentRests(
  agent: () => AgentConfig,
  rests: Rests,
  wakeItems: () => Promise<void>,
): AgentRests {
  const names = (usual: AgentConfig['default'], role: Parameters<AgentRests['of']>[1]) => {
    const { asked, instead } = agentsFor(agent(), role, usual);
    return [...asked, ...instead];
  };
  return {
    all: rests.all,
    standing: (repo, role) => rests.standing(names(repo.agent, role)),
    of: (repo, role) => {
      const found = names(repo.agent, role).map((name) => rests.of(name));
      return found.every((rest) => rest !== undefined) ? found : [];
    },
    tryNow: async () => {
      await rests.tryNow();
      await wakeItems();
    },
  };
}
