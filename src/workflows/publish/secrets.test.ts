import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { commitAll } from '../../../test/support/commit-all.ts';
import { testHost } from '../../../test/support/host.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { marked } from '../marker.ts';
import { secretKeeper } from '../../work/secrets/keeper.ts';
import { ours } from '../model-text/publishable.ts';
import { FILE_NAME, MESSAGE, openScanner } from './scanner.ts';
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

/** A repository with one commit in it, which it gives. */
async function began(folder: string): Promise<string> {
  await git.run(['init', '-q', '-b', 'main', folder]);
  await writeFile(join(folder, 'README.md'), 'hello\n');
  return commitAll(git, folder, 'Begin');
}

function tarOf(name: string, text: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(text.length.toString(8).padStart(11, '0'), 124);
  header.write('ustar', 257);
  return Buffer.concat([header, Buffer.from(text.padEnd(512, '\0')), Buffer.alloc(1024)]);
}

function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const header = Buffer.alloc(30);
  header.write('PK\u0003\u0004', 0, 'latin1');
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(packed.length, 18);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name), packed]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  return Buffer.concat([size, Buffer.from(kind), data, Buffer.alloc(4)]);
}

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

  test('is found in files that hold others, however packed, and told by the file', async () => {
    await using tmp = await tmpdir();
    const from = await began(tmp.path);
    const png = Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('tEXt', Buffer.from(`Comment\0${TOKEN}`)),
      chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.from(TOKEN))])),
    ]);
    const packed: Record<string, Buffer> = {
      'a.gz': gzipSync(`x ${TOKEN}\n`),
      'cut.gz': gzipSync(`x ${TOKEN}\n`).subarray(0, -6),
      'wrong-sum.gz': Buffer.concat([gzipSync(`x ${TOKEN}\n`).subarray(0, -8), Buffer.alloc(8)]),
      'gz.txt': Buffer.from(gzipSync(`x ${TOKEN}\n`).toString('base64')),
      'b.tar.gz': gzipSync(tarOf('inner.txt', `x ${TOKEN}\n`)),
      'c.zip': zipOf('inner.txt', Buffer.from(`x ${TOKEN}\n`)),
      'd.zip': zipOf('e.gz', gzipSync(TOKEN)),
      'f.png': png,
      'g.zst': zstdCompressSync(Buffer.from(TOKEN)),
      'h.zz': deflateSync(Buffer.from(TOKEN)),
      'i.txt': Buffer.from(`key\r\n${TOKEN}\r\n`, 'utf16le'),
      'j.txt': Buffer.from(`\ufeffkey ${TOKEN}`, 'utf16le').swap16(),
    };
    for (const [name, content] of Object.entries(packed)) await writeFile(join(tmp.path, name), content);
    await writeFile(join(tmp.path, 'harmless.gz'), gzipSync('nothing of interest'));
    const to = await commitAll(git, tmp.path, 'Add files');
    const { secrets = [] } = await patchSize(host, { clone: tmp.path, from, to }, 1_000_000);
    assert.deepEqual([...new Set(secrets.map(({ path }) => path))].sort(), Object.keys(packed).sort());
  });

  test('that may be in more than anybody unpacks keeps the change back', async () => {
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024));
    const scanner = openScanner(secretKeeper());
    const nested = { path: 'b.gz', content: gzipSync(bomb) };
    const found = await scanner.published({ text: '', messages: '', files: [nested] });
    assert.match(found[0]?.kind ?? '', /too large to be looked through/);
    for (const broken of [bomb.subarray(0, 40), Buffer.from('PK\u0003\u0004'), Buffer.from('PK')])
      assert.deepEqual(
        await scanner.published({ text: '', messages: '', files: [{ path: 'x', content: broken }] }),
        [],
      );
  });

  test('is found in the name of a file without content, of one that is moved, and in who made a commit', async () => {
    await using tmp = await tmpdir();
    const from = await began(tmp.path);
    await writeFile(join(tmp.path, `${TOKEN}.txt`), '');
    const named = await commitAll(git, tmp.path, 'Add a name');
    const inName = await patchSize(host, { clone: tmp.path, from, to: named }, 1_000_000);
    assert.deepEqual(inName.secrets, [{ kind: 'GitHub token', path: FILE_NAME, line: 0 }]);
    await writeFile(join(tmp.path, 'plain.txt'), 'plain\n');
    await git.run(['add', '-A'], { cwd: tmp.path });
    const identity = { name: TOKEN, email: 'x@example.invalid' };
    await git.run(['commit', '-q', '-m', 'Add'], { cwd: tmp.path, identity });
    const by = await git.text(['rev-parse', 'HEAD'], { cwd: tmp.path });
    const inAuthor = await patchSize(host, { clone: tmp.path, from: named, to: by }, 1_000_000);
    assert.deepEqual(inAuthor.secrets, [{ kind: 'GitHub token', path: MESSAGE, line: 0 }]);
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
