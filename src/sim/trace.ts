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
  add(actor: string, what: string, about?: string): void;
}

export function openTrace(now: () => number): Trace {
  const lines: TraceLine[] = [];
  // Times of day depend on the time zone.
  const timeless = (what: string) => what.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(a time)');
  return {
    lines,
    add: (actor, what, about) => void lines.push({ at: now(), actor, what: timeless(what), about }),
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
