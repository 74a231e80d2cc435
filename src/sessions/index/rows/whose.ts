import { basename } from 'node:path';
import { claudeProject, isSlugOf } from '../../locate/slug.ts';
import type { TranscriptFile } from '../../locate/transcript.ts';
import type { ReaderState } from '../../read/harvest.ts';

export interface Whose {
  session: string;
  project: string | null;
  /** Belongs to the project that is indexed. */
  wanted: boolean;
}

/** The session and the project of a transcript that was read. */
export function whoseIs(file: TranscriptFile, state: ReaderState, project: string | undefined): Whose {
  const session = file.session ?? state.session ?? basename(file.path).replace(/\.jsonl?$/, '');
  const found =
    file.agent === 'claude' ? claudeProject(file.place ?? '', state.cwd) : (file.place ?? state.cwd ?? null);
  if (project === undefined) return { session, project: found, wanted: true };
  // Known only by its folder's slug: that is the project's own.
  const bySlug = file.agent === 'claude' && found === file.place && isSlugOf(found, project);
  return { session, project: bySlug ? project : found, wanted: bySlug || found === project };
}
