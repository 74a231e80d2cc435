import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { testHost } from '../../../test/support/host.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { openGit } from './git.ts';
import { systemProcesses } from '../process/process.ts';

const { git } = testHost();
const identity = { name: 'T', email: 't@example.invalid' };

describe('git, as we call it', () => {
  test('runs no hook of a repository', async () => {
    await using tmp = await tmpdir({ git: true });
    const trace = join(tmp.path, 'hook-ran');
    const hook = join(tmp.path, '.git', 'hooks', 'pre-commit');
    await mkdir(join(tmp.path, '.git', 'hooks'), { recursive: true });
    await writeFile(hook, `#!/bin/sh\ntouch '${trace}'\n`);
    await chmod(hook, 0o755);
    await git.run(['commit', '-q', '--allow-empty', '-m', 'x'], { cwd: tmp.path, identity });
    assert.equal(existsSync(trace), false);
  });

  test('starts no fsmonitor and no external diff that a repository names', async () => {
    await using tmp = await tmpdir({ git: true });
    const trace = join(tmp.path, 'monitor-ran');
    const program = join(tmp.path, 'evil.sh');
    await writeFile(program, `#!/bin/sh\ntouch '${trace}'\n`);
    await chmod(program, 0o755);
    execFileSync('git', ['config', 'core.fsmonitor', program], { cwd: tmp.path });
    execFileSync('git', ['config', 'diff.external', program], { cwd: tmp.path });
    await writeFile(join(tmp.path, 'text'), 'one');
    await git.run(['add', '-A'], { cwd: tmp.path });
    await git.run(['commit', '-q', '-m', 'x'], { cwd: tmp.path, identity });
    await writeFile(join(tmp.path, 'text'), 'two');
    await git.run(['status'], { cwd: tmp.path });
    await git.run(['diff'], { cwd: tmp.path, ok: [128] });
    assert.equal(existsSync(trace), false);
  });

  test('refuses the ext transport and an embedded bare repository', async () => {
    await using tmp = await tmpdir({ git: true });
    const trace = join(tmp.path, 'ext-ran');
    // Git's own default is no, but a repository may say otherwise.
    execFileSync('git', ['config', 'protocol.ext.allow', 'always'], { cwd: tmp.path });
    await assert.rejects(git.run(['fetch', `ext::touch ${trace}`], { cwd: tmp.path }), {
      code: 'git_failed',
    });
    await assert.rejects(
      git.run(['clone', `ext::touch ${trace}`, join(tmp.path, 'out')], { cwd: tmp.path }),
      { code: 'git_failed' },
    );
    assert.equal(existsSync(trace), false);
    const bare = join(tmp.path, 'inner');
    execFileSync('git', ['init', '-q', '--bare', bare]);
    await assert.rejects(git.run(['rev-parse', '--git-dir'], { cwd: bare }), { code: 'git_failed' });
  });

  test('objects mean what their hash says: no graft and no replacement counts', async () => {
    await using tmp = await tmpdir({ git: true });
    const commit = async (name: string) => {
      await git.run(['commit', '-q', '--allow-empty', '-m', name], { cwd: tmp.path, identity });
      return git.text(['rev-parse', 'HEAD'], { cwd: tmp.path });
    };
    const [first, second, third] = [await commit('1'), await commit('2'), await commit('3')];
    await mkdir(join(tmp.path, '.git', 'info'), { recursive: true });
    await writeFile(join(tmp.path, '.git', 'info', 'grafts'), `${third} ${first}\n`);
    execFileSync('git', ['replace', second, first], { cwd: tmp.path, stdio: 'ignore' });
    const said = await git.text(['log', '--format=%s'], { cwd: tmp.path });
    assert.equal(said, '3\n2\n1');
  });

  test('asks nobody for a password, and reads no configuration of the person', async () => {
    await using tmp = await tmpdir();
    const own = openGit(systemProcesses(), { path: process.env['PATH'] ?? '', home: tmp.path });
    await writeFile(join(tmp.path, '.gitconfig'), '[user]\n  name = Somebody\n');
    assert.equal(await own.succeeds(['config', 'user.name'], { cwd: tmp.path }), false);
  });

  test('a failure says what git said', async () => {
    await using tmp = await tmpdir({ git: true });
    await assert.rejects(git.run(['rev-parse', '--verify', 'nowhere'], { cwd: tmp.path }), {
      code: 'git_failed',
      why: /Needed a single revision/,
    });
  });

  test('without git on the machine, the error says what to install', async () => {
    await using tmp = await tmpdir();
    const none = openGit(systemProcesses(), { path: tmp.path, home: tmp.path });
    await assert.rejects(none.run(['--version']), {
      code: 'git_failed',
      message: 'git was not found',
      hint: /install git/,
    });
  });
});
