import type { Forge } from '../../../forge/forge.ts';
import { isAutodevError } from '../../../work/errors.ts';
import { parseWorkId, type WorkId } from '../../../work/ids.ts';
import type { Flow } from '../flow.ts';

/** Whether the item itself is what the forge did not find: deleted, or moved to another repository. */
export async function isGone(forge: Forge, { items }: Flow, work: WorkId, error: unknown): Promise<boolean> {
  if (items.on !== 'forge' || !isAutodevError(error, 'forge_not_found')) return false;
  const { repo, number } = parseWorkId(work);
  try {
    await items.read(forge, repo, number);
    return false;
  } catch (again) {
    return isAutodevError(again, 'forge_not_found');
  }
}
