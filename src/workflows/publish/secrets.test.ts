import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { commitAll } from '../../../test/support/commit-all.ts';
import { testHost } from '../../../test/support/host.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { marked } from '../marker.ts';
import { secretKeeper } from '../../work/secrets/keeper.ts';
import { ours } from '../model-text/publishable.ts';
import { MESSAGE, openScanner } from './scanner.ts';
import { findByRules } from './secret-rules.ts';
import { patchSize } from '../workspace/differences.ts';

const host = testHost();
const { git } = host;
const addedSecrets = openScanner(secretKeeper()).patch;
/** Put together here, so that no scanner takes this file for a leak. */
const TOKEN = `ghp_${'a1B2'.repeat(9)}`;
const SECRETS: [kind: string, text: string][] = [
  ['GitHub token', TOKEN],
  ['GitHub token', `github_pat_${'a1B2'.repeat(9)}`],
  ['Anthropic key', `sk-ant-api03-${'a1B2'.repeat(9)}`],
  ['AWS access key', `AKIA${'A1B2'.repeat(4)}`],
  ['AWS secret key', `aws_secret_access_key = ${'a1B/'.repeat(10)}`],
  ['Slack token', `xoxb-${'12345-'.repeat(4)}`],
  ['Google API key', `AIza${'a1B2'.repeat(9)}`],
  ['private key', ['-----BEGIN', 'RSA PRIVATE KEY-----'].join(' ')],
  ['password in a URL', 'https://deploy:hunter2x@db.example.org/x'],
];
const added = (...lines: string[]) =>
  `--- a/f.txt\n+++ b/f.txt\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`;

describe('a secret in a patch', () => {
  for (const [kind, text] of SECRETS) {
    test(`is found by its shape, file and line, and not repeated: ${kind}`, async () => {
      assert.deepEqual(await addedSecrets(added('one', `key: ${text}`)), [{ kind, path: 'f.txt', line: 2 }]);
    });
  }

  test('is found in the words of a commit as well', async () => {
    const found = await openScanner(secretKeeper()).published({ text: '', messages: `Use ${TOKEN}\n` });
    assert.deepEqual(found, [{ kind: 'GitHub token', path: MESSAGE, line: 0 }]);
  });

  test("is found by secretlint's rules, which no comment in the text can switch off", async () => {
    const text = `// secretlint-disable\nkey: ${TOKEN}\n/* secretlint-disable */ ${TOKEN}\n`;
    assert.equal((await findByRules(text)).length, 2);
  });

  test('is not seen in names, placeholders and what a person fills in', async () => {
    const harmless = [
      'class="sk-folding-cube-container-element"',
      'postgres://user:password@localhost/db',
      'https://user:${TOKEN}@forge.example.org',
      'ghp_short',
      'git@github.com:org/repo.git',
    ];
    assert.deepEqual(await addedSecrets(added(...harmless)), []);
  });

  test('counts only where it is added, whatever a line of the file looks like', async () => {
    const patch = [
      '--- a/f.txt',
      '+++ b/f.txt',
      '@@ -3,2 +3,2 @@',
      `-${TOKEN}`,
      ` ${TOKEN}`,
      '+++ b/elsewhere.txt',
      `@@ -9 +9 @@`,
      '-x',
      `+${TOKEN}`,
    ].join('\n');
    assert.deepEqual(await addedSecrets(patch), [{ kind: 'GitHub token', path: 'f.txt', line: 9 }]);
  });

  test('is found in any commit that a push would publish, also where attributes hide the file', async () => {
    await using tmp = await tmpdir({ git: true });
    await writeFile(join(tmp.path, 'a.txt'), 'a\n');
    const base = await commitAll(git, tmp.path, 'base');
    await writeFile(join(tmp.path, 'kept.env'), `\n${TOKEN}\n`);
    await writeFile(join(tmp.path, '.gitattributes'), '*.env -diff\n');
    await writeFile(join(tmp.path, 'passing.txt'), `${TOKEN}\n`);
    await commitAll(git, tmp.path, 'adds');
    await rm(join(tmp.path, 'passing.txt'));
    const head = await commitAll(git, tmp.path, 'takes away');
    const { files, secrets } = await patchSize(host, { clone: tmp.path, from: base, to: head }, 10_000);
    assert.deepEqual(files, ['.gitattributes', 'kept.env']);
    assert.deepEqual(secrets, [
      { kind: 'GitHub token', path: 'kept.env', line: 2 },
      { kind: 'GitHub token', path: 'passing.txt', line: 1 },
    ]);
  });
});

test('nothing that looks like a secret is published', () => {
  for (const [kind, text] of SECRETS) {
    if (kind === 'private key') continue;
    const body = marked(ours(`I used ${text} for it`), '<!-- mark -->');
    assert.ok(!body.includes(text), kind);
    assert.match(body, /\*{8}.*\n\n<!-- mark -->\n$/);
  }
});
