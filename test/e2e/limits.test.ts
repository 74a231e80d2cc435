import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runToEnd, type AgentResult } from '../../src/agents/agent.ts';
import { openAgent } from '../../src/agents/open.ts';
import { openBench } from '../support/model/bench.ts';
import type { Dialect, Fault, Turn } from '../support/model/turn.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const LIMITS = { turns: 10, budgetUsd: 10, wallMs: 100_000, idleMs: 90_000 };
const again = (fault: Fault): Turn[] => Array.from({ length: 40 }, () => ({ fault }));
/** Subscribers are told more than holders of a key; the token is no login of anybody. */
const SUBSCRIBER = { ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-dummy' };

type Env = Readonly<Record<string, string>>;

async function limited(name: Dialect, turns: readonly Turn[], env: Env = {}): Promise<AgentResult> {
  await using bench = await openBench(name, { turns });
  const settings = { ...bench.settings, extraEnv: { ...bench.settings.extraEnv, ...env } };
  return await runToEnd(
    openAgent(name, bench.host, settings),
    bench.request({ prompt: 'go', limits: LIMITS }),
  );
}

const claude = (inSecs: number, claim: string): Fault => {
  const reset = String(Math.floor(Date.now() / 1_000) + inSecs);
  return {
    status: 429,
    body: {
      type: 'error',
      error: { type: 'rate_limit_error', message: 'This request would exceed your account’s rate limit.' },
    },
    headers: {
      'anthropic-ratelimit-unified-status': 'rejected',
      'anthropic-ratelimit-unified-reset': reset,
      'anthropic-ratelimit-unified-representative-claim': claim,
      'retry-after': String(inSecs),
    },
  };
};
const codex = (inSecs?: number): Fault => ({
  status: 429,
  body: {
    error: {
      type: 'usage_limit_reached',
      message: 'The usage limit has been reached',
      plan_type: 'plus',
      ...(inSecs === undefined ? {} : { resets_at: Math.floor(Date.now() / 1_000) + inSecs }),
    },
  },
});
const gemini = (message: string, ...details: object[]): Fault => ({
  status: 429,
  body: { error: { code: 429, message, status: 'RESOURCE_EXHAUSTED', details } },
});
const retryIn = (secs: number) => ({
  '@type': 'type.googleapis.com/google.rpc.RetryInfo',
  retryDelay: `${secs}s`,
});
const exhausted = (secs: number) => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason: 'QUOTA_EXHAUSTED',
  domain: 'cloudcode-pa.googleapis.com',
  metadata: { quotaResetDelay: `${secs}s` },
});

/** As each CLI prints it: `inSecs` is when the limit is over, as far as it says so. */
const ROWS: readonly [
  name: Dialect,
  what: string,
  fault: () => Fault,
  inSecs: number | undefined,
  env?: Env,
][] = [
  ['claude', '429 without a reset', () => ({ status: 429 }), undefined],
  ['claude', 'the five-hour limit', () => claude(5 * HOUR, 'five_hour'), 5 * HOUR, SUBSCRIBER],
  ['claude', 'the weekly limit, in six days', () => claude(6 * DAY, 'seven_day'), 6 * DAY, SUBSCRIBER],
  ['claude', 'a reset that is over already', () => claude(-600, 'five_hour'), -600, SUBSCRIBER],
  ['codex', '429 without a reset', () => ({ status: 429 }), undefined],
  ['codex', 'the usage limit, in five hours', () => codex(5 * HOUR), 5 * HOUR],
  ['codex', 'the usage limit, in six days', () => codex(6 * DAY), 6 * DAY],
  ['codex', 'the usage limit, without a time', () => codex(), undefined],
  [
    'gemini',
    '429 without a reset',
    () => gemini('Resource has been exhausted (e.g. check quota).'),
    undefined,
  ],
  [
    'gemini',
    'a quota with a delay',
    () => gemini('You exceeded your current quota. Please retry in 1h0m0s.', retryIn(HOUR)),
    HOUR,
  ],
  [
    'gemini',
    'a quota for whose reset it would wait itself',
    () =>
      gemini(
        'You have exhausted your capacity on this model. Your quota will reset after 5h0m0s.',
        exhausted(5 * HOUR),
        retryIn(5 * HOUR),
      ),
    5 * HOUR,
  ],
];

// Side by side: the longest of them waits for a minute.
describe('at a limit of its provider', { concurrency: 3 }, () => {
  test('codex, which would wait silently for a limit to be over, is ended after a minute', async () => {
    const result = await limited('codex', again({ status: 429, retryAfter: HOUR }));
    assert.equal(result.stopReason, 'limit', result.text);
  });

  for (const name of ['claude', 'codex', 'gemini'] satisfies Dialect[]) {
    for (const [, what, fault, inSecs, env] of ROWS.filter(([of]) => of === name))
      test(`${name}, ${what}: it rests, and costs nothing`, async () => {
        const asked = Date.now();
        const result = await limited(name, again(fault()), env);
        assert.deepEqual([result.ok, result.stopReason, result.costUsd], [false, 'limit', 0], result.text);
        if (inSecs === undefined) assert.equal(result.resetsAt, undefined, result.text);
        else {
          // Times are told to the minute, spans from the moment they are read; gemini adds a little by chance.
          const told = ((result.resetsAt ?? 0) - asked) / 1_000;
          assert.ok(
            told >= inSecs - 61 && told <= inSecs + Math.abs(inSecs) / 4 + 120,
            `${told} of ${inSecs}: ${result.text}`,
          );
        }
      });

    test(`${name}, after a turn that was paid: it is a limit all the same, with what was paid`, async () => {
      const fault = {
        claude: claude(HOUR, 'five_hour'),
        codex: codex(HOUR),
        gemini: gemini('x', retryIn(HOUR)),
      };
      const result = await limited(name, [{ bash: 'true' }, ...again(fault[name])]);
      assert.equal(result.stopReason, 'limit', result.text);
      assert.ok(result.costUsd > 0);
    });

    test(`${name}: a model that refuses connections, or has an error of its own, is out of reach`, async () => {
      const away = { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:9' };
      for (const [turns, env] of [
        [again({ status: 503 }), {}],
        // codex has its address in its own file.
        ...(name === 'codex' ? [] : [[[], away] as const]),
      ] as const) {
        const result = await limited(name, turns, env);
        assert.deepEqual([result.stopReason, result.costUsd], ['unreachable', 0], result.text);
      }
    });
  }
});
