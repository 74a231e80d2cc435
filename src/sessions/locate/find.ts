import { claudeFiles } from './claude-files.ts';
import { codexFiles } from './codex-files.ts';
import { geminiFiles } from './gemini-files.ts';
import type { Roots } from './roots.ts';
import type { TranscriptFile } from './transcript.ts';

/**
 * Every transcript below the roots. With a project only its own, as far as the place tells: a Codex
 * rollout, and a Claude session of a path with the same slug, are told apart when they are read.
 */
export function findTranscripts(roots: Roots, project?: string): TranscriptFile[] {
  return [
    ...unique(roots.claude).flatMap((root) => claudeFiles(root, project)),
    ...unique(roots.codex).flatMap((root) => codexFiles(root)),
    ...unique(roots.gemini).flatMap((root) => geminiFiles(root, project)),
  ];
}

function unique(folders: readonly string[]): string[] {
  return [...new Set(folders)];
}
