import { isoSeconds } from '../../host/clock.ts';
import type { Host } from '../../host/host.ts';
import type { Database } from '../../host/db/sqlite.ts';
import type { Faults } from './http/faults.ts';
import type { Announcement } from './hooks/announcement.ts';
import type { Limits } from './http/limits.ts';
import type { Serial } from '../../work/serial.ts';
import type { TokenTable } from './accounts.ts';

/** One running embedded forge: everything a route may touch. */
export interface Site {
  readonly host: Host;
  readonly db: Database;
  /** Base URL of the API and of the web pages; known once it listens. */
  url: string;
  /** Folder of the bare repositories. */
  readonly repositories: string;
  /** Folder with the one git hook of this server. */
  readonly gitHooks: string;
  readonly tokens: TokenTable;
  /** Signs links that work without a login for a while; another one after each start. */
  readonly linkKey: string;
  readonly serial: Serial;
  readonly limits: Limits;
  readonly faults: Faults;
  /** See memo.ts. */
  readonly memo: Map<string, Promise<unknown>>;
  /** Aborted when the server is about to end. */
  readonly stopping: AbortSignal;
  /** Keeps the server from ending before this is done. */
  track(work: Promise<unknown>): void;
  /** Tells the repository's webhooks, in the background. */
  announce(announcement: Announcement): void;
}

export function nowOf(site: Site): string {
  return isoSeconds(site.host.clock.now());
}
