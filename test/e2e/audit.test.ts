import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openWorld, until } from '../support/cli-world.ts';

interface Told {
  ok: boolean;
  effects: Record<string, unknown>[];
  chain: { ok: boolean; entries: number; problems: { kind: string; key: string | null }[] };
  forge: { ok: boolean; same: number; differences: { kind: string; text: string }[] } | null;
}

test('what was written is told with its cause; what was changed in the store or on the forge is named', async () => {
  await using world = await openWorld();
  const number = await world.issue('Make a thing');
  const id = `issue:${world.repo}:${number}`;
  await world.json('start', '-d');
  await until(async () => (await world.labels(number)).includes('autodev:done'));
  await world.json('stop');
  const audit = async (...words: string[]) => {
    const { code, out, err } = await world.run('audit', ...words, '--json');
    assert.ok(out !== '', err);
    return { code, ...(JSON.parse(out) as Told) };
  };

  const whole = await audit('--verify');
  assert.deepEqual([whole.code, whole.ok, whole.chain.problems], [0, true, []]);
  assert.deepEqual(whole.forge?.differences, []);
  assert.ok((whole.forge?.same ?? 0) >= 3);
  const push = whole.effects.find(({ kind }) => kind === 'push');
  assert.deepEqual(
    [push?.['id'], push?.['step'], push?.['status'], push?.['chain']],
    [id, 'push', 'done', 'ok'],
  );
  assert.match(String(push?.['session']), /^[0-9a-f-]{36}$/);
  assert.match(String(push?.['url']), /^http/);
  const pull = whole.effects.find(({ kind }) => kind === 'pull');
  assert.equal(pull?.['by'], world.forge.bot.login);
  assert.deepEqual((await audit(id, '--since', '1d')).effects.length, whole.effects.length);
  assert.equal((await world.run('audit', '--since', 'soon')).code, 3);
  assert.equal((await world.run('audit', 'issue:nobody/here:9')).code, 4);

  const [comment] = (await world.forge.owner.request(
    'GET',
    `/repos/${world.repo}/issues/${number}/comments`,
  )) as { id: number; body: string }[];
  assert.ok(comment !== undefined);
  const analysis = whole.effects.find(({ kind }) => kind === 'comment');
  const commentId = Number(/(\d+)$/.exec(String(analysis?.['url']))?.[1]);
  await world.forge.owner.request('PATCH', `/repos/${world.repo}/issues/comments/${commentId}`, {
    body: 'Nothing of the kind.',
  });
  const edited = await audit('--verify');
  assert.equal(edited.code, 1);
  assert.deepEqual(
    edited.forge?.differences.map(({ kind }) => kind),
    ['edited'],
  );

  const db = new DatabaseSync(join(world.home, 'autodev.db'));
  const rows = edited.effects.length;
  // The tail with its entries, and a head that fits: only the daily log remembers.
  db.exec(`DELETE FROM effects WHERE key LIKE 'pull %';
    DELETE FROM effect_chain WHERE key LIKE 'pull %';
    UPDATE meta SET value = (SELECT seq || ':' || hash FROM effect_chain ORDER BY seq DESC LIMIT 1)
      WHERE key = 'effects.chain';`);
  db.close();
  const cut = await audit('--verify');
  assert.equal(cut.effects.length, rows - 1);
  assert.deepEqual([cut.code, cut.chain.ok], [1, false]);
  assert.ok(cut.chain.problems.some(({ kind }) => kind === 'cut'));
});
