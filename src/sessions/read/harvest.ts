import { firstOf, lengthOf } from './characters.ts';
import { mondayOf } from './timestamp.ts';

export interface Prompt {
  timestamp: string | null;
  role: 'human' | 'system';
  chars: number;
  text: string;
}

export interface ToolUse {
  seq: number;
  timestamp: string | null;
  name: string;
  classified: string;
  input: string;
}

export interface FileEdit {
  seq: number;
  timestamp: string | null;
  tool: string;
  path: string;
}

/** The usage of one answer of a model. Records that repeat it share the key, so that it is counted once. */
export interface Usage {
  /** See usage-key.ts. */
  key: number;
  timestamp: string | null;
  model: string;
  input: number;
  output: number;
  cacheWrite: number;
  cacheRead: number;
}

/** What a reader must remember to go on later where it stopped. */
export interface ReaderState {
  seq: number;
  /** A time was found: the first record's counts whatever it is. */
  begun?: boolean;
  lastTool?: string;
  model?: string;
  session?: string;
  /** Codex: one session may have several threads. */
  thread?: string;
  /** The transcript of a sub-agent: its prompts were written by another agent. */
  sub?: boolean;
  cwd?: string;
  /** Ids that were taken already, for formats that write a record again when it changes. */
  seen?: string[];
}

/** Everything one reading of a transcript brought in. Plain data: it crosses threads. */
export interface Harvest {
  state: ReaderState;
  firstTs: string | null;
  /** The latest time among the records that were looked into. */
  lastTs: string | null;
  /** The time of the last record of any kind. */
  tailTs: string | null;
  prompts: Prompt[];
  tools: ToolUse[];
  edits: FileEdit[];
  usage: Usage[];
  toolCounts: [tool: string, count: number][];
  transitions: [from: string, to: string, count: number][];
  weeks: [week: string, tool: string, count: number][];
  files: [path: string, count: number][];
  unknownRecords: number;
  brokenLines: number;
  longLines: number;
}

/** Text past this is neither stored nor searched; `chars` still tells the whole length. */
const LONGEST_PROMPT = 64 * 1024;

/** Counts in sandboxes: adding to one takes a single look into the map. */
type Tally = Map<string, { count: number }>;

function addOne(tally: Tally, key: string): void {
  const known = tally.get(key);
  if (known === undefined) tally.set(key, { count: 1 });
  else known.count += 1;
}

function tallyIn(tallies: Map<string, Tally>, key: string): Tally {
  let tally = tallies.get(key);
  if (tally === undefined) {
    tally = new Map();
    tallies.set(key, tally);
  }
  return tally;
}

function flat(tally: Tally): [string, number][] {
  const rows: [string, number][] = [];
  for (const [key, { count }] of tally) rows.push([key, count]);
  return rows;
}

function flatPairs(tallies: Map<string, Tally>): [string, string, number][] {
  const rows: [string, string, number][] = [];
  for (const [outer, tally] of tallies)
    for (const [inner, { count }] of tally) rows.push([outer, inner, count]);
  return rows;
}

/** Collects what a transcript says, in its order. */
export class Gatherer {
  readonly state: ReaderState;
  firstTs: string | null = null;
  lastTs: string | null = null;
  tailTs: string | null = null;
  unknownRecords = 0;
  brokenLines = 0;
  longLines = 0;
  readonly #prompts: Prompt[] = [];
  readonly #tools: ToolUse[] = [];
  readonly #edits: FileEdit[] = [];
  readonly #usage = new Map<number, Usage>();
  readonly #toolCounts: Tally = new Map();
  readonly #transitions = new Map<string, Tally>();
  readonly #weeks = new Map<string, Tally>();
  readonly #files: Tally = new Map();

  constructor(state: ReaderState | undefined) {
    this.state = state === undefined ? { seq: 0 } : { ...state };
  }

  time(timestamp: string | null): void {
    if (timestamp === null) return;
    this.state.begun = true;
    if (this.firstTs === null || timestamp < this.firstTs) this.firstTs = timestamp;
    if (this.lastTs === null || timestamp > this.lastTs) this.lastTs = timestamp;
    this.tailTs = timestamp;
  }

  /** Where the session ran and what it is called: the first record that says so decides. */
  place(cwd: unknown, session: unknown): void {
    const { state } = this;
    if (state.cwd === undefined && typeof cwd === 'string' && cwd !== '') state.cwd = cwd;
    if (state.session === undefined && typeof session === 'string' && session !== '') state.session = session;
  }

  prompt(timestamp: string | null, role: Prompt['role'], text: string): void {
    this.#prompts.push({
      timestamp,
      role,
      chars: lengthOf(text),
      text: firstOf(text, LONGEST_PROMPT),
    });
  }

  tool(timestamp: string | null, name: string, classified: string, input: string): void {
    const { state } = this;
    state.seq += 1;
    this.#tools.push({ seq: state.seq, timestamp, name, classified, input });
    addOne(this.#toolCounts, classified);
    if (state.lastTool !== undefined) addOne(tallyIn(this.#transitions, state.lastTool), classified);
    state.lastTool = classified;
    if (timestamp !== null) addOne(tallyIn(this.#weeks, mondayOf(timestamp)), classified);
  }

  /** An edit belongs to the tool use that was told last. */
  edit(timestamp: string | null, tool: string, path: string): void {
    this.#edits.push({ seq: this.state.seq, timestamp, tool, path });
    addOne(this.#files, path);
  }

  /** Where copies differ (an early one may hold a first count), the one with more output is the later truth. */
  usage(usage: Usage): void {
    const known = this.#usage.get(usage.key);
    if (known === undefined) this.#usage.set(usage.key, usage);
    else if (usage.output > known.output)
      this.#usage.set(usage.key, { ...usage, timestamp: known.timestamp });
  }

  harvest(): Harvest {
    return {
      state: this.state,
      firstTs: this.firstTs,
      lastTs: this.lastTs,
      tailTs: this.tailTs,
      prompts: this.#prompts,
      tools: this.#tools,
      edits: this.#edits,
      usage: [...this.#usage.values()],
      toolCounts: flat(this.#toolCounts),
      transitions: flatPairs(this.#transitions),
      weeks: flatPairs(this.#weeks),
      files: flat(this.#files),
      unknownRecords: this.unknownRecords,
      brokenLines: this.brokenLines,
      longLines: this.longLines,
    };
  }
}
