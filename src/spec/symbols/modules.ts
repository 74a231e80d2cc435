import type { PackedRecord } from './packed-record.ts';
import type { ModuleRecord } from './record.ts';

/** Where modules are looked up by their folder. */
export interface Modules {
  dirs(): readonly string[];
  packed(dir: string): PackedRecord | undefined;
  record(dir: string): ModuleRecord | undefined;
}
