import { findTranscripts } from '../locate/find.ts';
import type { TranscriptFile } from '../locate/transcript.ts';
import { buildIndex } from './build/build.ts';
import { changeIndex } from './change.ts';
import { metaOf } from './meta.ts';
import { openUsable } from './open.ts';
import { scopeText } from './scope.ts';
import type { UpdateOptions } from './update-options.ts';
import { summaryOf, type IndexSummary } from './summary.ts';

/** Brings an index in line with the transcripts. What did not change costs a stat. */
export async function updateIndex(options: UpdateOptions): Promise<IndexSummary> {
  const { roots, project, path } = options;
  const found = findTranscripts(roots, project);
  const scope = scopeText({ roots, project });
  const listing = listingOf(found);
  const old = openUsable(path);
  if (old !== undefined) {
    let same: boolean;
    try {
      same = metaOf(old, 'scope') === scope && options.full !== true;
      if (same && metaOf(old, 'listing') === listing)
        return summaryOf(old, path, { unchanged: found.length });
    } finally {
      old.close();
    }
    if (same) return changeIndex(found, listing, options);
  }
  return buildIndex(found, { scope, listing }, options);
}

/** Everything that would show in a stat, in one text: equal means nothing to do. */
function listingOf(found: readonly TranscriptFile[]): string {
  let text = '';
  for (const { path, stamp } of found) text += `${path}\t${stamp.size}\t${stamp.mtimeMs}\t${stamp.ino}\n`;
  return text;
}
