import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testHost } from '../../../test/support/host.ts';
import { checkSandbox } from './sandbox.ts';

test('the doctor never calls contained processes a sandbox', async () => {
  const patient = { home: '/nowhere', host: testHost(), loaded: undefined, running: false, online: false };
  const { status, message } = await checkSandbox(patient);
  assert.equal(status, 'warning');
  assert.match(message, /NO SANDBOX/);
});
