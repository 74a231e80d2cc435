import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { blocksOf, isRun, RUN_PAGES } from '../support/guide.ts';
import { tmpdir } from '../support/tmpdir.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const LONGEST_MS = 7.5 * 60_000;
const missing = ['curl', 'git'].filter((name) => spawnSync(name, ['--version']).status !== 0);

/** A shell in an empty home, with the commands of the package; what it started ends with it. */
async function inShell(script: string): Promise<{ code: number | null; said: string }> {
  await using tmp = await tmpdir();
  const bin = join(tmp.path, 'bin');
  await mkdir(bin);
  for (const name of ['autodev', 'claude-md-core', 'suggest-workflow']) {
    const line = `#!/bin/sh\nexec ${process.execPath} --no-warnings ${join(root, 'bin', `${name}.mjs`)} "$@"\n`;
    await writeFile(join(bin, name), line);
    await chmod(join(bin, name), 0o755);
  }
  const file = join(tmp.path, 'guide.sh');
  await writeFile(file, script);
  const child = spawn('sh', ['-eu', file], {
    cwd: tmp.path,
    env: {
      HOME: tmp.path,
      PATH: `${bin}:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      LANG: 'C.UTF-8',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  const hear = (chunk: Buffer) => (said += chunk.toString());
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const limit = setTimeout(() => endGroup(child.pid), LONGEST_MS);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  clearTimeout(limit);
  spawnSync(join(bin, 'autodev'), ['stop', '--now'], { env: { HOME: tmp.path, PATH: bin }, timeout: 60_000 });
  endGroup(child.pid);
  return { code, said };
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

describe('the guide', { skip: missing.length === 0 ? false : `needs ${missing.join(', ')}` }, () => {
  for (const pages of RUN_PAGES)
    test(`does what it says: every block of ${pages.join(', ')} runs, in order`, async () => {
      const blocks = pages.flatMap((page) => blocksOf(join(root, page)).filter(isRun));
      assert.notEqual(blocks.length, 0);
      const script = blocks.map(
        ({ page, line, text }) => `echo "== ${relative(root, page)}:${line}"\n${text}\n`,
      );
      const { code, said } = await inShell(script.join(''));
      assert.equal(code, 0, `the last block that was begun failed:\n${said.slice(-4_000)}`);
      for (const { page, line } of blocks) assert.ok(said.includes(`== ${relative(root, page)}:${line}\n`));
    });
});
