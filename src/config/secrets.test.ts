import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { testHost } from '../../test/support/host.ts';
import { tmpdir } from '../../test/support/tmpdir.ts';
import { exitCodeOf, isAutodevError } from '../work/errors.ts';
import { passedEnvironment } from './passed-environment.ts';
import { modelFor } from './model-for.ts';
import { parseConfig } from './parse.ts';
import { forgeLogin, reviewerToken, webhookSecret } from './secrets.ts';

const config = (text: string, home = '/h') => parseConfig(text, { file: 'config.yaml', home }).config;
const NO_GH = { PATH: '/nowhere', HOME: '/nowhere' };

const SECRET = { mode: 0o600 };

describe('the login for the forge', () => {
  test('is looked for in the file, then in the environment, then with gh', async () => {
    await using tmp = await tmpdir();
    await writeFile(join(tmp.path, 'token'), 'from-file\n', SECRET);
    await writeFile(join(tmp.path, 'key.pem'), 'KEY\n', SECRET);
    await mkdir(join(tmp.path, 'bin'));
    // A gh of its own that answers for one host only.
    const gh = join(tmp.path, 'bin/gh');
    await writeFile(
      gh,
      '#!/bin/sh\n[ "$*" = "auth token --hostname ghe.example.org" ] && echo from-gh\n',
      SECRET,
    );
    await chmod(gh, 0o755);
    const { processes } = testHost();
    const path = `${join(tmp.path, 'bin')}:/usr/bin:/bin`;
    const app = 'app: {id: 1, installation_id: "2", private_key_file: key.pem}';
    const cases: [
      text: string,
      env: Record<string, string>,
      token: string | undefined,
      origin: string | undefined,
    ][] = [
      [`github: {token: t, ${app}}`, { GITHUB_TOKEN: 'e' }, 'KEY', 'github.app in config.yaml'],
      ['github: {token: t, token_file: token}', { GITHUB_TOKEN: 'e' }, 't', 'github.token in config.yaml'],
      ['github: {token_file: token}', { GITHUB_TOKEN: 'e' }, 'from-file', join(tmp.path, 'token')],
      ['', { GITHUB_TOKEN: 'e', GH_TOKEN: 'g' }, 'e', 'environment GITHUB_TOKEN'],
      ['', { GITHUB_TOKEN: '', GH_TOKEN: 'g' }, 'g', 'environment GH_TOKEN'],
      ['github: {api_url: "https://ghe.example.org/api/v3"}', {}, 'from-gh', 'gh auth token'],
      ['', {}, undefined, undefined],
    ];
    for (const [text, env, token, origin] of cases) {
      const login = await forgeLogin(config(text, tmp.path).github, {
        env: { PATH: path, HOME: tmp.path, ...env },
        processes,
      });
      assert.equal(login?.kind === 'app' ? login.privateKey : login?.token, token, text);
      assert.equal(login?.origin, origin);
    }
  });

  test('is absent without an error where there is no gh', async () => {
    assert.equal(
      await forgeLogin(config('').github, { env: NO_GH, processes: testHost().processes }),
      undefined,
    );
  });

  test('from a file that is missing or empty is an invalid configuration, not a missing login', async () => {
    await using tmp = await tmpdir();
    await writeFile(join(tmp.path, 'empty'), '\n', SECRET);
    for (const name of ['missing', 'empty']) {
      const { github } = config(`github: {token_file: ${name}, reviewer_token_file: ${name}}`, tmp.path);
      for (const asked of [() => forgeLogin(github, { env: NO_GH }), () => reviewerToken(github)]) {
        await assert.rejects(
          asked,
          (error) => isAutodevError(error, 'invalid_config') && exitCodeOf(error) === 3,
        );
      }
    }
  });

  test('in a file that others can read is refused, with what to do', async () => {
    await using tmp = await tmpdir();
    await writeFile(join(tmp.path, 'open'), 'token-for-all\n', { mode: 0o644 });
    const { github } = config('github: {token_file: open}', tmp.path);
    await assert.rejects(forgeLogin(github, { env: NO_GH }), { code: 'invalid_config', hint: /chmod 600/ });
  });

  test('of the reviewer comes from the file or from a file of its own', async () => {
    await using tmp = await tmpdir();
    await writeFile(join(tmp.path, 'r'), 'second\n', SECRET);
    assert.equal(await reviewerToken(config('github: {reviewer_token: first}').github), 'first');
    assert.equal(await reviewerToken(config('github: {reviewer_token_file: r}', tmp.path).github), 'second');
    assert.equal(await reviewerToken(config('').github), undefined);
  });
});

describe("an agent's environment", () => {
  const env = {
    PATH: '/bin',
    HOME: '/home/ann',
    LANG: 'C',
    GITHUB_TOKEN: 'forge',
    SSH_AUTH_SOCK: '/s',
    ANTHROPIC_API_KEY: 'a',
    OPENAI_API_KEY: 'o',
    GEMINI_API_KEY: 'g',
    EXTRA: 'x',
    OTHER: 'y',
  };
  const base = { PATH: '/bin', HOME: '/home/ann', LANG: 'C' };

  test('holds its own credential, what the config passes on, and nothing else', () => {
    assert.deepEqual(passedEnvironment('claude', [], env), { ...base, ANTHROPIC_API_KEY: 'a' });
    assert.deepEqual(passedEnvironment('codex', ['EXTRA'], env), {
      ...base,
      OPENAI_API_KEY: 'o',
      EXTRA: 'x',
    });
    assert.deepEqual(passedEnvironment('gemini', [], env), { ...base, GEMINI_API_KEY: 'g' });
    assert.deepEqual(passedEnvironment('scripted', [], env), base);
  });
});

test('a webhook secret that can be guessed is refused, with what to do', async () => {
  await using tmp = await tmpdir();
  const file = join(tmp.path, 'secret');
  await writeFile(file, 'long enough\n', { mode: 0o600 });
  assert.equal(await webhookSecret(file), 'long enough');
  await writeFile(file, 'short\n');
  await assert.rejects(webhookSecret(file), { code: 'invalid_config', hint: /long random text/ });
});

describe('the model of a session', () => {
  const of = (text: string) => config(text).agent;
  const claude = { agent: 'claude', model: 'haiku' } as const;

  test('is the one of its role, else the one of the repository, else the one of its agent', () => {
    const agent = of('agent: {models: {review: opus}, claude: {model: sonnet}}');
    assert.equal(modelFor(agent, claude, 'review'), 'opus');
    assert.equal(modelFor(agent, claude, 'analyze'), 'haiku');
    assert.equal(modelFor(agent, { agent: 'claude' }, 'analyze'), 'sonnet');
  });

  test("of a repository holds for its own agent, codex and gemini too, and for no other's", () => {
    const agent = of('agent: {models: {review: opus}, codex: {model: big}}');
    const codex = { agent: 'codex', model: 'small' } as const;
    assert.equal(modelFor(agent, codex, 'review'), 'small');
    assert.equal(modelFor(agent, codex, 'review', 'claude'), 'opus');
    assert.equal(modelFor(agent, claude, 'review', 'codex'), 'big');
    assert.equal(modelFor(agent, { agent: 'gemini', model: 'flash' }, 'analyze'), 'flash');
  });

  test('of an agent that takes over is its own for that role', () => {
    const agent = of('agent: {models: {review: opus}, codex: {models: {review: huge}}}');
    assert.equal(modelFor(agent, claude, 'review', 'codex'), 'huge');
    assert.equal(modelFor(agent, claude, 'analyze', 'codex'), agent.codex.model);
  });

  test('that resolves a conflict is opus, unless its role has another', () => {
    assert.equal(modelFor(of(''), claude, 'resolve'), 'opus');
    assert.equal(modelFor(of('agent: {models: {resolve: sonnet}}'), claude, 'resolve'), 'sonnet');
    const codex = of('agent: {default: codex}');
    assert.equal(modelFor(codex, { agent: 'codex' }, 'resolve'), codex.codex.model);
  });

  test('of another agent is refused, with the line and whose it is', () => {
    const said = 'repos:\n  - url: https://github.com/o/r\n    agent: codex\n    model: opus\n';
    assert.throws(
      () => config(said),
      (error: Error & { why?: string }) =>
        /:4.*repos\[o\/r\]\.model.*"opus" is a model of claude, and the agent here is codex/s.test(
          `${error.message} ${error.why ?? ''}`,
        ),
    );
    assert.equal(config(said.replace('opus', 'gpt-5')).repos[0]?.model, 'gpt-5');
    assert.equal(config(said.replace('    model: opus\n', '')).repos[0]?.model, 'gpt-5-codex');
  });
});
