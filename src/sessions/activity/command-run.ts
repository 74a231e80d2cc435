import { classifyShell } from '../read/classify.ts';

/** A shell command that a session ran, and whether it succeeded. */
export interface CommandRun {
  /** The tool use it was, counted in its transcript as the index counts them. */
  seq: number;
  /** `Bash:test`, `Bash:git` … */
  kind: string;
  command: string;
  /** Null: its end is not in the transcript. */
  ok: boolean | null;
}

/** Collects the commands of one transcript: begun in order, ended by their id. */
export class CommandRuns {
  readonly #runs: CommandRun[] = [];
  readonly #open = new Map<string, CommandRun>();
  readonly #seen = new Set<string>();
  #seq = 0;

  /** A tool use of any kind: each counts, commands are kept. */
  begin(id: string, command: string | undefined): void {
    // Gemini writes a message again when its calls are done.
    if (id !== '' && this.#seen.has(id)) return;
    this.#seen.add(id);
    this.#seq += 1;
    if (command === undefined) return;
    const run: CommandRun = { seq: this.#seq, kind: classifyShell(command), command, ok: null };
    this.#runs.push(run);
    if (id !== '') this.#open.set(id, run);
  }

  end(id: string, ok: boolean): void {
    const run = this.#open.get(id);
    if (run !== undefined) run.ok = ok;
  }

  all(): CommandRun[] {
    return this.#runs;
  }
}
