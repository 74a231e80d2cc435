import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testHost } from '../../../test/support/host.ts';
import { parseConfig } from '../../config/parse.ts';
import { sandboxWorks } from '../../host/sandbox/works.ts';
import { withoutNamespace } from '../../host/sandbox/process-isolation.ts';
import { checkSandbox } from './sandbox.ts';

const host = testHost();
const bare = { ...host, processes: withoutNamespace(host.processes) };
const skip = !(await sandboxWorks(host.processes, host.env)) && 'bubblewrap does not work here';

function check(on = host, sandbox = '') {
  const { config } = parseConfig(sandbox, { file: 'config.yaml', home: '/nowhere' });
  const loaded = { config } as Parameters<typeof checkSandbox>[0]['loaded'];
  return checkSandbox({ home: '/nowhere', host: on, loaded, running: false, online: false });
}

test('without bubblewrap the doctor says loudly that there is no sandbox', async () => {
  const { status, message, todo } = await check(bare);
  assert.equal(status, 'warning');
  assert.match(message, /NO SANDBOX/);
  assert.match(todo.join(), /apt-get install bubblewrap/);
});

test('where one is required it is a problem', async () => {
  assert.equal((await check(bare, 'sandbox: { mode: required }')).status, 'problem');
});

test('switched off is a warning too, whatever the machine offers', async () => {
  assert.equal((await check(host, 'sandbox: { mode: off }')).status, 'warning');
});

test('with bubblewrap it says what agents reach', { skip }, async () => {
  const { status, message } = await check(host, 'sandbox: { allow_hosts: [packages.example.org] }');
  assert.equal(status, 'ok');
  assert.match(message, /packages\.example\.org/);
});
