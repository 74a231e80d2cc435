import type { OwnFolder } from '../../host/sandbox/sandbox.ts';
import type { StopReason } from '../agent.ts';
import type { ModelWay } from './model-way.ts';
import type { Reader } from './reader.ts';

/** One call of an agent's CLI. */
export interface Call {
  /** In a sandbox of ours a CLI must not try to make its own. */
  args: (place: { sandboxed: boolean }) => readonly string[];
  /** What this CLI needs in its environment beside the request's. */
  env: Readonly<Record<string, string>>;
  /** The prompt as it is given on standard input: untrusted text never becomes an argument. */
  input: string;
  /** Why it must not be started at all. */
  refusal?: { reason: StopReason; text: string } | undefined;
  /** Files that are empty for the CLI. */
  hidden?: readonly string[] | undefined;
  /** How it gets to its model, with that environment. */
  way: (env: Readonly<Record<string, string>>) => ModelWay;
  /** Its config folders: what it keeps there, and what it must not change. */
  folders: readonly OwnFolder[];
  /** Where it runs, unless in the request's folder. */
  cwd?: string | undefined;
  reader: Reader;
  /** Brings the tally up to date from elsewhere (a transcript), when the output itself does not tell. */
  refresh?: (() => Promise<void>) | undefined;
}

/** How the call ended, before anybody has judged it. */
export interface Ended {
  code: number | null;
  stderr: string;
  /** Why it could not even be started. */
  failure?: string;
}
