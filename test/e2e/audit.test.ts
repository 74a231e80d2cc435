import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openWorld, until } from '../support/cli-world.ts';

interface Told {
  ok: boolean;
  effects: Record<string, unknown>[];
  chain: { ok: boolean; problems: { kind: string }[] };
  forge: { same: number; differences: { kind: string }[] };
}

test('what was written is told with its cause; what was changed in the store or on the forge is named', async () => {
  await using world = await openWorld();
  const number = await world.issue('Make a thing');
  await world.json('start', '-d');
  // A kept connection may end between two requests that are far apart: then it is asked again.
  await until(() =>
    world.labels(number).then(
      (labels) => labels.includes('autodev:done'),
      () => false,
    ),
  );
  await world.json('stop');
  const verify = async () => {
    const { code, out, err } = await world.run('audit', '--verify', '--json');
    assert.ok(out !== '', err);
    return { code, ...(JSON.parse(out) as Told) };
  };

  const whole = await verify();
  assert.deepEqual([whole.chain.problems, whole.forge.differences], [[], []]);
  assert.deepEqual([whole.code, whole.ok], [0, true]);
  assert.ok(whole.forge.same >= 3, `${whole.forge.same} of ${whole.effects.length}`);
  const effect = (wanted: string) => whole.effects.find(({ kind }) => kind === wanted) ?? {};
  const { id, step, status, chain, session, url } = effect('push');
  assert.deepEqual([id, step, status, chain], [`issue:${world.repo}:${number}`, 'push', 'done', 'ok']);
  assert.match(String(session), /^[0-9a-f-]{36}$/);
  assert.match(String(url), /^http/);
  assert.equal(effect('pull')['by'], world.forge.bot.login);

  const comment = /(\d+)$/.exec(String(effect('comment')['url']))?.[1];
  const body = { body: 'Nothing of the kind.' };
  await until(() =>
    world.forge.owner.request('PATCH', `/repos/${world.repo}/issues/comments/${comment}`, body).then(
      () => true,
      () => false,
    ),
  );
  // The last effect with its entries, and a head that fits: only the daily log remembers it.
  const db = new DatabaseSync(join(world.home, 'autodev.db'));
  db.exec(`DELETE FROM effects WHERE key LIKE 'pull %';
    DELETE FROM effect_chain WHERE key LIKE 'pull %';
    UPDATE meta SET value = (SELECT seq || ':' || hash FROM effect_chain ORDER BY seq DESC LIMIT 1)
      WHERE key = 'effects.chain';`);
  db.close();
  const touched = await verify();
  assert.deepEqual([touched.code, touched.ok, touched.chain.ok], [1, false, false]);
  assert.deepEqual([...new Set(touched.chain.problems.map(({ kind }) => kind))], ['cut']);
  assert.deepEqual(
    touched.forge.differences.map(({ kind }) => kind),
    ['edited'],
  );
});
