import { join } from 'node:path';
import { reusedReader } from '../../host/fs/reused-reader.ts';
import { realpath } from '../../host/fs/real-path.ts';
import { isFolder } from '../../host/fs/sync-files.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';
import { refuseUnreadable } from './problems.ts';

/** Always JSON: a spec has no shorter form than the file itself. */
export async function run({ args: [file = ''], io, json }: Input): Promise<void> {
  const { parseSpecBytes } = await import('../../spec/parse/parse.ts');
  if (isFolder(file))
    throw new AutodevError('invalid_input', `${file} is a folder`, {
      hint: `name the file in it: autodev spec parse ${join(file, 'CLAUDE.md')}`,
    });
  const { spec, diagnostics } = parseSpecBytes(reusedReader()(await realpath(file)));
  io.out(`${JSON.stringify(spec, undefined, json ? undefined : 2)}\n`);
  refuseUnreadable(file, diagnostics);
}
