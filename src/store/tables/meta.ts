export interface MetaTable {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  /** From what is there to what is to be there, with nobody in between. `to` is pure: it may be asked twice. */
  change(key: string, to: (before: string | undefined) => string): Promise<string>;
}
