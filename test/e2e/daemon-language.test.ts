import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openWorld, until } from '../support/cli-world.ts';

describe('the language of a repository', () => {
  test('is also that of the last words of a daemon that stops', async () => {
    await using world = await openWorld({ rules: [{ when: 'Analyse an issue', steps: [{ do: 'hang' }] }] });
    await world.configure((config) => {
      config['language'] = 'ko';
    });
    const number = await world.issue('one');
    const daemon = world.start('start');
    await until(async () => (await world.labels(number)).includes('autodev:wip'));
    assert.equal((await world.run('stop', '--now')).code, 0);
    await daemon.ended;
    const comments = (await world.forge.owner.request(
      'GET',
      `/repos/${world.repo}/issues/${number}/comments`,
    )) as { body: string }[];
    assert.match(comments.map(({ body }) => body).join('\n'), /중단됨/);
  });
});
