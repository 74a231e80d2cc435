import { isAutodevError } from '../../work/errors.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import { STANDINGS, type Standing } from '../../work/standings.ts';
import { words, type Language } from '../../workflows/words.ts';
import { writeStatus, type ClaimParts } from '../claims/claim.ts';
import { publicLine } from '../claims/public-line.ts';

/**
 * The status comment of an item that nobody works on any more says how it stands, and no longer what it asked or was
 * busy with. Where the item is gone, or closed to us, there is nobody to tell.
 */
export async function sayLeft(
  parts: ClaimParts,
  language: Language,
  work: WorkId,
  standing: Standing,
  reason: string,
): Promise<void> {
  const at = parseWorkId(work);
  const text = `${STANDINGS[standing].words[language]}: ${publicLine(reason, at.repo)}`;
  try {
    await writeStatus(parts, at, words(language).status(text), false);
  } catch (error) {
    if (!isAutodevError(error, 'forge_not_found', 'forge_forbidden')) throw error;
  }
}
