/** What a person asked for while no daemon could be reached. */
export interface LeftCommand {
  id: number;
  body: unknown;
  leftAt: string;
}

export interface CommandTable {
  leave(body: unknown): Promise<number>;
  /** Those that no daemon has applied yet, oldest first. */
  pending(): Promise<LeftCommand[]>;
  /** Never handed out again. */
  settle(id: number, outcome: string): Promise<void>;
}
