import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../support/cli-world.ts';
import { openClusterWorld, type ClusterWorld, type Machine } from '../support/cluster-world.ts';
import { withoutPostgres } from '../support/postgres.ts';

const skip = withoutPostgres();

/** The pid of the coordinator that leads. */
async function leader({ query }: ClusterWorld): Promise<number | undefined> {
  const rows = await query<{ pid: number }>(
    "SELECT members.pid FROM leases JOIN members ON members.id = leases.owner WHERE leases.name = 'leader'",
  ).catch((): { pid: number }[] => []);
  return rows[0]?.pid;
}

describe('the coordinator that leads', skip === undefined ? {} : { skip }, () => {
  test('ends when it is told to stop, and the one that stood by leads; on both everything can be asked', async () => {
    await using world = await openClusterWorld();
    const [one, two] = [await world.machine('one'), await world.machine('two')];
    const first = one.start('start');
    await until(async () => (await leader(world)) !== undefined);
    const led = await leader(world);
    two.start('start');
    const stands = async ({ json }: Machine) =>
      ((await json('status'))['daemon'] as { state: string }).state === 'standby';
    await until(() => stands(two));
    const issue = `issue:${world.world.repo}:${await world.world.issue('add a line')}`;
    await until(async () => {
      const { items } = (await two.json('list')) as { items: { id: string }[] };
      return items.some(({ id }) => id === issue);
    });
    const { id, daemon } = await two.json('why', issue);
    assert.deepEqual([id, daemon], [issue, 'running']);
    const told = await one.start('stop').ended;
    assert.equal(told.code, 0, told.err);
    assert.doesNotMatch(told.err, /takes too long/);
    assert.equal((await first.ended).code, 0);
    await until(async () => {
      const pid = await leader(world);
      return pid !== undefined && pid !== led;
    });
  });

  test('a login that the database refuses is told as one, without the password', async () => {
    await using world = await openClusterWorld();
    await world.world.configure((config) => {
      config['cluster'] = String(config['cluster']).replace(/\/\/[^@/]*@/, '//nobody-here:s3cret-word@');
    });
    const wrong = await world.machine('one');
    for (const words of [['start'], ['worker'], ['list']]) {
      const { code, err } = await wrong.start(...words).ended;
      assert.notEqual(code, 0);
      assert.match(err, /does not let this machine in/, words.join(' '));
      assert.doesNotMatch(err, /s3cret-word|a bug in autodev/);
    }
  });
});
