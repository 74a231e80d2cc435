import { execFileSync } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir as systemTmp } from 'node:os';
import { join } from 'node:path';

export interface TmpDir extends AsyncDisposable {
  path: string;
}

/** `await using tmp = await tmpdir()`: a folder that is gone when the test ends. `git` makes it a repository. */
export async function tmpdir(options: { git?: boolean } = {}): Promise<TmpDir> {
  const path = await realpath(await mkdtemp(join(systemTmp(), 'autodev-')));
  if (options.git) {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: path, stdio: 'ignore' });
    git('init', '-q', '-b', 'main');
    git('config', 'user.name', 'Test');
    git('config', 'user.email', 'test@example.invalid');
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}
