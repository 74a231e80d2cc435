import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { lookUp, type LookUp } from '../host/fs/look-up.ts';
import { tmpdir } from '../../test/support/tmpdir.ts';
import { absolute, realPlace } from './paths.ts';

test('a path is not followed through links without end, which would make the hook late', async () => {
  await using tmp = await tmpdir();
  symlinkSync('.', join(tmp.path, 'l'));
  symlinkSync('l/missing/a', join(tmp.path, 'dangling'));
  for (let at = 1; at < 39; at += 1) symlinkSync(`${'l/'.repeat(100)}k${at - 1}`, join(tmp.path, `k${at}`));
  const counted = { looks: 0 };
  const entry: LookUp['entry'] = (path) => {
    counted.looks += 1;
    return lookUp.entry(path);
  };
  const long = absolute(tmp.path, `k38/${'l/'.repeat(300)}x`);
  assert.throws(() => realPlace({ ...lookUp, entry }, long), /too many links/);
  assert.ok(counted.looks < 2_000, `${counted.looks} looks`);
  assert.equal(realPlace(lookUp, join(tmp.path, 'dangling')), join(tmp.path, 'missing/a'));
});
