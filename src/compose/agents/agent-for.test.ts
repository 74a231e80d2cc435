import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { virtualClock } from '../../../test/support/clock.ts';
import { testHost } from '../../../test/support/host.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import type { AgentName } from '../../agents/agent.ts';
import type { Rest } from '../../agents/rest/rest.ts';
import { openStore } from '../../store/sqlite/open.ts';
import { openRests } from '../../workflows/engine/stops/rests.ts';
import { AgentSchema } from '../../config/schema/agent.ts';
import type { RunRecord } from '../../store/tables/runs.ts';
import type { Role } from '../../work/roles.ts';
import { agentChooser } from './agent-for.ts';

const run = {} as RunRecord;

async function chosen(home: string, said: object, role: Role, own?: AgentName) {
  const config = AgentSchema.parse(said);
  const repo = () => ({ agent: own ?? config.default, model: own === undefined ? 'opus' : undefined });
  const agentFor = agentChooser({ host: testHost(), home, agent: () => config, repo, script: [] });
  const { agent: worker, model } = await agentFor('org/app', role, run);
  return [worker.name, model];
}

describe('who is chosen', () => {
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
      'the one that reviews by name, also where that is the default and the repository has another',
      { review_with: ['claude'] },
      'review',
      'codex',
      ['claude', 'sonnet'],
    ],
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
      assert.deepEqual(await chosen(tmp.path, said, role, own), expected);
    });

  describe('while agents rest', () => {
    const NOW = 1_700_000_000_000;
    const rest = (agent: AgentName, until: number): Rest => ({
      agent,
      reason: 'limit',
      text: 'enough',
      since: NOW - 1,
      until,
      told: true,
      tries: 0,
    });
    const resting = async (home: string, said: object, role: Role, ...rests: Rest[]) => {
      const config = AgentSchema.parse(said);
      const store = openStore(':memory:');
      await store.meta.set('agents_resting', JSON.stringify(rests));
      const clock = virtualClock(NOW);
      const book = await openRests({ store, clock, emit: async () => {} });
      const repo = () => ({ agent: config.default, model: 'opus' });
      const host = testHost({ clock });
      const agentFor = agentChooser({ host, home, agent: () => config, repo, script: [], rests: book });
      return { agentFor: () => agentFor('org/app', role, run), clock, book };
    };

    test('the next in agent.fallback takes over with its own model, and hands back when the rest is over', async () => {
      await using tmp = await tmpdir();
      const said = { fallback: ['codex', 'gemini'], gemini: { models: { implement: 'flash' } } };
      const rests = [rest('claude', NOW + 60_000), rest('codex', NOW + 90_000)];
      const { agentFor, clock } = await resting(tmp.path, said, 'implement', ...rests);
      const first = await agentFor();
      assert.deepEqual([first.agent.name, first.model], ['gemini', 'flash']);
      await clock.advance(60_001);
      const back = await agentFor();
      assert.deepEqual([back.agent.name, back.model], ['claude', 'opus']);
    });

    test('a panel goes on with those that can work', async () => {
      await using tmp = await tmpdir();
      const said = { review_with: ['claude', 'codex'], fallback: ['gemini'] };
      const { agentFor } = await resting(tmp.path, said, 'review', rest('claude', NOW + 60_000));
      const { agent, model } = await agentFor();
      assert.deepEqual([agent.name, model], ['codex', 'gpt-5-codex']);
    });

    test('when all of them rest nobody is asked, until the first of them wakes', async () => {
      await using tmp = await tmpdir();
      const rests = [rest('claude', NOW + 90_000), rest('codex', NOW + 60_000)];
      const { agentFor } = await resting(tmp.path, { fallback: ['codex'] }, 'implement', ...rests);
      await assert.rejects(agentFor(), {
        name: 'Postponed',
        until: NOW + 60_000,
        message: /claude rests until/,
      });
    });
  });

  test('an agent is opened anew when what it is opened with has changed', async () => {
    await using tmp = await tmpdir();
    let config = AgentSchema.parse({});
    const repo = () => ({ agent: 'claude', model: 'opus' }) as const;
    const agentFor = agentChooser({ host: testHost(), home: tmp.path, agent: () => config, repo });
    const first = (await agentFor('org/app', 'implement', run)).agent;
    assert.equal((await agentFor('org/app', 'implement', run)).agent, first);
    config = AgentSchema.parse({ claude: { command: 'another-claude' } });
    assert.notEqual((await agentFor('org/app', 'implement', run)).agent, first);
  });
});
