import { parseWorkId, type WorkId } from '../../work/ids.ts';
import { words, type Language } from '../../workflows/words.ts';
import { writeStatus, type ClaimParts } from './claim.ts';

/**
 * Claims an item that goes on with the next scan, before its label lets it go. Another daemon, which knows neither the
 * answer nor what was paid here, would otherwise find it free and begin it anew.
 */
export async function hold(parts: ClaimParts, language: Language, work: WorkId): Promise<void> {
  const [first] = parts.flows.of(work).phases;
  await writeStatus(parts, parseWorkId(work), words(language).status(first), true);
}
