import type { Forge } from '../../forge/forge.ts';
import { parseWorkId } from '../../work/ids.ts';
import { LABEL } from '../../work/labels.ts';
import { changedSince } from './changed.ts';
import type { EngineItem } from './item.ts';
import type { FrozenInput } from './input.ts';
import type { History } from './history.ts';
import { Dropped, Superseded } from './interruptions.ts';

/**
 * Before every paid step: the item is still open, says what it said, nobody has taken it out of our hands, and its
 * author still has our trust. One conditional request, free when nothing changed.
 */
export async function preflight(
  item: EngineItem,
  input: FrozenInput,
  done: History,
  forge: Forge,
): Promise<void> {
  const { type, repo, number } = parseWorkId(item.work);
  const now = type === 'issue' ? await forge.issue(repo, number) : await forge.pull(repo, number);
  const changed = changedSince(now, input, done);
  if (changed?.closed) throw new Dropped(`${changed.reason} while we worked on it`);
  if (changed !== undefined) throw new Superseded(changed.reason);
  if (now.labels.includes(LABEL.skip)) throw new Dropped(`somebody put ${LABEL.skip} on it`);
  if (!(await item.trusts(now.author))) throw new Dropped(`${now.author} may not trigger work here`);
}
