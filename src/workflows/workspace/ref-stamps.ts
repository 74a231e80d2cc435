import { systemClock } from '../../host/clock.ts';
import { listInside, rootOf } from '../../host/fs/inside.ts';

/** Written so shortly ago that the kernel's clock would not tell a second time from it. */
const RECENT_MS = 100;

/**
 * The stamps of all files that hold refs of a clone: as long as they are the same, so are the refs. Undefined
 * while one of them was written just now.
 */
export async function refStamps(gitDir: string): Promise<string | undefined> {
  const root = rootOf(gitDir);
  const found: string[] = [];
  let latest = 0;
  for (let level = ['', 'refs']; level.length > 0;) {
    const next: string[] = [];
    for (const folder of level) {
      for (const { name, kind, stamp, changedAt } of (await listInside(root, folder)) ?? []) {
        const path = folder === '' ? name : `${folder}/${name}`;
        if (folder === '' && name !== 'packed-refs' && name !== 'HEAD') continue;
        if (kind === 'folder') next.push(path);
        else found.push(`${path} ${stamp}`);
        latest = Math.max(latest, changedAt);
      }
    }
    level = next;
  }
  return latest > systemClock.now() - RECENT_MS ? undefined : found.sort().join('\n');
}
