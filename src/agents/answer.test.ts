import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonIn } from './answer.ts';

test('the answer is found in prose, in a code fence and alone, and not made up', () => {
  const value = { a: { b: '}' } };
  const json = JSON.stringify(value, null, 2);
  assert.deepEqual(jsonIn(json), value);
  assert.deepEqual(jsonIn(`Here it is:\n\n\`\`\`json\n${json}\n\`\`\`\nBye.`), value);
  assert.deepEqual(jsonIn(`First \`\`\`\nnot this\n\`\`\` then\n\`\`\`\n${json}\n\`\`\``), value);
  assert.deepEqual(jsonIn(`I think ${json} is right.`), value);
  assert.equal(jsonIn('no answer'), undefined);
  assert.equal(jsonIn('"a text"'), undefined);
  assert.equal(jsonIn('{"a": 1'), undefined);
  assert.equal(jsonIn(''), undefined);
});
