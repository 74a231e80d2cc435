import type { Forge } from '../../forge/forge.ts';
import { parseWorkId } from '../../work/ids.ts';
import { isPull } from '../../work/pull.ts';
import type { EngineItem } from './item.ts';
import type { FrozenInput } from './input.ts';
import type { History } from './history.ts';
import { Dropped, Superseded } from './interruptions.ts';
import { contentHash } from './content.ts';

/**
 * Before every paid step: the item is still open, says what it said, and its author still has our trust. One
 * conditional request, free when nothing changed.
 */
export async function preflight(
  item: EngineItem,
  input: FrozenInput,
  done: History,
  forge: Forge,
): Promise<void> {
  const { type, repo, number } = parseWorkId(item.work);
  const now = type === 'issue' ? await forge.issue(repo, number) : await forge.pull(repo, number);
  if (now.state !== 'open') throw new Dropped(`it was closed while we worked on it`);
  if (contentHash(now) !== input.contentHash) throw new Superseded('its title or text was edited');
  if (isPull(now)) {
    const expected = expectedHead(input, done);
    if (expected !== undefined && now.head.sha !== expected)
      throw new Superseded('somebody pushed to the branch');
  }
  if (!(await item.trusts(now.author))) throw new Dropped(`${now.author} may not trigger work here`);
}

/** The head we work on: the frozen one, or the one we pushed last ourselves. */
function expectedHead(input: FrozenInput, done: History): string | undefined {
  const pushed = done.steps.findLast((step) => step.name === 'push')?.result as { sha?: string } | undefined;
  return pushed?.sha ?? ('headSha' in input && typeof input.headSha === 'string' ? input.headSha : undefined);
}
