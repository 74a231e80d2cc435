import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testHost } from '../../test/support/host.ts';
import { tmpdir } from '../../test/support/tmpdir.ts';
import type { AgentName } from '../agents/agent.ts';
import { AgentSchema } from '../config/schema/agent.ts';
import type { RunRecord } from '../store/store.ts';
import type { SessionRole } from '../workflows/engine/context.ts';
import { hireFrom } from './hire.ts';

const run = {} as RunRecord;

async function hired(home: string, said: object, role: SessionRole, own?: AgentName) {
  const agent = AgentSchema.parse(said);
  const filled = (list: AgentName[]) => (list.length > 0 ? list : [agent.default]);
  const config = {
    ...agent,
    review_with: filled(agent.review_with),
    analyze_with: filled(agent.analyze_with),
  };
  const repo = () => ({ agent: own ?? config.default, model: 'opus' });
  const hire = hireFrom({ host: testHost(), home, agent: () => config, repo, script: [] });
  const { agent: worker, model } = await hire('org/app', role, run);
  return [worker.name, model];
}

describe('who is hired', () => {
  for (const [name, said, role, own, expected] of [
    ['the default agent with the model of its repository', {}, 'implement', undefined, ['claude', 'opus']],
    [
      'a model of its own for a role',
      { models: { review: 'haiku' } },
      'review',
      undefined,
      ['claude', 'haiku'],
    ],
    ["the repository's agent", {}, 'review', 'codex', ['codex', 'gpt-5-codex']],
    [
      'several for a review, each with its own model',
      { review_with: ['claude', 'codex', 'gemini'] },
      'review',
      undefined,
      ['claude', 'opus, gpt-5-codex, gemini-2.5-pro'],
    ],
    [
      'one of them alone for everything else',
      { review_with: ['claude', 'codex'] },
      'improve',
      undefined,
      ['claude', 'opus'],
    ],
    [
      'the same one only once',
      { analyze_with: ['gemini', 'gemini'] },
      'analyze',
      undefined,
      ['gemini', 'gemini-2.5-pro'],
    ],
  ] as const)
    test(name, async () => {
      await using tmp = await tmpdir();
      assert.deepEqual(await hired(tmp.path, said, role, own), expected);
    });

  test('an agent is opened anew when what it is opened with has changed', async () => {
    await using tmp = await tmpdir();
    let config = AgentSchema.parse({});
    const repo = () => ({ agent: 'claude', model: 'opus' }) as const;
    const hire = hireFrom({ host: testHost(), home: tmp.path, agent: () => config, repo });
    const first = (await hire('org/app', 'implement', run)).agent;
    assert.equal((await hire('org/app', 'implement', run)).agent, first);
    config = AgentSchema.parse({ claude: { command: 'another-claude' } });
    assert.notEqual((await hire('org/app', 'implement', run)).agent, first);
  });
});
