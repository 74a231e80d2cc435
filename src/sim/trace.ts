/** One thing that happened, as a person reads it. */
export interface TraceLine {
  /** Milliseconds since the world began. */
  at: number;
  actor: string;
  what: string;
  /** The issue or pull request that it is about: `owner/repo#1`. */
  about?: string | undefined;
}

/** What happened in a run, in order. The same choices give the same lines. */
export interface Trace {
  readonly lines: readonly TraceLine[];
  /** When the last thing happened. */
  readonly lastAt: number;
  /** Told right before each new line. */
  before(listener: () => void): void;
  add(actor: string, what: string, about?: string): void;
}

export function openTrace(now: () => number): Trace {
  const lines: TraceLine[] = [];
  // Times of day depend on the time zone.
  const timeless = (what: string) => what.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(a time)');
  const listeners: (() => void)[] = [];
  return {
    lines,
    get lastAt() {
      return lines.at(-1)?.at ?? 0;
    },
    before: (listener) => void listeners.push(listener),
    add: (actor, what, about) => {
      for (const listener of listeners) listener();
      lines.push({ at: now(), actor, what: timeless(what), about });
    },
  };
}

export function traceText({ at, actor, what, about }: TraceLine): string {
  return `${clockText(at)}  ${actor.padEnd(8)}  ${about === undefined ? '' : `${about} `}${what}`;
}

/** `1d 02:03:04.005` since the beginning. */
export function clockText(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const days = Math.floor(ms / 86_400_000);
  const rest = ms % 86_400_000;
  const time = `${two(rest / 3_600_000)}:${two((rest / 60_000) % 60)}:${two((rest / 1_000) % 60)}`;
  return `${days}d ${time}.${String(Math.floor(ms % 1_000)).padStart(3, '0')}`;
}
