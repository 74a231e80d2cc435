import { join } from 'node:path';
import { socketPath } from '../../api/control/ask.ts';
import { lockFile } from '../../daemon/lock.ts';
import { exists, list, modifiedAt, remove } from '../../host/fs/files.ts';
import { ok, warning, type Check, type Patient } from './check.ts';

const HOUR_MS = 3_600_000;

/** What a daemon that died left behind. Never looked at while one is running: then it is in use. */
export async function checkLeftovers(patient: Patient): Promise<Check[]> {
  const { home, running } = patient;
  const aside = await quarantined(home);
  if (running) return [ok('leftovers', 'a daemon is running, so nothing is left behind'), ...aside];
  const stale: Check[] = [...aside];
  for (const [what, path] of [
    ['lock', lockFile(home)],
    ['socket', socketPath(home)],
  ] as const) {
    if (!(await exists(path))) continue;
    stale.push(leftover(what, path, 'its daemon is gone; the next start replaces it'));
  }
  stale.push(...(await gitLocks(home)), ...(await oldWorktrees(patient)));
  return stale.length > 0 ? stale : [ok('leftovers', 'no stale locks, sockets or worktrees')];
}

function leftover(name: string, path: string, why: string, more = async () => {}): Check {
  return {
    ...warning(name, `${path} is stale: ${why}`, 'autodev doctor --fix removes it.'),
    fix: async () => {
      await remove(path);
      await more();
      return `${path} was removed`;
    },
  };
}

/** Folders of the base clones: workspaces/owner/repo. */
async function workspaces(home: string): Promise<string[]> {
  const root = join(home, 'workspaces');
  const owners = (await list(root)).filter((entry) => entry.isDirectory());
  const repos = await Promise.all(
    owners.map(async ({ name }) =>
      (await list(join(root, name)))
        .filter((entry) => entry.isDirectory())
        .map((entry) => join(root, name, entry.name)),
    ),
  );
  return repos.flat();
}

/** git leaves its locks when it is killed, and refuses to work until somebody removes them. */
async function gitLocks(home: string): Promise<Check[]> {
  const found: Check[] = [];
  for (const folder of await workspaces(home)) {
    const git = join(folder, 'main', '.git');
    for (const entry of await list(git)) {
      if (entry.isFile() && entry.name.endsWith('.lock'))
        found.push(leftover('git-lock', join(git, entry.name), 'no git is running on it'));
    }
  }
  return found;
}

/** Put aside because a session reached out of them, or because they could not be removed: people look at them. */
async function quarantined(home: string): Promise<Check[]> {
  const found: Check[] = [];
  for (const folder of await workspaces(home))
    for (const { name } of await list(join(folder, 'quarantine')))
      found.push(
        warning(
          'quarantine',
          `${join(folder, 'quarantine', name)} was put aside: a session left it, or it could not be removed`,
          'Look at it (autodev why tells more), then remove it by hand; it goes by itself after daemon.worktree_ttl_hours.',
        ),
      );
  return found;
}

async function oldWorktrees({ home, host, loaded }: Patient): Promise<Check[]> {
  const oldest = host.clock.now() - (loaded?.config.daemon.worktree_ttl_hours ?? Infinity) * HOUR_MS;
  const found: Check[] = [];
  for (const folder of await workspaces(home)) {
    for (const entry of await list(folder)) {
      const path = join(folder, entry.name);
      if (!entry.isDirectory() || !/^(issue|pr|merge-pr)-\d+$/.test(entry.name)) continue;
      if (((await modifiedAt(path)) ?? Infinity) >= oldest) continue;
      const prune = async () => {
        await host.git.run(['worktree', 'prune'], { cwd: join(folder, 'main') }).catch(() => {});
      };
      found.push(leftover('worktree', path, 'older than daemon.worktree_ttl_hours', prune));
    }
  }
  return found;
}
