import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToEnd } from '../../src/agents/agent.ts';
import { openAgent } from '../../src/agents/open.ts';
import { openPanel } from '../../src/agents/panel/panel.ts';
import { reviewResult, schemaFor } from '../../src/work/verdicts.ts';
import { MODELS, openBench } from '../support/model/bench.ts';

test('claude and codex review side by side; a gemini that is not installed is noted', async () => {
  const remark = (line: number) => ({
    verdict: 'approve',
    summary: 'seen',
    comments: [{ path: 'a.ts', line, side: 'RIGHT', body: 'no check', severity: 'should', category: 'bug' }],
    earlier: [],
  });
  await using claude = await openBench('claude', { turns: [{ answer: remark(10) }] });
  await using codex = await openBench('codex', { turns: [{ answer: remark(12) }] });
  const gemini = openAgent('gemini', claude.host, { home: 'user', command: 'no-such-gemini' });
  const panel = openPanel([
    { agent: claude.agent, model: MODELS.claude },
    { agent: codex.agent, model: MODELS.codex, env: codex.env },
    { agent: gemini, model: MODELS.gemini },
  ]);
  const schema = schemaFor('review', reviewResult);
  const result = await runToEnd(panel, claude.request({ prompt: 'review', schema, access: 'read' }));
  assert.equal(result.ok, true, result.text);
  const review = reviewResult.parse(result.structured);
  assert.equal(review.comments.length, 1);
  assert.equal(review.comments[0]?.severity, 'must', 'two agents agree');
  assert.equal(review.verdict, 'request_changes');
  assert.match(review.summary, /gemini did not take part \(unavailable\): no-such-gemini was not found/);
  assert.ok(Math.abs(result.costUsd - (0.0045 + 0.00225)) < 1e-9, String(result.costUsd));
});
