import type { Stamp } from '../../host/fs/sync-files.ts';

export type AgentName = 'claude' | 'codex' | 'gemini';

/** A transcript that was found, before it is opened. */
export interface TranscriptFile {
  path: string;
  agent: AgentName;
  stamp: Stamp;
  /** Known from its place: the session it belongs to. Otherwise its records say. */
  session?: string;
  /** A sub-agent's transcript, by its place. */
  sub?: true;
  /** Where its place says the session ran: a path (Gemini) or a folder's slug (Claude). */
  place?: string;
}
