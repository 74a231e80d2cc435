import type { SandboxLimits } from './limits/limits.ts';

/** What holds for every sandbox of this program: part of the host, because checks and sessions share it. */
export interface SandboxRules {
  /** Folders and files of ours of which nobody in a sandbox sees more than the sandbox is for. */
  hidden: readonly string[];
  /** What a person shows beside that, to read or to write. */
  read: readonly string[];
  write: readonly string[];
  /** Hosts that may be reached; without them none can. */
  allowHosts: readonly string[];
  /** Without a sandbox nothing runs. */
  required: boolean;
  /** What is not given is as `sandboxLimits` says. */
  limits?: Partial<SandboxLimits> | undefined;
}

/** One program's sandbox. */
export interface Sandbox {
  rules: SandboxRules;
  /** A folder of this run alone, removed after it. It is TMPDIR; /tmp and HOME are made in it. */
  scratch: string;
  /** The one folder that a program may change, if it may. */
  worktree: { path: string; write: boolean };
  /** The socket of the one door to the network. */
  socket: string;
  /** What else this program needs to read. */
  read?: readonly string[] | undefined;
  /** Its own config folders, with logins in them. */
  folders?: readonly OwnFolder[] | undefined;
}

/**
 * A config folder of a program. Whatever would make it run something later, outside the sandbox, must not be changed by
 * it: so settings are read-only, a few named things are kept, and all else begins empty and ends with the run.
 */
export interface OwnFolder {
  at: string;
  /** Whether an entry of the folder is settings: seen, read-only. */
  shown: (name: string) => boolean;
  /** A login that renews itself: copied in, and back only when it is a renewal of the same. */
  kept: readonly string[];
  /** Folders that are written through and made when they are missing: transcripts. Only regular files stay there. */
  made: readonly string[];
  /** Files that may be changed in the sandbox, but not outside. */
  copied: readonly string[];
}
