import type { Size } from './layout.ts';

/** What a dashboard needs of the terminal it runs in. */
export interface Terminal {
  size(): Size;
  /** Resolves when there is room for more. */
  write(text: string): Promise<void>;
  /** Calls back until disposed: with what was typed, with another size, and when the terminal is gone. */
  listen(heard: { typed(text: string): void; resized(): void; gone(): void }): Disposable;
}

/** The time, and calls at a later one. */
export interface Time {
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  after(ms: number, fn: () => void): { cancel(): void };
}
