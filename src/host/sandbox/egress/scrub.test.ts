import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scrubber } from './scrub.ts';

const real = 'sk-ant-api03-0123456789abcdefghijklmnop_?>~';
const { text, stream } = scrubber([{ standIn: 'STAND-IN', real }]);

test('a key does not come back in base64, wherever in the encoded text it stands, nor in hex or percent signs', () => {
  for (const around of ['', 'a', 'ab', 'abc', '{"x-api-key":"']) {
    const whole = Buffer.from(`${around}${real}${around}`);
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      const scrubbed = text(whole.toString(encoding));
      assert.ok(scrubbed.includes('STAND-IN'), `${encoding} after ${around.length} bytes: ${scrubbed}`);
      assert.ok(!Buffer.from(scrubbed.replace('STAND-IN', ''), encoding).includes(real.slice(4, -4)));
    }
  }
  assert.equal(text(encodeURIComponent(real)), 'STAND-IN');
  assert.equal(text(Buffer.from(real).toString('hex').toUpperCase()), 'STAND-IN');
});

test('a key that comes piece by piece is found all the same, and nothing else is changed', async () => {
  const words = `before ${real} between ${Buffer.from(real).toString('hex')} after`;
  const through = stream();
  for (const letter of words) through.write(letter);
  through.end();
  const parts: Buffer[] = [];
  for await (const part of through) parts.push(part as Buffer);
  assert.equal(Buffer.concat(parts).toString(), 'before STAND-IN between STAND-IN after');
});
