import { systemRandom } from '../../host/random.ts';
import type { IndexSummary } from '../../sessions/index/summary.ts';
import type { Input } from '../command.ts';
import type { Places } from './places.ts';
import { progressBar } from './progress.ts';

/** Brings the index up to date, with a bar on a terminal when it takes long. */
export async function refresh(input: Input, places: Places, full = false): Promise<IndexSummary> {
  const { updateIndex } = await import('../../sessions/index/update.ts');
  const bar = progressBar(input.io);
  try {
    return await updateIndex({
      ...places,
      full,
      tag: systemRandom.hex(6),
      signal: input.signal,
      progress: bar.show,
    });
  } finally {
    bar.end();
  }
}
