import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openStore } from '../../store/sqlite/open.ts';
import { parsedConfig } from '../program.ts';
import { applyRepos, openRepos } from './repos.ts';

const parsed = (...names: string[]) =>
  parsedConfig(
    JSON.stringify({
      repos: names.map((name) => ({ url: `https://github.com/${name}`, filter_labels: ['robot'] })),
    }),
    '/home/somebody/.autodev',
  );

describe('a repository taken out of config.yaml', () => {
  test('stops and is told once, and comes back with its entry', async () => {
    const store = openStore(':memory:');
    let config = parsed('o/a', 'o/b');
    const repos = openRepos(
      store,
      () => config,
      () => undefined,
    );
    const names = async () => (await repos.watched()).map(({ name }) => name);
    assert.deepEqual(await applyRepos(store, config.config), []);
    config = parsed('o/b');
    assert.deepEqual(await applyRepos(store, config.config), ['o/a']);
    assert.deepEqual(await applyRepos(store, config.config), []);
    assert.deepEqual(await names(), ['o/b']);
    assert.equal((await store.repositories.find('o/a'))?.origin, 'taken_out');
    config = parsed('o/a', 'o/b');
    await applyRepos(store, config.config);
    assert.deepEqual(await names(), ['o/a', 'o/b']);
  });

  test('goes on where `repo add` had brought it', async () => {
    const store = openStore(':memory:');
    await store.repositories.put({
      name: 'o/a',
      url: 'https://github.com/o/a',
      enabled: true,
      origin: 'command',
    });
    await applyRepos(store, parsed('o/a').config);
    assert.deepEqual(await applyRepos(store, parsed().config), []);
    assert.equal((await store.repositories.find('o/a'))?.enabled, true);
  });
});
