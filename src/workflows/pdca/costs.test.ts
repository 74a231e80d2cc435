import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costRows, costSection } from './costs.ts';
import type { SessionUse } from './done.ts';

const session = (more: Partial<SessionUse>): SessionUse => ({
  name: 'planner',
  role: 'planner',
  model: 'sonnet',
  id: 's1',
  phase: 1,
  usd: 0.25,
  tokens: { input: 10, output: 5, cacheWrite: 0, cacheRead: 5 },
  durationMs: 1_500,
  verdict: null,
  ...more,
});

const SESSIONS = [
  session({}),
  session({ name: 'critic-lite', role: 'critic', id: 's2', verdict: 'APPROVE', usd: 0.5 }),
  session({ name: 'verifier', role: 'architect', id: 's3', phase: 4, verdict: 'REJECT', usd: 0.25 }),
];
const BOOKED = [{ step: 'pdca-plan', role: 'planner', usd: 0.75, tokens: 60, sessions: 2 }];

test('below a report stand the costs of the journal by phase and role, and the session of each who wrote or judged, word for word', () => {
  assert.equal(
    costSection(SESSIONS, BOOKED, 'en'),
    `## Costs

| Phase | Role | Sessions | USD | Tokens | Seconds |
| --- | --- | ---: | ---: | ---: | ---: |
| PLAN | critic | 1 | 0.5000 | 20 | 1.5 |
| PLAN | planner | 2 | 0.7500 | 60 | 1.5 |
| CHECK | architect | 1 | 0.2500 | 20 | 1.5 |
| all |  | 4 | 1.5000 | 100 | 4.5 |

Reviewing and verifying: 50 % of the dollars.

## Who wrote, who judged

| Phase | Name | Role | Model | Session | Verdict |
| --- | --- | --- | --- | --- | --- |
| PLAN | planner | planner | sonnet | \`s1\` | - |
| PLAN | critic-lite | critic | sonnet | \`s2\` | APPROVE |
| CHECK | verifier | architect | sonnet | \`s3\` | REJECT |
`,
  );
  const korean = costSection(SESSIONS, BOOKED, 'ko');
  for (const said of [
    '## 비용\n\n| Phase | 역할 | 세션 | USD | 토큰 | 초 |\n',
    '| 합계 |  | 4 | 1.5000 | 100 | 4.5 |\n\n검토와 검증의 비중: 50%\n\n## 작성과 판정\n\n| Phase | 이름 | 역할 | 모델 | 세션 | 판정 |\n',
  ])
    assert.ok(korean.includes(said), korean);
});

test('in the daemon, where all phases are one step, what interrupted sessions cost is in the table, too', () => {
  const booked = [{ step: 'pdca', role: 'planner', usd: 1, tokens: 50, sessions: 3 }];
  const rows = costRows(SESSIONS, booked).filter(({ role }) => role === 'planner');
  assert.deepEqual(
    rows.map(({ phase, sessions, usd, tokens }) => [phase, sessions, usd, tokens]),
    [
      ['PLAN', 1, 0.25, 20],
      ['-', 2, 0.75, 30],
    ],
  );
  const known = [{ step: 'pdca', role: 'planner', usd: 0.25, tokens: 20, sessions: 1 }];
  assert.deepEqual(costRows(SESSIONS, known), costRows(SESSIONS));
});
