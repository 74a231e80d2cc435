import type { AgentConfig } from '../../config/schema.ts';
import type { AgentRests } from '../../daemon/parts.ts';
import type { Rests } from '../../workflows/engine/stops/rests.ts';
import { agentsFor } from './agents-for.ts';

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
