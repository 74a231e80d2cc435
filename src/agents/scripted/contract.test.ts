import { join } from 'node:path';
import { testHost } from '../../../test/support/host.ts';
import type { Turn } from '../../../test/support/model/turn.ts';
import { agentRequest } from '../../../test/support/request.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { agentContract, type ContractBench } from '../agent.contract.ts';
import { openScriptedAgent } from './open.ts';
import type { Step } from './script.ts';
import { readSessionsLog } from './sessions.ts';

agentContract({
  name: 'scripted',
  open: async (turns) => {
    const cwd = await tmpdir();
    const own = await tmpdir();
    const sessionsLog = join(own.path, 'sessions.jsonl');
    let left = turns;
    // A session takes turns up to the one that ends it; the next session goes on behind that.
    const steps = (): Step[] => {
      const end = left.findIndex((turn) => 'say' in turn || 'answer' in turn || 'fault' in turn) + 1;
      const mine = left.slice(0, end || left.length);
      left = left.slice(mine.length);
      return mine.flatMap(stepsOf);
    };
    const agent = openScriptedAgent(testHost(), [{ when: () => true, steps }], { sessionsLog });
    const bench: ContractBench = {
      agent,
      cwd: cwd.path,
      request: (given) => agentRequest({ cwd: cwd.path, ...given }),
      calls: async () => (await readSessionsLog(sessionsLog)).length,
      [Symbol.asyncDispose]: async () => {
        await cwd[Symbol.asyncDispose]();
        await own[Symbol.asyncDispose]();
      },
    };
    return bench;
  },
  cannot: {
    'cancelled during start-up, nothing of it is alive': 'has no process of its own to start',
  },
});

function stepsOf(turn: Turn): Step[] {
  const { input, output } = turn.usage ?? { input: 1_000, output: 100 };
  const cost: Step = { do: 'cost', usd: (input * 3 + output * 15) / 1e6, tokens: { input, output } };
  if ('write' in turn) return [cost, { do: 'write', path: turn.write, text: turn.text }];
  if ('bash' in turn) return [cost, { do: 'run', command: ['sh', '-c', turn.bash] }];
  if ('answer' in turn) return [cost, { do: 'answer', value: turn.answer }];
  if ('say' in turn) return [cost, { do: 'say', text: turn.say }];
  if (!('fault' in turn)) throw new Error('the scripted agent has no other tools');
  if (typeof turn.fault === 'string') return [{ do: 'hang' }];
  return turn.fault.status === 401
    ? [{ do: 'fail', reason: 'not_logged_in', text: 'log in first' }]
    : [{ do: 'fail', reason: turn.fault.status >= 500 ? 'unreachable' : 'api_error' }];
}
