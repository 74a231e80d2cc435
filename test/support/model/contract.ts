import { agentContract, type ContractSubject } from '../../../src/agents/agent.contract.ts';
import { openBench } from './bench.ts';
import type { Dialect } from './turn.ts';

/** The contract of agents with a real CLI over a scripted model. */
export function cliContract(
  name: Dialect,
  declared: Pick<ContractSubject, 'wrongAnswers' | 'cannot'> = {},
): void {
  agentContract({
    name,
    ...declared,
    open: async (turns) => {
      const bench = await openBench(name, { turns });
      return { ...bench, calls: async () => bench.model.calls().length };
    },
  });
}
