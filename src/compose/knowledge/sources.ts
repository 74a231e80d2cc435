import type { Random } from '../../host/random.ts';
import { indexPath } from '../../sessions/index/location.ts';
import { updateIndex } from '../../sessions/index/update.ts';
import type { Roots } from '../../sessions/locate/roots.ts';
import type { Store } from '../../store/store.ts';
import type { KnowledgeSources } from '../../workflows/knowledge/gather/day-material.ts';

/** The places that days are read from. An index that cannot be made is told, and leaves a day without its sessions. */
export function knowledgeSources(parts: {
  store: Store;
  logs: () => string;
  roots: Roots;
  random: Random;
  failed: (error: unknown) => Promise<void> | void;
}): KnowledgeSources {
  const { store, logs, roots, random, failed } = parts;
  return {
    store,
    logs,
    index: async (signal) => {
      const path = indexPath(roots, undefined);
      try {
        await updateIndex({ roots, path, tag: random.hex(6), signal });
        return path;
      } catch (error) {
        signal?.throwIfAborted();
        await failed(error);
        return undefined;
      }
    },
  };
}
