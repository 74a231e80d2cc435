import { join } from 'node:path';
import { exists, makeFolder, setMode, writeText } from '../../../host/fs/files.ts';
import { temporaryFolder } from '../../../host/fs/temporary.ts';
import type { Host } from '../../../host/host.ts';

/** Whether git, called as autodev calls it, runs what a repository names: a hook, or a file system monitor. */
export async function gitRunsTheirs(host: Host): Promise<boolean> {
  const tmp = await temporaryFolder(host.random, host.env['TMPDIR']);
  try {
    const cwd = join(tmp.path, 'repository');
    const ran = join(tmp.path, 'ran');
    const script = `#!/bin/sh\n: > '${ran}'\n`;
    await makeFolder(cwd);
    await host.git.run(['init', '-q'], { cwd });
    for (const name of ['post-checkout', 'pre-commit', 'post-index-change', 'reference-transaction']) {
      const hook = join(cwd, '.git', 'hooks', name);
      await makeFolder(join(cwd, '.git', 'hooks'));
      await writeText(hook, script);
      await setMode(hook, 0o755);
    }
    await writeText(join(tmp.path, 'monitor'), script);
    await setMode(join(tmp.path, 'monitor'), 0o755);
    await host.git.run(['config', 'core.fsmonitor', join(tmp.path, 'monitor')], { cwd });
    await host.git.run(['status', '--porcelain'], { cwd });
    await host.git.run(['update-ref', '--no-deref', 'refs/heads/x', ''], { cwd }).catch(() => {});
    return await exists(ran);
  } finally {
    await tmp.remove();
  }
}
