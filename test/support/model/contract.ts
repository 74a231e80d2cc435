import { agentContract, type ContractSubject } from '../../../src/agents/agent.contract.ts';
import { openBench, type BenchOptions } from './bench.ts';
import type { Dialect } from './turn.ts';

/** The contract of agents with a real CLI over a scripted model. */
export function cliContract(
  name: Dialect,
  declared: Pick<ContractSubject, 'wrongAnswers' | 'cannot' | 'only'> &
    Pick<BenchOptions, 'processes' | 'sandbox'> = {},
): void {
  const { processes, sandbox, ...rest } = declared;
  agentContract({
    name,
    ...rest,
    open: async (turns) => {
      const bench = await openBench(name, { turns, ...(processes && { processes }), sandbox });
      return { ...bench, calls: async () => bench.model.calls().length };
    },
  });
}
