import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { childEnvironment } from '../../src/config/environment.ts';
import { tmpdir } from '../support/tmpdir.ts';

const BIN = join(dirname(fileURLToPath(import.meta.url)), '../../bin/autodev.mjs');

interface Ended {
  code: number;
  out: string;
  err: string;
}

/** One machine: a home, perhaps with a config.yaml, and `autodev` run in it without anything of the real one. */
async function machine(config?: string) {
  const tmp = await tmpdir();
  const home = join(tmp.path, '.autodev');
  const file = join(home, 'config.yaml');
  if (config !== undefined) {
    await mkdir(home);
    await writeFile(file, config, { mode: 0o600 });
  }
  const autodev = (args: string[], env: Record<string, string> = {}, input = '') =>
    new Promise<Ended>((resolve) => {
      const given = { ...childEnvironment(), HOME: tmp.path, AUTODEV_HOME: home, ...env };
      const child = execFile(
        process.execPath,
        [BIN, ...args],
        { env: given, cwd: tmp.path },
        (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
      );
      child.stdin?.end(input);
    });
  return {
    path: tmp.path,
    home,
    file,
    autodev,
    read: () => readFile(file, 'utf8'),
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  };
}

/** An editor that is a shell line with the file as $1. */
async function editor(folder: string, line: string): Promise<Record<string, string>> {
  const path = join(folder, 'editor.sh');
  await writeFile(path, `#!/bin/sh\n${line}\n`);
  await chmod(path, 0o755);
  return { EDITOR: path };
}

describe('autodev config', () => {
  test('show without a file prints the defaults, which are a valid file', async () => {
    await using here = await machine();
    const shown = await here.autodev(['config', 'show']);
    assert.equal(shown.code, 0);
    assert.match(shown.err, /there is no .*config\.yaml; these are the defaults/);
    await mkdir(here.home);
    await writeFile(here.file, shown.out);
    const again = await here.autodev(['config', 'show']);
    assert.equal(again.code, 0);
    assert.deepEqual(parse(again.out), parse(shown.out));
  });

  test('show --json and --origin hide secrets and name lines', async () => {
    await using here = await machine(
      'language: ko\ngithub:\n  token: s3cret\nrepos:\n  - url: https://github.com/org/app\n',
    );
    const json = await here.autodev(['config', 'show', '--json']);
    const shown = JSON.parse(json.out) as { schema_version: number; config: Record<string, unknown> };
    assert.deepEqual([shown.schema_version, shown.config['language']], [1, 'ko']);
    assert.deepEqual(shown.config['github'], { token: '********', api_url: 'https://api.github.com' });
    const origin = await here.autodev(['config', 'show', '--origin']);
    assert.match(origin.out, new RegExp(`^language +"ko" +${here.file}:1$`, 'm'));
    assert.match(origin.out, /^repos\[org\/app\]\.model +"sonnet" +default$/m);
    const explained = await here.autodev(['config', 'show', '--origin', '--json']);
    const { values } = JSON.parse(explained.out) as { values: { key: string }[] };
    assert.deepEqual(
      values.find(({ key }) => key === 'github.token'),
      { key: 'github.token', value: '********', origin: `${here.file}:3` },
    );
    for (const { out, err } of [json, origin, explained]) assert.doesNotMatch(out + err, /s3cret/);
  });

  test('a bad file: every problem with its line, exit 3, in JSON too', async () => {
    await using here = await machine('languge: en\nbudget:\n  per_item_usd: lots\n');
    const said = await here.autodev(['config', 'show']);
    assert.deepEqual([said.code, said.out], [3, '']);
    assert.match(said.err, /config\.yaml:1: languge: unknown key; did you mean "language"\?/);
    assert.match(said.err, /config\.yaml:3: budget\.per_item_usd: expected a number, not "lots"/);
    const json = await here.autodev(['config', 'show', '--json']);
    const { error } = JSON.parse(json.err) as {
      error: { code: string; data: { problems: { line: number }[] } };
    };
    assert.deepEqual([json.code, error.code], [3, 'invalid_config']);
    assert.deepEqual(
      error.data.problems.map(({ line }) => line),
      [1, 3],
    );
  });

  test('set, get and unset keep comments', async () => {
    await using here = await machine('# mine\nlanguage: en # for now\n');
    assert.equal((await here.autodev(['config', 'set', 'language', 'ko'])).code, 0);
    assert.equal((await here.autodev(['config', 'set', 'daemon.active_hours', '["09:00-18:00"]'])).code, 0);
    assert.equal((await here.autodev(['config', 'set', 'github.token', '-'], {}, 's3cret\n')).code, 0);
    assert.equal(
      await here.read(),
      '# mine\nlanguage: ko # for now\ndaemon:\n  active_hours:\n    - 09:00-18:00\ngithub:\n  token: s3cret\n',
    );
    assert.equal((await here.autodev(['config', 'get', 'language'])).out, 'ko\n');
    assert.equal((await here.autodev(['config', 'get', 'github.token'])).out, '********\n');
    assert.deepEqual(JSON.parse((await here.autodev(['config', 'get', 'budget', '--json'])).out), {
      schema_version: 1,
      key: 'budget',
      value: { per_item_usd: 5, per_repo_day_usd: 50, per_day_usd: 100 },
    });
    assert.equal((await here.autodev(['config', 'unset', 'daemon'])).code, 0);
    assert.equal(await here.read(), '# mine\nlanguage: ko # for now\ngithub:\n  token: s3cret\n');
  });

  test('what is wrong changes nothing', async () => {
    const before = 'language: en\n';
    await using here = await machine(before);
    const wrong: [args: string[], code: number, said: RegExp][] = [
      [
        ['set', 'daemon.max_concurrent', 'many'],
        3,
        /daemon\.max_concurrent: expected a whole number, not "many"/,
      ],
      [['set', 'daemon.max_concurrent', '['], 3, /the value is not YAML/],
      [['set', 'daemon.max_concurent', '3'], 3, /did you mean daemon\.max_concurrent\?/],
      [['set', 'repos[org/none].model', 'opus'], 4, /no repository org\/none/],
      [['set', 'repos[7].model', 'opus'], 4, /no repository 7/],
      [['set', 'language'], 2, /missing argument: <value>/],
      [['get', 'nothing'], 3, /unknown key: nothing/],
      [['get', 'cluster'], 4, /cluster is not set/],
      [['unset', 'budget.per_item_usd'], 4, /is not in/],
    ];
    for (const [args, code, said] of wrong) {
      const ended = await here.autodev(['config', ...args]);
      assert.equal(ended.code, code, args.join(' '));
      assert.match(ended.err, said);
    }
    assert.equal(await here.read(), before);
  });

  test('edit saves what is right', async () => {
    await using here = await machine('language: en # mine\n');
    const saved = await here.autodev(['config', 'edit'], await editor(here.path, 'sed -i s/en/ko/ "$1"'));
    assert.equal(saved.code, 0);
    assert.equal(await here.read(), 'language: ko # mine\n');
    assert.deepEqual(await readdir(here.home), ['config.yaml']);
  });

  test('edit keeps the old file and the new text when that has a mistake', async () => {
    await using here = await machine('language: en\n');
    const refused = await here.autodev(
      ['config', 'edit'],
      await editor(here.path, 'echo "langage: ko" > "$1"'),
    );
    assert.equal(refused.code, 3);
    assert.match(refused.err, /config\.rejected\.yaml:1: langage: unknown key; did you mean "language"\?/);
    assert.equal(await here.read(), 'language: en\n');
    assert.equal(await readFile(join(here.home, 'config.rejected.yaml'), 'utf8'), 'langage: ko\n');
  });

  test('edit does not undo what somebody else wrote meanwhile', async () => {
    await using here = await machine('language: en\n');
    const line = `echo "language: ko" > "$1"; echo "# theirs" >> ${here.file}`;
    const refused = await here.autodev(['config', 'edit'], await editor(here.path, line));
    assert.equal(refused.code, 1);
    assert.match(refused.err, /changed by somebody else meanwhile/);
    assert.equal(await here.read(), 'language: en\n# theirs\n');
  });

  test('edit saves nothing when the editor fails or is missing', async () => {
    await using here = await machine('language: en\n');
    const failed = await here.autodev(['config', 'edit'], await editor(here.path, 'exit 3'));
    assert.equal(failed.code, 1);
    assert.match(failed.err, /ended with 3/);
    assert.deepEqual(await readdir(here.home), ['config.yaml'], 'no draft is left');
    const nowhere = await here.autodev(['config', 'edit'], { VISUAL: '', EDITOR: '' });
    assert.equal(nowhere.code, 2);
    assert.match(nowhere.err, /no terminal to edit in/);
    const missing = await here.autodev(['config', 'edit'], { VISUAL: 'no-such-editor --wait' });
    assert.equal(missing.code, 1);
    assert.match(missing.err, /no-such-editor cannot be started[\s\S]*set VISUAL or EDITOR/);
    assert.deepEqual(await readdir(here.home), ['config.yaml']);
  });

  test('schema is the JSON Schema of the file', async () => {
    await using here = await machine();
    const { out } = await here.autodev(['config', 'schema']);
    assert.equal((JSON.parse(out) as { title: string }).title, 'autodev config.yaml');
  });
});

describe('autodev init by flags', () => {
  test('writes a configuration that loads, and says what comes next', async () => {
    await using here = await machine();
    const token = join(here.path, 'token');
    await writeFile(token, 'abc\n', { mode: 0o600 });
    const repos = ['--repo', 'https://github.com/org/app', '--repo', 'git@github.com:org/lib.git'];
    const rest = ['--token-file', 'token', '--agent', 'gemini', '--language', 'ko', '--yes'];
    const done = await here.autodev(['init', ...repos, ...rest]);
    assert.equal(done.code, 0, done.err);
    assert.match(done.out, /Wrote .*config\.yaml[\s\S]*org\/app, org\/lib[\s\S]*Next[\s\S]*autodev start/);
    assert.equal((await here.autodev(['config', 'get', 'github.token_file'])).out, `${token}\n`);
    assert.equal((await stat(here.home)).mode & 0o777, 0o700);
    assert.equal((await stat(here.file)).mode & 0o777, 0o600);
  });

  test('run twice keeps what is there', async () => {
    await using here = await machine();
    const repo = ['--repo', 'https://github.com/org/app'];
    await here.autodev(['init', ...repo, '--yes']);
    const before = await here.read();
    const again = await here.autodev(['init', ...repo, '--yes', '--json']);
    assert.equal(again.code, 0);
    const { created, added, kept, repos, agent, login } = JSON.parse(again.out) as Record<string, unknown>;
    assert.deepEqual(
      { created, added, kept, repos, agent, login },
      {
        created: false,
        added: [],
        kept: ['org/app'],
        repos: ['org/app'],
        agent: 'claude',
        login: null,
      },
    );
    assert.equal(await here.read(), before);
    assert.equal((await here.autodev(['init', '--agent', 'codex', '--yes'])).code, 0);
    const otherwise = await here.autodev(['init', '--agent', 'gemini', '--yes']);
    assert.equal(otherwise.code, 3);
    assert.match(otherwise.err, /autodev config set agent\.default gemini/);
  });

  test('what is wrong writes nothing and says what is', async () => {
    await using here = await machine();
    const wrong: [args: string[], code: number, said: RegExp][] = [
      [['--repo', 'nonsense'], 3, /not a repository URL: nonsense/],
      [['--agent', 'gpt'], 2, /--agent takes claude \| codex \| gemini \| scripted, not "gpt"/],
      [['--token-file', 'none'], 3, /--token-file: cannot read .*none/],
      [['--api-url', 'nowhere'], 3, /github\.api_url: expected a URL/],
    ];
    for (const [args, code, said] of wrong) {
      const ended = await here.autodev(['init', ...args, '--yes']);
      assert.equal(ended.code, code, args.join(' '));
      assert.match(ended.err, said);
    }
    await assert.rejects(stat(here.file));
  });

  test('a token of the environment is used and never written', async () => {
    await using here = await machine();
    const done = await here.autodev(['init', '--yes'], { GITHUB_TOKEN: 's3cret' });
    assert.match(done.out, /login +environment GITHUB_TOKEN/);
    assert.doesNotMatch(done.out + done.err + (await here.read()), /s3cret/);
  });
});
