import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { claudeWay } from '../claude/way.ts';
import { codexWay } from '../codex/way.ts';
import { geminiWay } from '../gemini/way.ts';

const OWN = `model_provider = "mine"
[model_providers.mine]
base_url = "https://models.example.org/v1"
env_key = "MY_KEY"
[other]
base_url = "https://elsewhere.example.org"
`;

describe('the way to a model in a sandbox', () => {
  for (const [name, way, env, upstream, secrets] of [
    [
      'claude with a key',
      claudeWay,
      { ANTHROPIC_API_KEY: 'k' },
      'https://api.anthropic.com',
      ['ANTHROPIC_API_KEY'],
    ],
    [
      'claude with a token, by a gateway',
      claudeWay,
      { ANTHROPIC_AUTH_TOKEN: 't', ANTHROPIC_BASE_URL: 'https://g.example.org' },
      'https://g.example.org',
      ['ANTHROPIC_AUTH_TOKEN'],
    ],
    [
      'a gateway on this machine without a key',
      claudeWay,
      { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' },
      'http://127.0.0.1:9',
      [],
    ],
    [
      'codex with a key',
      codexWay(''),
      { CODEX_API_KEY: 'k' },
      'https://api.openai.com/v1',
      ['CODEX_API_KEY'],
    ],
    [
      'codex with a provider of its own: no key of either is seen',
      codexWay(OWN),
      { MY_KEY: 'k', OPENAI_API_KEY: 'k' },
      'https://models.example.org/v1',
      ['OPENAI_API_KEY', 'MY_KEY'],
    ],
    [
      'gemini with a key',
      geminiWay,
      { GEMINI_API_KEY: 'k' },
      'https://generativelanguage.googleapis.com',
      ['GEMINI_API_KEY'],
    ],
  ] as const)
    test(`${name}: by the door`, () => {
      const { proxy, hosts } = way(env);
      assert.deepEqual([proxy?.upstream, proxy?.secrets, hosts], [upstream, secrets, []]);
    });

  for (const [name, way, host] of [
    ['claude', claudeWay, 'api.anthropic.com:443'],
    ['codex', codexWay(''), 'api.openai.com:443'],
    ['gemini', geminiWay, 'generativelanguage.googleapis.com:443'],
  ] as const)
    test(`${name} with a login of its own: its hosts are let through`, () => {
      const { proxy, hosts } = way({});
      assert.equal(proxy, undefined);
      assert.ok(hosts.includes(host));
    });

  test('codex is told of the door by a setting, before its subcommand ends', () => {
    const { args } = codexWay(OWN)({ MY_KEY: 'k' });
    assert.deepEqual(args?.(['exec', '--json', '-']), [
      'exec',
      '--json',
      '--config=model_providers.mine.base_url="http://127.0.0.1:47113/model"',
      '-',
    ]);
  });
});
