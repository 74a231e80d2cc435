import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { inTime, lookUp, type LookUp } from './look-up.ts';

describe('looking at files for a hook, which must not be late', () => {
  test('fails when its time is over, whatever is asked', () => {
    const late = inTime(lookUp, 0);
    for (const name of Object.keys(lookUp) as (keyof LookUp)[])
      assert.throws(
        () => (late[name] as (path: string, cap: number) => unknown)('/', 1),
        /longer than 0 seconds/,
      );
    assert.equal(inTime(lookUp, 1e9).target('/')?.kind, 'folder');
  });

  test('reads files, and nothing that has no end', async () => {
    await using tmp = await tmpdir();
    const file = join(tmp.path, 'a');
    writeFileSync(file, 'text');
    assert.equal(lookUp.text(file), 'text');
    for (const other of ['/dev/zero', '/dev/null', tmp.path])
      assert.deepEqual(lookUp.text(other), { error: 'it is not a file, or too large for one' });
    assert.equal(lookUp.bytes('/dev/zero', 10), undefined);
    assert.equal(lookUp.bytes(file, 3), undefined);
    assert.equal(lookUp.bytes(file, 4)?.length, 4);
  });
});
