import type { SqlDatabase } from '../../store/sql/database.ts';
import type { RunId } from '../../work/ids.ts';
import type { SharedWorkspaces, Workspaces } from '../../workflows/workspace/workspaces.ts';

/** Workspaces whose kept commits are in the journal too, for the machine that goes on with the run. */
export function bundlingWorkspaces(workspaces: SharedWorkspaces, db: SqlDatabase): Workspaces {
  return {
    ...workspaces,
    keep: async (repo, run, step, commit) => {
      await workspaces.keep(repo, run, step, commit);
      const bytes = await workspaces.bundle(repo, run, step, commit);
      if (bytes === undefined) return;
      await db.run(
        `INSERT INTO bundles (run_id, step, repo, commit_sha, bytes) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (run_id, step) DO UPDATE SET commit_sha = excluded.commit_sha, bytes = excluded.bytes`,
        run,
        step,
        repo,
        commit,
        bytes,
      );
    },
  };
}

interface BundleRow {
  run: RunId;
  step: string;
  commit: string;
  isOver: boolean;
}

/** Brings the commits that other machines kept for an item, its earlier runs among them, into this one's clone. */
export async function fetchBundles(
  workspaces: SharedWorkspaces,
  db: SqlDatabase,
  { repo, work }: { repo: string; work: string },
): Promise<void> {
  await workspaces.refresh(repo);
  const kept = await db.all<BundleRow>(
    `SELECT bundles.run_id AS run, bundles.step, bundles.commit_sha AS commit,
            runs.finished_at IS NOT NULL AS "isOver" FROM bundles
     JOIN runs ON runs.id = bundles.run_id WHERE runs.work_id = ? ORDER BY runs.rowid, bundles.step`,
    work,
  );
  for (const { run, step, commit, isOver } of kept) {
    if (await workspaces.has(repo, commit)) continue;
    const row = await db.get<{ bytes: Uint8Array }>(
      'SELECT bytes FROM bundles WHERE run_id = ? AND step = ?',
      run,
      step,
    );
    if (row === undefined) continue;
    await workspaces.unbundle(repo, run, step, commit, row.bytes).catch((error: unknown) => {
      // What an earlier run built on may be gone from the forge by now: the next one does without.
      if (!isOver) throw error;
    });
  }
}

/** Forgets those of runs that ended before a moment. */
export async function forgetBundles(db: SqlDatabase, before: string): Promise<void> {
  await db.run(
    'DELETE FROM bundles WHERE run_id IN (SELECT id FROM runs WHERE finished_at IS NOT NULL AND finished_at < ?)',
    before,
  );
}
