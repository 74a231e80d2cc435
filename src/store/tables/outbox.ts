export interface NewNotice {
  /** Who delivers it: `desktop`, `webhook`, `slack`. */
  channel: string;
  /** Told once under this name, however often it happens; empty: told every time. */
  once: string;
  body: unknown;
}

/** Something people are to be told, until it was told or given up. */
export interface Notice {
  id: string;
  channel: string;
  body: unknown;
  writtenAt: number;
  tries: number;
}

export interface OutboxTable {
  /** The oldest of a channel whose time has come. */
  due(channel: string, now: number): Promise<Notice | undefined>;
  /** When the next one of a channel is due; undefined when nothing waits. */
  nextAt(channel: string): Promise<number | undefined>;
  postpone(id: string, nextAt: number, error: string): Promise<void>;
  /** Told, or given up: never handed out again. */
  settle(id: string, error: string | null): Promise<void>;
  /** Forgets what was settled before this moment. */
  clean(before: number): Promise<void>;
}
