import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testHost } from '../../../../test/support/host.ts';
import { goal, iteration, OPTIONS } from '../../../../test/support/pdca-play.ts';
import { tmpdir } from '../../../../test/support/tmpdir.ts';
import { AutodevError } from '../../../work/errors.ts';
import { NOTHING_COUNTED } from '../mode.ts';
import type { Kind, PdcaDone, ResultOf } from '../done.ts';
import type { PdcaOptions } from '../options.ts';
import type { Asking } from './ask.ts';
import { diagnose, gap, judge, review } from './check.ts';
import { leadWords } from '../lead/words.ts';
import { link, report } from './close.ts';
import { design } from './design.ts';
import type { PdcaNeeds } from './needs.ts';
import { complexity, critic, feasibility, findings, plan } from './plan.ts';

/** A lead whose teammates all end like this one: their session fails, with what they had said so far. */
async function withTeammate(
  { said, reason = 'agent_failed' }: { said: string; reason?: 'agent_failed' | 'no_answer' },
  work: (asking: Asking, mails: string[], prompts: string[]) => Promise<void>,
): Promise<void> {
  await using tmp = await tmpdir();
  const mails: string[] = [];
  const prompts: string[] = [];
  const needs = needsIn(tmp.path, {
    session: ({ prompt }) => {
      prompts.push(prompt);
      return Promise.reject(
        new AutodevError(reason, 'the session ended with idle', { data: { said, costUsd: 0.5 } }),
      );
    },
    mail: ({ text }) => Promise.resolve(void mails.push(text)),
  });
  await work(
    {
      needs,
      around: { phase: 4, mode: 'STANDARD', score: 2, iterations: 0, counted: NOTHING_COUNTED, notes: [] },
      sessions: [],
    },
    mails,
    prompts,
  );
}

function needsIn(cwd: string, more: Partial<PdcaNeeds>, options: Partial<PdcaOptions> = {}): PdcaNeeds {
  const never = () => Promise.reject(new Error('not used here'));
  return {
    host: testHost(),
    options: { ...OPTIONS, ...options },
    tree: {
      cwd,
      diff: never,
      changed: () => Promise.resolve([]),
      commit: never,
      unchanged: never,
      takeBack: never,
    },
    base: '',
    from: null,
    startedAt: '',
    done: [],
    goals: [],
    goalTimeoutMs: 1_000,
    context: {},
    signal: new AbortController().signal,
    session: never,
    say: () => {},
    mail: () => Promise.resolve(),
    booked: () => Promise.resolve([]),
    forge: undefined,
    ...more,
  };
}

const NO_ISSUES = {
  openIssues: () => Promise.resolve([]),
  comment: () => Promise.resolve(),
  createIssue: () => Promise.resolve(1),
};

const gate = { kind: 'gate', attempt: 1, tell: [] } as const;
const verify = { ...gate, kind: 'verify' } as const;
const critique = { kind: 'critic', iteration: 1, of: 1, notes: '', checks: [] } as const;

describe('a teammate that hangs or gives no valid answer counts against the work', () => {
  for (const reason of ['agent_failed', 'no_answer'] as const)
    test(`${reason}: critic REVISE, gate and verification REJECT, gap 0 %, an open must`, () =>
      withTeammate({ said: '', reason }, async (asking, mails) => {
        assert.equal((await critic(asking, { ...critique, checks: [] })).verdict, 'REVISE');
        assert.equal((await judge(asking, { ...gate, tell: [] })).verdict, 'REJECT');
        assert.equal((await judge(asking, { ...verify, tell: [] })).verdict, 'REJECT');
        assert.equal((await gap(asking)).rate, 0);
        assert.equal((await review(asking)).must.length, 1);
        assert.equal(asking.sessions.length, 5);
        for (const { verdict, usd } of asking.sessions) assert.deepEqual([verdict, usd], ['no answer', 0.5]);
        assert.deepEqual(new Set(mails), new Set(['(the session ended with idle)']));
      }));
  test('a diagnosis is asked for twice, then nobody fixes blindly', () =>
    withTeammate({ said: '' }, async (asking) => {
      assert.equal(await diagnose(asking, { kind: 'diagnose', cycle: 1, failures: [], history: [] }), null);
      assert.equal(asking.sessions.length, 2);
    }));
  test('a writer gets one more session, then its document is not written', () =>
    withTeammate({ said: '' }, async (asking) => {
      const { ok } = await plan(asking, { kind: 'plan', iteration: 1, of: 1, feedback: '', missing: [] });
      assert.deepEqual([ok, asking.sessions.length], [false, 2]);
    }));
});

test("teammates have the seed's names, with the number of their round where it has one, and are told where they work", () =>
  withTeammate({ said: '' }, async (asking, _, prompts) => {
    const heavy = { ...asking, around: { ...asking.around, mode: 'HEAVY' as const } };
    const round = { iteration: 2, of: 5, feedback: '', missing: [], notes: '', checks: [] };
    await findings({ ...asking, needs: { ...asking.needs, forge: NO_ISSUES } });
    await complexity(asking);
    await plan(heavy, { kind: 'plan', ...round });
    await feasibility(heavy, { kind: 'feasibility', ...round });
    await critic(heavy, { kind: 'critic', ...round });
    await critic(asking, { ...critique, checks: [] });
    await design(asking, { kind: 'design', missing: [] });
    await judge(asking, { ...gate, tell: [] });
    await judge(asking, { ...verify, tell: [] });
    await diagnose(asking, { kind: 'diagnose', cycle: 3, failures: [], history: [] });
    await gap(asking);
    await review(asking);
    await report(asking, { kind: 'report', unresolved: [], warnings: [], outcome: 'done' });
    assert.deepEqual(
      [...new Set(asking.sessions.map(({ name }) => name))],
      [
        'doc-analyst',
        'issue-analyst',
        'complexity',
        'planner-2',
        'arch-2',
        'critic-2',
        'critic-lite',
        'design-writer',
        'impl-verifier',
        'verifier',
        'diagnostician-3',
        'gap-checker',
        'quality-checker',
        'reporter',
      ],
    );
    for (const prompt of prompts) assert.ok(prompt.includes(asking.needs.tree.cwd), prompt);
  }));

test('a resumed impl-manager is told in the words of the seed how far it was', () => {
  assert.equal(
    leadWords('ko').goOn(4, ['test failure in X', 'lint error in Y']),
    '이전 시도에서 4회까지 진행됨. 남은 이슈: test failure in X; lint error in Y.\n이전 시도의 변경 사항은 이미 파일에 반영되어 있음. 이어서 진행.',
  );
});

describe('the first line of a text is the fallback for a verdict', () => {
  const rows: [said: string, gate: string, domain: string, critic: string][] = [
    ['VERDICT: APPROVE\nDOMAIN: other\nfine', 'APPROVE', 'other', 'APPROVE'],
    ['VERDICT: REJECT\nDOMAIN: build\nit does not compile', 'REJECT', 'build', 'REVISE'],
    ['VERDICT: REVISE\nno edge cases', 'REJECT', 'other', 'REVISE'],
    ['It is fine.\nVERDICT: APPROVE', 'REJECT', 'other', 'REVISE'],
    ['VERDICT: APPROVE or REJECT', 'REJECT', 'other', 'REVISE'],
    ['looks good to me', 'REJECT', 'other', 'REVISE'],
  ];
  for (const [said, verdict, domain, plan_] of rows)
    test(JSON.stringify(said), () =>
      withTeammate({ said }, async (asking) => {
        const judged = await judge(asking, { ...gate, tell: [] });
        assert.deepEqual([judged.verdict, judged.domain], [verdict, domain]);
        assert.equal((await critic(asking, { ...critique, checks: [] })).verdict, plan_);
      }),
    );
});

describe('the architect is shown what the lead measured on the files as they are', () => {
  const step = <K extends Kind>(kind: K, result: ResultOf<K>) => ({ kind, result, sessions: [] }) as PdcaDone;
  const red = [goal('test', 'FAIL', { output: 'of the run' })];
  const baseline = step('baseline', { goals: [goal('test', 'PASS')] });
  const implemented = step('implement', { parts: [{ ...iteration(), goals: red, name: '' }] });
  const fixed = step('fix', { ok: true, summary: '', files: [] });
  const shown = async (done: PdcaDone[]) => {
    await using tmp = await tmpdir();
    let prompt = '';
    const needs = needsIn(tmp.path, {
      done,
      goals: [{ goal: 'test', argv: ['echo', 'again'] }],
      goalTimeoutMs: 60_000,
      session: (request) => {
        prompt = request.prompt;
        return Promise.reject(new AutodevError('no_answer', 'none'));
      },
    });
    needs.tree.unchanged = (work) => work(tmp.path);
    const around = { phase: 3, mode: 'STANDARD', score: 2, iterations: 1, counted: NOTHING_COUNTED } as const;
    await judge({ needs, around: { ...around, notes: [] }, sessions: [] }, { ...gate, tell: [] });
    return /test: (PASS|FAIL)/.exec(prompt)?.[1];
  };
  test('after DO those of its last iteration, not of the untouched tree', async () =>
    assert.equal(await shown([baseline, implemented]), 'FAIL'));
  test('after a fix they are run again', async () =>
    assert.equal(await shown([baseline, implemented, fixed]), 'PASS'));
});

describe('issues', () => {
  const linked = async (related: number[], language: 'en' | 'ko') => {
    const wrote: string[] = [];
    const forge = {
      openIssues: () => Promise.resolve([]),
      comment: (issue: number, text: string) => Promise.resolve(void wrote.push(`#${issue} ${text}`)),
      createIssue: (title: string, body: string) => {
        wrote.push(`new ${title}: ${body}`);
        return Promise.resolve(9);
      },
    };
    const needs = needsIn('/', { forge }, { language });
    const around = { phase: 1, mode: 'LIGHT', score: 0, iterations: 0, counted: NOTHING_COUNTED } as const;
    await link({ needs, around: { ...around, notes: [] }, sessions: [] }, { kind: 'link', related });
    return wrote;
  };
  const path = 'docs/01-plan/add-a-greeting.plan.md';
  test('related ones get the comment of the seed, and none is opened', async () => {
    assert.deepEqual(await linked([3, 7], 'ko'), [`#3 관련 Plan: ${path}`, `#7 관련 Plan: ${path}`]);
    assert.deepEqual(await linked([3], 'en'), [`#3 Related plan: ${path}`]);
  });
  test('without any, one is opened', async () =>
    assert.deepEqual(await linked([], 'ko'), [`new add-a-greeting: Plan: ${path}`]));
});
