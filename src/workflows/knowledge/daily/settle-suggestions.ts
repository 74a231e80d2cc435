import { isoTime } from '../../../host/clock.ts';
import { isAutodevError } from '../../../work/errors.ts';
import type { WorkContext } from '../../engine/steps/context.ts';

/** What people did with the pull requests of earlier suggestions: merged is accepted, closed is refused for good. */
export async function settleSuggestions(
  { store, forge, host }: Pick<WorkContext, 'store' | 'forge' | 'host'>,
  repo: string,
): Promise<void> {
  const open = (await store.suggestions.ofRepo(repo)).filter(
    ({ status, pull }) => status === 'proposed' && pull !== null,
  );
  for (const number of new Set(open.map(({ pull }) => pull))) {
    if (number === null) continue;
    const pull = await forge.pull(repo, number).catch((error: unknown) => {
      if (isAutodevError(error, 'forge_not_found')) return undefined;
      throw error;
    });
    if (pull === undefined || (pull.state === 'open' && !pull.merged)) continue;
    const at = isoTime(host.clock.now());
    for (const { id } of open.filter((each) => each.pull === number))
      await store.suggestions.settle(id, pull.merged ? 'accepted' : 'refused', at);
  }
}
