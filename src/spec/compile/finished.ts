import type { HealAnswer } from './heal.ts';
import { sha256 } from '../../host/hash.ts';
import type { KnownClause } from '../trace/clauses.ts';

/** Everything that the product of a module depends on. The same again gives the same: nothing is to be done. */
export interface KeyParts {
  claudeMd: string;
  planning: Readonly<Record<string, string>>;
  conventions: readonly string[];
  /** The Exports of the modules it depends on, by their folder. */
  dependencies: Readonly<Record<string, readonly string[]>>;
  language: string;
  promptsVersion: number;
  model: string;
}

export function compileKey(parts: KeyParts): string {
  const sorted = (record: Readonly<Record<string, unknown>>) =>
    Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256(
    JSON.stringify([
      parts.claudeMd,
      sorted(parts.planning),
      parts.conventions,
      sorted(parts.dependencies),
      parts.language,
      parts.promptsVersion,
      parts.model,
    ]),
  );
}

/** What is remembered of a module that was compiled (or decompiled) to its end. */
export interface FinishedModule {
  key: string;
  /** Hashes of the files that were written, by their path from the root. */
  files: Record<string, string>;
  clauses: KnownClause[];
  /** Hash of the conventions that its code was brought in line with. */
  style?: string;
  status: 'success' | 'warning';
  /** Spec and code still differed in the end; this was the answer to it. Another answer takes it up again. */
  left?: HealAnswer;
}

export type Standing =
  /** Nothing to do. */
  | 'finished'
  /** A file that was written is gone: made anew. */
  | 'gone'
  /** Somebody changed a file since: that is their word, it is only validated. */
  | 'by_hand'
  /** Never compiled, or something it depends on has changed. */
  | 'to_do';

export function standingOf(
  finished: FinishedModule | undefined,
  key: string,
  hashNow: (path: string) => string | undefined,
): Standing {
  if (finished === undefined) return 'to_do';
  const now = Object.entries(finished.files).map(([path, hash]) => ({ hash, now: hashNow(path) }));
  if (now.some((file) => file.now === undefined)) return 'gone';
  if (finished.key !== key) return 'to_do';
  return now.some((file) => file.now !== file.hash) ? 'by_hand' : 'finished';
}
