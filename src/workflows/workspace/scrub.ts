import { exists, list } from '../../host/files.ts';
import type { Git } from '../../host/git.ts';

/** What a worktree's folder within the clone may hold. Anything else changes what git does there. */
const HARMLESS = new Set([
  'HEAD',
  'ORIG_HEAD',
  'FETCH_HEAD',
  'MERGE_RR',
  'AUTO_MERGE',
  'COMMIT_EDITMSG',
  'commondir',
  'gitdir',
  'index',
  'logs',
  'refs',
]);

/**
 * Empties a used worktree: everything in it is as in its commit, and nothing else is there. False when that cannot
 * be promised: an agent can tell git to look away from files, or leave an operation half done. Then it must go.
 */
export async function scrub(git: Git, path: string): Promise<boolean> {
  const at = { cwd: path };
  try {
    if (!(await exists(path))) return false;
    await git.run(['update-index', '-q', '--really-refresh'], { ...at, ok: [1] });
    await git.run(['reset', '-q', '--hard'], at);
    await git.run(['clean', '-ffdxq'], at);
    const flags = await git.text(['ls-files', '-v'], { ...at, maxOutputBytes: 512 * 1024 * 1024 });
    if (/^[^H]/m.test(flags)) return false;
    const admin = await git.text(['rev-parse', '--absolute-git-dir'], at);
    return (await list(admin)).every(({ name }) => HARMLESS.has(name));
  } catch {
    return false;
  }
}

export async function isClean(git: Git, path: string): Promise<boolean> {
  const status = await git.run(['status', '--porcelain', '--ignored', '-z'], { cwd: path, ok: [128] });
  return status.code === 0 && status.stdout.length === 0;
}
