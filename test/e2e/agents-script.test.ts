import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runToEnd } from '../../src/agents/agent.ts';
import type { Script } from '../../src/agents/scripted/script.ts';
import { analysisResult, schemaFor } from '../../src/work/verdicts.ts';
import { openBench } from '../support/model/bench.ts';
import type { Dialect } from '../support/model/turn.ts';

const script: Script = [
  {
    when: /^\[autodev\] judge/,
    steps: [
      { do: 'say', text: 'looking' },
      { do: 'cost', usd: 0, tokens: { input: 5_000, output: 50 } },
      { do: 'answer', value: { verdict: 'implement', confidence: 1, summary: 'yes' } },
    ],
  },
  {
    when: /^\[autodev\] fix (\S+)/,
    steps: [
      { do: 'replace', path: '{{1}}', from: "it's", to: 'it is $&' },
      { do: 'write', path: 'new.txt', text: 'new\n' },
      { do: 'say', text: 'fixed {{1}}' },
    ],
  },
];

for (const name of ['claude', 'codex', 'gemini'] satisfies Dialect[]) {
  test(`a real ${name} can play the scripted agent's script`, async () => {
    await using bench = await openBench(name, { script });
    writeFileSync(join(bench.cwd, 'a.txt'), "it's");
    const fixed = await runToEnd(bench.agent, bench.request({ prompt: '[autodev] fix a.txt' }));
    assert.deepEqual([fixed.ok, fixed.text], [true, 'fixed a.txt'], fixed.stderrTail);
    assert.equal(readFileSync(join(bench.cwd, 'a.txt'), 'utf8'), 'it is $&');
    assert.equal(readFileSync(join(bench.cwd, 'new.txt'), 'utf8'), 'new\n');
    const schema = schemaFor('analysis', analysisResult);
    const judged = await runToEnd(
      bench.agent,
      bench.request({ prompt: '[autodev] judge', schema, access: 'read' }),
    );
    assert.equal(analysisResult.parse(judged.structured).verdict, 'implement', judged.text);
  });
}
