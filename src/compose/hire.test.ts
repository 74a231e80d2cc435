import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testHost } from '../../test/support/host.ts';
import { parsedConfig } from './program.ts';
import { hireFrom } from './hire.ts';

describe('who is hired', () => {
  const hire = (agent: object, own?: 'codex') => {
    const config = parsedConfig(JSON.stringify({ github: { token: 'x' }, agent }), '/nowhere').config.agent;
    return hireFrom({
      host: testHost(),
      home: '/nowhere',
      agent: () => config,
      repo: () => (own === undefined ? undefined : { agent: own, model: 'gpt-5' }),
    });
  };
  const who = async (hired: ReturnType<typeof hire>, role: 'analyze' | 'implement' | 'review') => {
    const { agent, model } = await hired('o/r', role, undefined as never);
    return [agent.name, model.split(', ').length];
  };

  test('several agents where the configuration names several, one for everything else', async () => {
    const hired = hire({ review_with: ['codex', 'claude', 'codex'], analyze_with: ['claude', 'gemini'] });
    assert.deepEqual(await who(hired, 'review'), ['codex', 2]);
    assert.deepEqual(await who(hired, 'analyze'), ['claude', 2]);
    assert.deepEqual(await who(hired, 'implement'), ['claude', 1]);
  });

  test("one agent for one role, and a repository's own agent where no list says otherwise", async () => {
    assert.deepEqual(await who(hire({ review_with: ['gemini'] }), 'review'), ['gemini', 1]);
    assert.deepEqual(await who(hire({}, 'codex'), 'review'), ['codex', 1]);
    assert.deepEqual(await who(hire({ review_with: ['gemini'] }, 'codex'), 'review'), ['gemini', 1]);
  });
});
