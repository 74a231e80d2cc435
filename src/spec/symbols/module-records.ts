import type { Modules } from './modules.ts';
import type { PackedRecord } from './packed-record.ts';
import type { ModuleRecord } from './record.ts';

/** The modules of a project by their packed records. A record's objects are made when it is asked for, and kept. */
export class ModuleRecords implements Modules {
  readonly #dirs: readonly string[];
  readonly #packed: ReadonlyMap<string, PackedRecord>;
  readonly #made = new Map<string, ModuleRecord>();

  constructor(dirs: readonly string[], packed: ReadonlyMap<string, PackedRecord>) {
    this.#dirs = dirs;
    this.#packed = packed;
  }

  dirs(): readonly string[] {
    return this.#dirs;
  }

  packed(dir: string): PackedRecord | undefined {
    return this.#packed.get(dir);
  }

  record(dir: string): ModuleRecord | undefined {
    const known = this.#made.get(dir);
    if (known !== undefined) return known;
    const made = this.#packed.get(dir)?.record(dir);
    if (made !== undefined) this.#made.set(dir, made);
    return made;
  }
}
