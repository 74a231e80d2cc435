import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { testHost } from '../../../test/support/host.ts';
import { agentRequest } from '../../../test/support/request.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import type { Finding } from '../../work/finding.ts';
import { analysisResult, reviewResult, schemaFor, type ReviewResult } from '../../work/verdicts.ts';
import { runToEnd, type Agent, type AgentEvent, type AgentName } from '../agent.ts';
import { openPanel } from './panel.ts';
import { mergeFindings } from './findings.ts';
import { openScriptedAgent } from '../scripted/open.ts';
import type { Step } from '../scripted/script.ts';

const remark = (given: Partial<Finding>): Finding => ({
  path: 'a.ts',
  line: 10,
  side: 'RIGHT',
  body: 'wrong',
  severity: 'info',
  category: 'bug',
  fingerprint: '',
  ...given,
});

describe('merged findings', () => {
  const merge = (...lists: Finding[][]) =>
    mergeFindings(
      lists.map((findings, index) => ({
        agent: (['claude', 'codex', 'gemini'] as const)[index] ?? 'scripted',
        findings,
      })),
    );

  test('are the same when path and category agree and lines lie within three', () => {
    assert.equal(merge([remark({})], [remark({ line: 13 })]).length, 1);
    assert.equal(merge([remark({})], [remark({ line: 14 })]).length, 2);
    assert.equal(merge([remark({})], [remark({ path: 'b.ts' })]).length, 2);
    assert.equal(merge([remark({})], [remark({ category: 'security' })]).length, 2);
    assert.equal(merge([remark({}), remark({ line: 11 })]).length, 2, 'two remarks of one agent stay two');
  });

  test('grow more severe with each agent that agrees, and never less', () => {
    const severity = (...lists: Finding[][]) => merge(...lists).map((finding) => finding.severity);
    assert.deepEqual(severity([remark({})], [remark({})]), ['should']);
    assert.deepEqual(severity([remark({})], [remark({})], [remark({})]), ['must']);
    assert.deepEqual(severity([remark({})], [remark({ severity: 'should' })]), ['must']);
    assert.deepEqual(severity([remark({ severity: 'must' })], []), ['must']);
  });

  test('keep the words and the fingerprint by which the next round knows them', () => {
    const [merged] = merge([remark({ body: 'first words' })], [remark({ fingerprint: 'abc' })]);
    assert.ok(merged?.body.startsWith('first words'));
    assert.equal(merged?.fingerprint, 'abc');
    assert.match(merged?.body ?? '', /claude, codex/);
  });
});

describe('a panel of agents', () => {
  const member = (name: AgentName, ...steps: Step[]): { agent: Agent; model: string } => ({
    agent: { ...openScriptedAgent(testHost(), [{ when: () => true, steps }]), name },
    model: `${name}-model`,
  });
  const review = (verdict: ReviewResult['verdict'], ...comments: Partial<Finding>[]): Step => ({
    do: 'answer',
    value: { verdict, summary: 'seen', comments: comments.map(remark), earlier: [] },
  });
  const cost: Step = { do: 'cost', usd: 0.5, tokens: { input: 10 } };
  const ask = async (agent: Agent, schema = schemaFor('review', reviewResult)) => {
    await using tmp = await tmpdir();
    const events: AgentEvent[] = [];
    const result = await runToEnd(agent, agentRequest({ prompt: 'review', cwd: tmp.path, schema }), (event) =>
      events.push(event),
    );
    return { result, events, answer: result.structured as ReviewResult };
  };

  test('merges what its members found and adds up what they cost', async () => {
    const panel = openPanel([
      member('claude', cost, review('approve', { severity: 'should' })),
      member('codex', cost, review('approve', { line: 12 })),
    ]);
    const { result, answer } = await ask(panel);
    assert.equal(result.costUsd, 1);
    assert.equal(result.tokens.input, 20);
    assert.equal(answer.comments.length, 1);
    assert.equal(answer.comments[0]?.severity, 'must');
    assert.equal(answer.verdict, 'request_changes', 'an open must decides, whatever the members say');
  });

  test('one agent alone can demand changes', async () => {
    const panel = openPanel([
      member('claude', review('approve')),
      member('codex', review('request_changes', { severity: 'should' })),
      member('gemini', review('approve')),
    ]);
    assert.equal((await ask(panel)).answer.verdict, 'request_changes');
  });

  test('a member that fails is noted, and its cost is booked', async () => {
    const panel = openPanel([
      member('claude', cost, { do: 'fail', reason: 'not_logged_in', text: 'log in first' }),
      member('codex', cost, review('approve')),
    ]);
    const { result, events, answer } = await ask(panel);
    assert.equal(result.ok, true);
    assert.equal(result.costUsd, 1);
    assert.equal(answer.verdict, 'approve');
    assert.match(answer.summary, /claude did not take part \(not_logged_in\): log in first/);
    assert.ok(events.some((event) => event.type === 'notice' && /claude did not/.test(event.text)));
    assert.equal(events.filter((event) => event.type === 'finished').length, 1);
  });

  test('asks its first member alone where several answers cannot become one', async () => {
    const answers = schemaFor('answers', z.object({ answers: z.array(z.string()) }));
    const said = (text: string): Step => ({ do: 'answer', value: { answers: [text] } });
    const panel = openPanel([member('claude', cost, said('a')), member('codex', cost, said('b'))]);
    const { result } = await ask(panel, answers as never);
    assert.deepEqual([result.costUsd, result.structured], [0.5, { answers: ['a'] }]);
  });

  test('fails when none of its members answers', async () => {
    const panel = openPanel([
      member('claude', { do: 'fail', reason: 'api_error', text: 'overloaded' }),
      member('codex', { do: 'fail', reason: 'crashed', text: 'gone' }),
    ]);
    const { result } = await ask(panel);
    assert.deepEqual([result.ok, result.stopReason, result.structured], [false, 'api_error', undefined]);
    assert.match(result.text, /overloaded[\s\S]*gone/);
  });

  test('stays within its budget: each member gets its part', async () => {
    const dear: Step = { do: 'cost', usd: 6 };
    const { result } = await ask(
      openPanel([member('claude', dear, review('approve')), member('codex', review('approve'))]),
    );
    assert.match((result.structured as ReviewResult).summary, /claude did not take part \(budget_limit\)/);
  });

  test('a divided analysis asks a person, and dissent lowers the confidence', async () => {
    const analysis = (verdict: string, confidence: number): Step => ({
      do: 'answer',
      value: { verdict, confidence, summary: 's', affected_files: [verdict], implementation_plan: verdict },
    });
    const decide = async (...answers: Step[]) => {
      const [first, ...rest] = answers.map((step, index) =>
        member((['claude', 'codex', 'gemini'] as const)[index] ?? 'scripted', step),
      );
      assert.ok(first !== undefined);
      const { result } = await ask(
        openPanel([first, ...rest]),
        schemaFor('analysis', analysisResult) as never,
      );
      return analysisResult.parse(result.structured);
    };
    const united = await decide(analysis('implement', 0.9), analysis('implement', 0.7));
    assert.deepEqual([united.verdict, united.confidence], ['implement', 0.8]);
    const split = await decide(analysis('implement', 0.9), analysis('wontfix', 0.9));
    assert.equal(split.verdict, 'needs_clarification');
    const most = await decide(
      analysis('implement', 0.9),
      analysis('wontfix', 0.9),
      analysis('implement', 0.9),
    );
    assert.equal(most.verdict, 'implement');
    assert.ok(Math.abs(most.confidence - 0.6) < 1e-9);
    assert.deepEqual(most.affected_files, ['implement', 'wontfix']);
  });
});
