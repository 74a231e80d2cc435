import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openClient } from '../../src/api/control/client.ts';
import { openWorld, until } from '../support/cli-world.ts';

test('a broken script keeps items waiting, uncounted and told; mended, they go on without a restart', async () => {
  await using world = await openWorld();
  const script = join(world.path, 'script.json');
  const good = await readFile(script, 'utf8');
  await writeFile(script, '{"rules": [{"when": "go", "steps": [{"do": "dance"}]}]}');
  const number = await world.issue('make it');
  const id = `issue:${world.repo}:${number}`;
  await world.run('start', '-d');
  const resting = async () => (await openClient(world.home).status())?.resting[0];
  const rest = await until(resting);
  assert.equal(rest.agent, 'scripted');
  assert.match(rest.because, /script\.json is not a script/);
  const doctor = await world.run('doctor');
  assert.match(`${doctor.out}${doctor.err}`, /script\.json is not a script/);
  await until(async () => (await world.labels(number)).length === 0);
  const item = (await openClient(world.home).items())?.find((each) => each.id === id);
  assert.equal(item?.failures, 0);
  assert.match(item?.waiting?.reason ?? '', /is not a script/);

  await writeFile(script, good);
  assert.equal((await world.run('retry', id)).code, 0);
  await until(async () => (await world.labels(number)).join() === 'autodev:done');
  assert.equal(await resting(), undefined);
});
