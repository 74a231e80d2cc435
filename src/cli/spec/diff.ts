import { join } from 'node:path';
import { reusedReader } from '../../host/fs/reused-reader.ts';
import { pathExists } from '../../host/fs/sync-files.ts';
import type { ExportsDiff } from '../../spec/diff/diff.ts';
import { exportsOfFolder } from '../../spec/exports/project.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';
import { palette, type Io } from '../io.ts';
import { placeOf } from './place.ts';
import { refuseUnreadable, tellProblems } from './problems.ts';

export async function run(input: Input): Promise<number> {
  const [{ diffExports }, { parseSpec }] = await Promise.all([
    import('../../spec/diff/diff.ts'),
    import('../../spec/parse/parse.ts'),
  ]);
  const {
    args: [path = '.'],
    io,
    json,
  } = input;
  const { root, dir } = await placeOf(input.text('root'), path);
  const file = join(root, dir, 'CLAUDE.md');
  if (!pathExists(file))
    throw new AutodevError('not_found', `${dir} has no CLAUDE.md`, { hint: 'see autodev spec tree' });
  const text = reusedReader()(file).toString('utf8');
  const { symbols, language, problems } = await exportsOfFolder(root, dir);
  tellProblems(io, problems);
  const { spec, diagnostics } = parseSpec(text);
  const diff = diffExports(dir, spec, symbols, language ?? undefined);
  if (json) io.out(`${JSON.stringify(diff)}\n`);
  else print(diff, io);
  refuseUnreadable(join(dir, 'CLAUDE.md'), diagnostics);
  return diff.breaking ? 3 : 0;
}

function print({ dir, added, removed, modified, breaking }: ExportsDiff, io: Io): void {
  const { red, green, yellow } = palette(io.color);
  for (const name of added) io.out(`${green('+')} ${name}\n`);
  for (const name of removed) io.out(`${red('-')} ${name}\n`);
  for (const one of modified) {
    io.out(
      `${yellow('~')} ${one.name}: ${one.reasons.join('; ')}${one.breaking ? red(' (breaking)') : ''}\n`,
    );
    io.out(`    spec    ${one.before}\n    source  ${one.after.replace(/\s+/g, ' ')}\n`);
  }
  const counts = `${added.length} added, ${removed.length} removed, ${modified.length} modified`;
  io.out(`${dir}: ${counts}${breaking ? red(', breaking') : ''}\n`);
}
