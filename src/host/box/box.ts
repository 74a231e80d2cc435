/** What holds for every box of this program: part of the host, because checks and sessions share it. */
export interface BoxRules {
  /** Folders and files of ours of which nobody in a box sees more than the box is for. */
  hidden: readonly string[];
  /** What a person shows beside that, to read or to write. */
  read: readonly string[];
  write: readonly string[];
  /** Hosts that may be reached; without them none can. */
  allowHosts: readonly string[];
  /** Without a box nothing runs. */
  required: boolean;
}

/** One program's box. */
export interface Box {
  rules: BoxRules;
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
 * A config folder of a program. Whatever would make it run something later, outside the box, must not be changed by
 * it: so settings are read-only, a few named things are kept, and all else begins empty and ends with the run.
 */
export interface OwnFolder {
  at: string;
  /** Whether an entry of the folder is settings: seen, read-only. */
  shown: (name: string) => boolean;
  /** Written through to the outside where they exist: a login that renews itself. */
  kept: readonly string[];
  /** Folders that are written through and made when they are missing: transcripts. */
  made: readonly string[];
  /** Files that may be changed in the box, but not outside. */
  copied: readonly string[];
}
