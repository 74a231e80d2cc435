import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { isAutodevError } from '../../work/errors.ts';
import { writeInitialConfig } from './initial.ts';
import { loadConfig } from '../load.ts';
import { saveConfig } from './save.ts';

const APP = 'https://github.com/org/app';

describe('the first config.yaml', () => {
  test('holds what was answered, and loads', async () => {
    await using tmp = await tmpdir();
    const home = join(tmp.path, 'new');
    const done = await writeInitialConfig(home, {
      repos: [APP],
      agent: 'codex',
      language: 'ko',
      tokenFile: '/t',
      autoMerge: true,
    });
    assert.deepEqual([done.created, done.added, done.kept], [true, ['org/app'], []]);
    const { config, written } = await loadConfig(home, {});
    assert.equal(written, true);
    assert.deepEqual(
      [config.agent.default, config.language, config.github.token_file],
      ['codex', 'ko', '/t'],
    );
    assert.equal(config.repos[0]?.auto_merge, true);
    assert.equal((await stat(join(home, 'config.yaml'))).mode & 0o777, 0o600);
  });

  test('written twice keeps everything that is there, byte by byte', async () => {
    await using tmp = await tmpdir();
    await writeInitialConfig(tmp.path, { repos: [APP], agent: 'codex' });
    const file = join(tmp.path, 'config.yaml');
    await writeFile(file, `# by hand\n${await readFile(file, 'utf8')}`);
    const before = await readFile(file, 'utf8');
    const again = await writeInitialConfig(tmp.path, { repos: [`${APP}.git`], agent: 'codex' });
    assert.deepEqual([again.created, again.added, again.kept], [false, [], ['org/app']]);
    assert.equal(await readFile(file, 'utf8'), before);
  });

  test('told otherwise than what was chosen changes nothing and says how it is changed', async () => {
    await using tmp = await tmpdir();
    await writeInitialConfig(tmp.path, { repos: [APP], agent: 'codex' });
    const before = await readFile(join(tmp.path, 'config.yaml'), 'utf8');
    await assert.rejects(writeInitialConfig(tmp.path, { repos: [], agent: 'gemini' }), {
      code: 'invalid_input',
      hint: 'autodev config set agent.default gemini',
    });
    assert.equal(await readFile(join(tmp.path, 'config.yaml'), 'utf8'), before);
  });

  test('leaves defaults open: what was not chosen can still be', async () => {
    await using tmp = await tmpdir();
    await writeInitialConfig(tmp.path, { repos: [APP] });
    const { source } = await loadConfig(tmp.path, {});
    for (const path of [['agent'], ['language'], ['github']]) assert.equal(source.has(path), false, path[0]);
    await writeInitialConfig(tmp.path, { repos: [APP], agent: 'gemini', language: 'ko', autoMerge: true });
    const { config } = await loadConfig(tmp.path, {});
    assert.deepEqual(
      [config.agent.default, config.language, config.repos[0]?.auto_merge],
      ['gemini', 'ko', true],
    );
  });

  test('names the API of the host that the repositories are on, and takes no second host', async () => {
    await using tmp = await tmpdir();
    await writeInitialConfig(tmp.path, { repos: ['https://git.corp.example/o/r'] });
    assert.equal((await loadConfig(tmp.path, {})).config.github.api_url, 'https://git.corp.example/api/v3');
    await assert.rejects(writeInitialConfig(tmp.path, { repos: [APP] }), { code: 'invalid_config' });
    assert.equal((await loadConfig(tmp.path, {})).config.repos.length, 1);
  });

  test('written twice adds what is new', async () => {
    await using tmp = await tmpdir();
    await writeInitialConfig(tmp.path, { repos: [APP] });
    const again = await writeInitialConfig(tmp.path, {
      repos: ['git@github.com:org/lib.git', APP],
      tokenFile: '/t',
    });
    assert.deepEqual([again.added, again.kept], [['org/lib'], ['org/app']]);
    const { config } = await loadConfig(tmp.path, {});
    assert.deepEqual(
      [config.repos.map((repo) => repo.name), config.github.token_file],
      [['org/app', 'org/lib'], '/t'],
    );
  });

  test('a file with mistakes is left alone', async () => {
    await using tmp = await tmpdir();
    await writeFile(join(tmp.path, 'config.yaml'), 'language: xx\n');
    await assert.rejects(writeInitialConfig(tmp.path, { repos: [APP] }), (error) =>
      isAutodevError(error, 'invalid_config'),
    );
    assert.equal(await readFile(join(tmp.path, 'config.yaml'), 'utf8'), 'language: xx\n');
  });
});

describe('saving', () => {
  test('a file that holds a secret becomes readable by its owner alone; another keeps its mode', async () => {
    await using tmp = await tmpdir();
    const place = { file: join(tmp.path, 'config.yaml'), home: tmp.path };
    await writeFile(place.file, '');
    await chmod(place.file, 0o644);
    await saveConfig('language: en\n', place);
    assert.equal((await stat(place.file)).mode & 0o777, 0o644);
    await saveConfig('github: {token: abc}\n', place);
    assert.equal((await stat(place.file)).mode & 0o777, 0o600);
  });

  test('what is wrong is not saved', async () => {
    await using tmp = await tmpdir();
    const place = { file: join(tmp.path, 'config.yaml'), home: tmp.path };
    await writeFile(place.file, 'language: en\n');
    await assert.rejects(saveConfig('language: xx\n', place), (error) => {
      assert.ok(isAutodevError(error, 'invalid_config'));
      assert.equal(error.message, `${place.file}:1: language: expected one of en | ko, not "xx"`);
      assert.equal(error.hint, `${place.file} was left as it is`);
      return true;
    });
    assert.equal(await readFile(place.file, 'utf8'), 'language: en\n');
  });

  test('a link is written through, not replaced', async () => {
    await using tmp = await tmpdir();
    await mkdir(join(tmp.path, 'dotfiles'));
    await writeFile(join(tmp.path, 'dotfiles/autodev.yaml'), '');
    await symlink('dotfiles/autodev.yaml', join(tmp.path, 'config.yaml'));
    await saveConfig('language: ko\n', { file: join(tmp.path, 'config.yaml'), home: tmp.path });
    assert.equal(await readFile(join(tmp.path, 'dotfiles/autodev.yaml'), 'utf8'), 'language: ko\n');
  });
});
