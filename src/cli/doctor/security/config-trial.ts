import { join } from 'node:path';
import { makeFolder, writeText } from '../../../host/fs/files.ts';
import { temporaryFolder } from '../../../host/fs/temporary.ts';
import type { Host } from '../../../host/host.ts';
import { withConfigOf } from '../../../workflows/workspace/collect/agent-config.ts';
import { IDENTITY } from '../../../workflows/workspace/identity.ts';

/** Whether a head that brings its own orders for agents shows them those of the base, as a stranger's would. */
export async function agentsObeyTheBase(host: Host): Promise<boolean> {
  const tmp = await temporaryFolder(host.random, host.env['TMPDIR']);
  try {
    const cwd = join(tmp.path, 'repository');
    const git = (...args: string[]) => host.git.text(args, { cwd, identity: IDENTITY });
    const commit = async (files: Record<string, string>) => {
      for (const [path, text] of Object.entries(files)) await writeText(join(cwd, path), text);
      await git('add', '-A');
      await git('commit', '-q', '-m', 'x');
      return git('rev-parse', 'HEAD');
    };
    await makeFolder(join(cwd, '.claude'));
    await git('init', '-q');
    const base = await commit({ 'CLAUDE.md': 'of the base', 'code.txt': 'base' });
    const head = await commit({
      'CLAUDE.md': 'of the head',
      '.claude/settings.json': '{}',
      '.mcp.json': '{}',
      'code.txt': 'head',
    });
    const shown = await withConfigOf(host.git, join(cwd, '.git'), 'refs/autodev/doctor', head, base);
    const show = (path: string) =>
      host.git.text(['cat-file', 'blob', `${shown}:${path}`], { cwd }).catch(() => undefined);
    return (
      (await show('CLAUDE.md')) === 'of the base' &&
      (await show('.claude/settings.json')) === undefined &&
      (await show('.mcp.json')) === undefined &&
      (await show('code.txt')) === 'head'
    );
  } finally {
    await tmp.remove();
  }
}
