import type { Script } from '../../agents/scripted/script.ts';
import type { ParsedConfig } from '../../config/parse.ts';
import type { Host } from '../../host/host.ts';
import type { WorkEvent } from '../../work/events.ts';
import type { SessionUse } from '../../workflows/pdca/done.ts';
import type { LeadEnd, Work } from '../../workflows/pdca/work.ts';

/** What a run is started with, whoever starts it. */
export interface PdcaStart {
  home: string;
  host: Host;
  cwd: string;
  parsed: ParsedConfig;
  signal: AbortSignal;
  talk: PdcaTalk;
  script?: Script | undefined;
}

/** How a run talks to whoever started it. */
export interface PdcaTalk {
  say(line: string): void;
  event(event: WorkEvent): void;
  /** A message of the team's mailbox, for whoever wants to see them all. */
  mail?: ((message: { from: string; to: string; text: string }) => void) | undefined;
  /** Undefined: nobody is there to be asked. */
  ask?: ((question: Asked) => Promise<string>) | undefined;
}

export interface Asked {
  about: (Work & { kind: 'ask' })['about'] | 'budget';
  text: string;
  options: string[];
  phase: number;
  sessions: SessionUse[];
  /** Of the last document. */
  summary: string;
  feature: string;
}

export interface PdcaEnd extends LeadEnd {
  feature: string;
  report: string | null;
  costUsd: number;
  sessions: number;
  /** The budget is used up; the run can be resumed. */
  budget: boolean;
  /** Stopped by a signal; the run can be resumed. */
  interrupted: boolean;
}
