import { join } from 'node:path';
import type { DemoForge } from '../compose/repos/forge.ts';
import { makeFolder, remove } from '../host/fs/files.ts';
import type { Host } from '../host/host.ts';

/** The demo's CI: runs the project's tests on every new head of a pull request and reports a commit status, as a person's. */
export interface Ci {
  /** Looks once for heads without a result and tests them. */
  look(): Promise<number>;
}

export function openCi(
  host: Host,
  forge: DemoForge,
  options: { repo: string; cloneUrl: string; scratch: string; node: string },
): Ci {
  const { repo, cloneUrl, scratch, node } = options;
  const seen = new Set<string>();
  return {
    look: async () => {
      const pulls = (await forge.owner.request('GET', `/repos/${repo}/pulls?state=open&per_page=100`)) as {
        head: { sha: string; ref: string };
      }[];
      const fresh = pulls.filter((pull) => !seen.has(pull.head.sha));
      for (const { head } of fresh) {
        seen.add(head.sha);
        const ok = await testsPass(host, forge, {
          cloneUrl,
          folder: join(scratch, `ci-${head.sha}`),
          commit: head.sha,
          node,
        });
        await forge.owner.request('POST', `/repos/${repo}/statuses/${head.sha}`, {
          context: 'ci/test',
          state: ok ? 'success' : 'failure',
          description: ok ? 'all tests pass' : 'tests fail',
        });
      }
      return fresh.length;
    },
  };
}

/** Clones the commit afresh and runs its tests. */
export async function testsPass(
  host: Host,
  forge: DemoForge,
  where: { cloneUrl: string; folder: string; commit: string; node: string },
): Promise<boolean> {
  await remove(where.folder);
  await makeFolder(where.folder);
  try {
    await forge.fetchCommit(where.folder, forge.owner, where.cloneUrl, where.commit);
    const done = await host.processes.run(where.node, ['--test'], {
      cwd: where.folder,
      env: host.env,
      timeoutMs: 60_000,
    });
    return done.code === 0;
  } finally {
    await remove(where.folder);
  }
}
