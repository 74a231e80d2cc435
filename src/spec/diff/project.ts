import { join } from 'node:path';
import { readTextSync } from '../../host/fs/sync-files.ts';
import { exportsOfFolder } from '../exports/project.ts';
import { parseSpec } from '../parse/parse.ts';
import { inModule } from '../references/canonical.ts';
import { diffExports, type ExportsDiff } from './diff.ts';

/** From what the spec of a module says to what its source does. */
export async function diffOfModule(root: string, dir: string): Promise<ExportsDiff> {
  const { symbols, language } = await exportsOfFolder(root, dir);
  const { spec } = parseSpec(readTextSync(join(root, inModule(dir, 'CLAUDE.md'))) ?? '');
  return diffExports(dir, spec, symbols, language ?? undefined);
}
