import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testHost } from '../../../../test/support/host.ts';
import { tmpdir } from '../../../../test/support/tmpdir.ts';
import { parseConfig } from '../../../config/parse.ts';
import type { LoadedConfig } from '../../../config/load.ts';
import { withoutNamespace } from '../../../host/sandbox/process-isolation.ts';
import { sandboxWorks } from '../../../host/sandbox/works.ts';
import { securityPoints } from './points.ts';

const host = testHost();
const bare = { ...host, processes: withoutNamespace(host.processes) };
const skip = !(await sandboxWorks(host.processes, host.env)) && 'bubblewrap does not work here';

async function points(on = host, text = '') {
  await using tmp = await tmpdir();
  const { config } = parseConfig(text, { file: 'config.yaml', home: tmp.path });
  const loaded = { config, file: `${tmp.path}/config.yaml`, written: false } as LoadedConfig;
  return securityPoints({ home: tmp.path, host: on, loaded, running: false, online: false });
}

test('with a sandbox each of the fifteen points is tried and none is off', { skip }, async () => {
  const rows = await points();
  assert.deepEqual(
    rows.map(({ point }) => point),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  );
  assert.deepEqual(
    rows.filter(({ state }) => state === 'off'),
    [],
  );
  for (const { state, fix } of rows) assert.equal(fix === '', state === 'held');
});

test('without one the points that need it are degraded and say what to do', async () => {
  const rows = await points(bare);
  for (const number of [4, 5, 8]) {
    const row = rows.find(({ point }) => point === number);
    assert.equal(row?.state, 'degraded', JSON.stringify(row));
    assert.notEqual(row.fix, '');
  }
});

test('switched off is off', async () => {
  const rows = await points(host, 'sandbox: { mode: off }');
  assert.equal(rows.find(({ point }) => point === 5)?.state, 'off');
});
