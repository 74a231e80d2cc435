import type { ExportKind } from '../parse/classify.ts';
import { anchorOf } from '../references/canonical.ts';
import type { ModuleRecord } from './record.ts';

/** A record as it is remembered: JSON, without a key for each part of each symbol, or what its folder says. */
type Remembered = Omit<ModuleRecord, 'symbols'> & {
  symbols: [name: string, kind: ExportKind, signature: string, line: number][];
};

export function recordBytes(record: ModuleRecord): Buffer {
  const remembered: Remembered = {
    ...record,
    symbols: record.symbols.map(({ name, kind, signature, line }) => [name, kind, signature, line]),
  };
  return Buffer.from(JSON.stringify(remembered));
}

export function recordFrom(dir: string, bytes: Buffer): ModuleRecord {
  const remembered = JSON.parse(bytes.toString('utf8')) as Remembered;
  const anchor = anchorOf(dir, '');
  return {
    ...remembered,
    symbols: remembered.symbols.map(([name, kind, signature, line]) => ({
      name,
      kind,
      module: dir,
      signature,
      anchor: anchor + name,
      line,
    })),
  };
}
