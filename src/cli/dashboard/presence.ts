import type { Presence } from '../../api/board/snapshot.ts';
import { lockFile, lockHolder } from '../../daemon/lock.ts';
import { exists } from '../../host/fs/files.ts';
import type { Store } from '../../store/store.ts';

/** How a daemon on whose socket nobody listens is there. One that died leaves its pid file behind. */
export async function presenceOf(home: string, store: Store): Promise<Exclude<Presence, 'answers'>> {
  const holder = await lockHolder(home);
  if (holder === undefined) return (await exists(lockFile(home))) ? 'gone' : 'stopped';
  const [last] = await store.events.newest(['daemon.started'], { limit: 1 });
  return last?.type === 'daemon.started' && last.pid === holder.pid ? 'stopping' : 'starting';
}
