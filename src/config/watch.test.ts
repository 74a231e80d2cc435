import assert from 'node:assert/strict';
import { rename, rm, symlink, writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { virtualClock } from '../../test/support/clock.ts';
import { tmpdir } from '../../test/support/tmpdir.ts';
import { messageOf } from '../work/errors.ts';
import { loadConfig } from './load.ts';
import { watchConfig, type WatchOptions } from './watch.ts';

/** Follows a folder's config.yaml and writes down what it is told. */
async function follow(home: string, options: Partial<WatchOptions> = {}) {
  const told: string[] = [];
  let wake = () => {};
  const tell = (text: string) => {
    told.push(text);
    wake();
  };
  const watcher = watchConfig({
    home,
    env: {},
    current: await loadConfig(home, {}),
    changed: ({ config }) => tell(`now ${config.language}`),
    rejected: (error) => tell(messageOf(error)),
    restored: () => tell('as it was'),
    ...options,
  });
  const next = async (count: number): Promise<string[]> => {
    while (told.length < count) await new Promise<void>((resolve) => (wake = resolve));
    return told;
  };
  return { told, next, ...watcher, [Symbol.dispose]: () => watcher[Symbol.dispose]() };
}

describe('config.yaml is followed while the daemon runs', { timeout: 20_000 }, () => {
  test('a change is told, written in place or put in its place', async () => {
    await using tmp = await tmpdir();
    const file = join(tmp.path, 'config.yaml');
    await writeFile(file, 'language: en\n');
    using followed = await follow(tmp.path);
    await writeFile(file, 'language: ko\n');
    assert.deepEqual(await followed.next(1), ['now ko']);
    await writeFile(join(tmp.path, 'other'), 'language: en\n');
    await rename(join(tmp.path, 'other'), file);
    assert.deepEqual(await followed.next(2), ['now ko', 'now en']);
  });

  test('a file that comes later is told', async () => {
    await using tmp = await tmpdir();
    using followed = await follow(tmp.path);
    await writeFile(join(tmp.path, 'config.yaml'), 'language: ko\n');
    assert.deepEqual(await followed.next(1), ['now ko']);
  });

  test('a change behind a link is told', async () => {
    await using tmp = await tmpdir();
    await mkdir(join(tmp.path, 'dotfiles'));
    await writeFile(join(tmp.path, 'dotfiles/a.yaml'), '');
    await symlink('dotfiles/a.yaml', join(tmp.path, 'config.yaml'));
    using followed = await follow(tmp.path);
    await writeFile(join(tmp.path, 'dotfiles/a.yaml'), 'language: ko\n');
    assert.deepEqual(await followed.next(1), ['now ko']);
  });
});

describe('reloading', () => {
  const still: Partial<WatchOptions> = { watch: () => ({ [Symbol.dispose]: () => {} }) };

  test('a bad file is rejected once with its line and the last good one stays, until it is mended', async () => {
    await using tmp = await tmpdir();
    const file = join(tmp.path, 'config.yaml');
    await writeFile(file, 'language: en\n');
    using followed = await follow(tmp.path, still);
    await writeFile(file, '# x\nlanguage: xx\n');
    await followed.reload();
    await followed.reload();
    const refusal = `${file}:2: language: expected one of en | ko, not "xx"`;
    assert.deepEqual(followed.told, [refusal]);
    await writeFile(file, 'language: en\n');
    await followed.reload();
    await followed.reload();
    assert.deepEqual(followed.told, [refusal, 'as it was'], 'and told once');
    await writeFile(file, 'language: ko\n');
    await followed.reload();
    assert.deepEqual(followed.told, [refusal, 'as it was', 'now ko']);
  });

  test('a file that vanishes does not mean defaults', async () => {
    await using tmp = await tmpdir();
    const file = join(tmp.path, 'config.yaml');
    await writeFile(file, 'language: ko\n');
    using followed = await follow(tmp.path, still);
    await rm(file);
    await followed.reload();
    assert.deepEqual(followed.told, [`${file} is gone; the last good configuration stays`]);
  });

  test('nothing is told after it was stopped', async () => {
    await using tmp = await tmpdir();
    const followed = await follow(tmp.path, still);
    await writeFile(join(tmp.path, 'config.yaml'), 'language: ko\n');
    followed[Symbol.dispose]();
    await followed.reload();
    assert.deepEqual(followed.told, []);
  });

  test('many events of one save are one look', async () => {
    await using tmp = await tmpdir();
    const clock = virtualClock();
    let changed = () => {};
    using followed = await follow(tmp.path, {
      clock,
      watch: (_path, told) => {
        changed = told;
        return { [Symbol.dispose]: () => {} };
      },
    });
    await writeFile(join(tmp.path, 'config.yaml'), 'language: ko\n');
    for (let i = 0; i < 5; i += 1) {
      changed();
      await clock.advance(100);
    }
    assert.deepEqual(followed.told, [], 'still being written');
    await clock.advance(1000);
    assert.deepEqual(await followed.next(1), ['now ko']);
  });
});
