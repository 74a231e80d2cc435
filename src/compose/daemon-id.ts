import type { Random } from '../host/random.ts';
import type { Store } from '../store/store.ts';

/** This home's name towards other daemons on the same repositories. */
export async function daemonId(store: Store, random: Random): Promise<string> {
  const known = await store.meta.get('daemon_id');
  if (known !== undefined) return known;
  const made = `d-${random.hex(6)}`;
  await store.meta.set('daemon_id', made);
  return made;
}
