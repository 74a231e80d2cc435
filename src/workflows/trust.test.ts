import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { virtualClock } from '../../test/support/clock.ts';
import { RepoSchema } from '../config/schema/repo.ts';
import type { Forge } from '../forge/forge.ts';
import { AutodevError } from '../work/errors.ts';
import type { RepoSettings } from './engine/settings.ts';
import { openTrust, writeGate } from './trust.ts';

const settings = {
  ...RepoSchema.parse({ url: 'https://github.com/o/r', trusted: { logins: ['Ann'], bots: ['ci[bot]'] } }),
  name: 'o/r',
  language: 'en',
} as unknown as RepoSettings;

function asking(...answers: (() => Promise<'none' | 'write'>)[]) {
  let asked = 0;
  const permission = () => (answers[asked++] as () => Promise<'none' | 'write'>)();
  return openTrust({ permission } as unknown as Forge, virtualClock()).remembered;
}
const failing = (code: 'forge_unavailable' | 'forge_limited' | 'forge_forbidden') => () =>
  Promise.reject(new AutodevError(code, 'no answer'));

describe('the author gate', () => {
  test('lets in who is listed, however the login is written, and bots by their exact login only', async () => {
    // The forge would say that it may write.
    const trusts = asking(async () => 'write');
    assert.equal(await trusts(settings, 'ann'), true);
    assert.equal(await trusts(settings, 'ci[bot]'), true);
    assert.equal(await trusts(settings, 'CI[bot]'), false);
    const listed = { ...settings, trusted: { ...settings.trusted, logins: ['kate'] } };
    const refusing = asking(failing('forge_forbidden'), failing('forge_forbidden'));
    assert.equal(await refusing(listed, 'KATE'), true);
    assert.equal(await refusing(listed, '\u212aate'), false, 'what only looks like the name is another one');
    assert.equal(await refusing(listed, 'k\u0430te'), false);
    assert.equal(await trusts(settings, ''), false);
  });

  test('does not take up again from memory what was refused a moment ago', async () => {
    const answers = ['write', 'none', 'write'] as const;
    let asked = 0;
    const forge = { permission: async () => answers[asked++] } as unknown as Forge;
    const { remembered, now } = openTrust(forge, virtualClock());
    assert.deepEqual([await remembered(settings, 'bob'), await remembered(settings, 'bob')], [true, true]);
    assert.equal(await now(settings, 'bob'), false);
    assert.equal(await remembered(settings, 'bob'), false);
    assert.equal(asked, 2);
  });

  test('takes a refused question for a no', async () => {
    assert.equal(await asking(failing('forge_forbidden'))(settings, 'eve'), false);
  });

  test('takes an outage for no answer at all, and asks again the next time', async () => {
    for (const code of ['forge_unavailable', 'forge_limited'] as const) {
      const trusts = asking(failing(code), () => Promise.resolve('write' as const));
      await assert.rejects(trusts(settings, 'eve'), { code });
      assert.equal(await trusts(settings, 'eve'), true);
    }
  });
});

describe('whether a claim counts', () => {
  const gate = (...answers: (() => Promise<'none' | 'write'>)[]) => {
    const permission = async () => (answers.shift() as () => Promise<'none' | 'write'>)();
    return writeGate({ permission } as unknown as Forge, virtualClock());
  };
  const may = () => Promise.resolve('write' as const);

  test('cannot be told during an outage, which is not remembered', async () => {
    const mayWrite = gate(failing('forge_unavailable'), failing('forge_limited'), may);
    await assert.rejects(mayWrite('o/r', 'ben'), { code: 'forge_unavailable' });
    await assert.rejects(mayWrite('o/r', 'ben'), { code: 'forge_limited' });
    assert.equal(await mayWrite('o/r', 'ben'), true);
  });

  test('is told once a minute; a refused question is a no', async () => {
    const mayWrite = gate(failing('forge_forbidden'), may);
    assert.deepEqual([await mayWrite('o/r', 'eve'), await mayWrite('o/r', 'eve')], [false, false]);
  });
});
