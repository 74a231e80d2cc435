import { join } from 'node:path';
import { sha256 } from '../../host/hash.ts';
import { writeAtomic } from '../../host/fs/files.ts';
import { readTextSync } from '../../host/fs/sync-files.ts';
import type { SpecStatus } from './decide.ts';
import type { LastChange } from './walk.ts';
import type { Watched } from './watched.ts';

/** The last answer and what it rests on. */
export interface RememberedStatus {
  root: string;
  watched: Watched;
  print: string;
  status: SpecStatus;
}

/** Which commit last changed which files, as seen from a commit. */
export interface RememberedHistory {
  root: string;
  head: string;
  answers: Readonly<Record<string, LastChange>>;
}

/** What one run leaves for the next, outside of the work tree. Losing it costs time, never an answer. */
export interface StatusMemory {
  status(): RememberedStatus | undefined;
  history(): RememberedHistory | undefined;
  keepStatus(status: RememberedStatus): Promise<void>;
  keepHistory(history: RememberedHistory): Promise<void>;
}

const VERSION = 1;

export function statusMemory(cacheFolder: string, root: string): StatusMemory {
  const name = sha256(root).slice(0, 32);
  const file = (kind: string) => join(cacheFolder, 'spec-status', `${name}.${kind}.json`);
  const load = <T extends { root: string }>(kind: string): T | undefined => {
    try {
      const kept = JSON.parse(readTextSync(file(kind)) ?? 'null') as (T & { version: number }) | null;
      return kept?.version === VERSION && kept.root === root ? kept : undefined;
    } catch {
      return undefined;
    }
  };
  const keep = async (kind: string, value: object): Promise<void> => {
    try {
      await writeAtomic(file(kind), JSON.stringify({ version: VERSION, ...value }));
    } catch {
      // A full or read-only disk: the next run is slower, nothing else.
    }
  };
  return {
    status: () => load<RememberedStatus>('status'),
    history: () => load<RememberedHistory>('history'),
    keepStatus: (status) => keep('status', status),
    keepHistory: (history) => keep('history', history),
  };
}
