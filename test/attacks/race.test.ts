import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Forge } from '../../src/forge/forge.ts';
import { isAutodevError } from '../../src/work/errors.ts';
import { openWorkspaces } from '../../src/workflows/workspace/workspaces.ts';
import { testHost } from '../support/host.ts';
import { tmpdir } from '../support/tmpdir.ts';

const { git } = testHost();
const repo = 'org/tool';
const ROUNDS = 60;

/** Swaps a file and a folder for links to a place outside and back, as fast as it can. */
const SWAPPER = `
const fs = require('node:fs');
const [outside] = process.argv.slice(1);
fs.mkdirSync('real'); fs.writeFileSync('real/secret', 'harmless');
fs.symlinkSync(outside, 'link');
fs.writeFileSync('plain', 'harmless'); fs.symlinkSync(outside + '/secret', 'pointer');
process.stdout.write('ready');
for (;;) {
  for (const [one, other, name] of [['real', 'link', 'd'], ['plain', 'pointer', 'f']]) {
    fs.renameSync(one, name); fs.renameSync(name, one);
    fs.renameSync(other, name); fs.renameSync(name, other);
  }
}`;

test('a file or folder that is swapped for a link while it is collected gives nothing from outside', async () => {
  await using tmp = await tmpdir();
  const outside = join(tmp.path, 'outside');
  const source = join(tmp.path, 'source');
  await mkdir(outside);
  await writeFile(join(outside, 'secret'), 'CANARY');
  await git.run(['init', '-q', '-b', 'main', source]);
  await writeFile(join(source, '.gitignore'), '/real\n/link\n/plain\n/pointer\n');
  await git.run(['add', '-A'], { cwd: source });
  const identity = { name: 'T', email: 't@example.invalid' };
  await git.run(['commit', '-q', '-m', 'first'], { cwd: source, identity });
  const commit = await git.text(['rev-parse', 'HEAD'], { cwd: source });
  const forge = { gitAccess: async () => ({ url: source, username: 'u', token: 't' }) } as unknown as Forge;
  const workspaces = openWorkspaces(git, { root: join(tmp.path, 'workspaces'), forge });
  await workspaces.refresh(repo);
  const path = await workspaces.open(repo, 'issue-1', { commit, branch: 'autodev/issue-1' });
  const swapper = spawn(process.execPath, ['-e', SWAPPER, outside], { cwd: path });
  try {
    await once(swapper.stdout, 'data');
    const ways = { committed: 0, refused: 0, nothing: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      try {
        const made = await workspaces.commit(repo, path, { message: 'x' });
        ways[made === commit ? 'nothing' : 'committed'] += 1;
        for (const name of ['d/secret', 'f'])
          assert.notEqual(await workspaces.show(repo, made, name), 'CANARY', name);
      } catch (error) {
        if (!isAutodevError(error, 'refused')) throw error;
        ways.refused += 1;
      }
    }
    assert.ok(ways.refused > 0, `the race was really run: ${JSON.stringify(ways)}`);
  } finally {
    swapper.kill('SIGKILL');
    await once(swapper, 'exit');
  }
});
