import { systemClock } from '../../host/clock.ts';
import { writeText } from '../../host/fs/files.ts';
import { findReferences, findSymbols } from '../../spec/symbols/find.ts';
import { symbolIndex } from '../../spec/symbols/index.ts';
import { reusedReader } from '../../host/fs/reused-reader.ts';
import { realpath } from '../../host/fs/real-path.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';

/** The forms that agents and scripts know from `claude-md-core`: everything by option, always JSON. */

export async function parseClaudeMd(input: Input): Promise<void> {
  const { parseSpecBytes } = await import('../../spec/parse/parse.ts');
  const file = needed(input, 'file');
  const { spec, diagnostics } = parseSpecBytes(reusedReader()(await realpath(file)));
  await print(input, spec);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0)
    throw new AutodevError(
      'invalid_input',
      errors.map(({ line, message }) => `${file}:${line}: ${message}`).join('; '),
    );
}

export async function symbols(input: Input): Promise<void> {
  const name = input.text('find');
  const anchor = input.text('references');
  if (name !== undefined && anchor !== undefined)
    throw new AutodevError('usage', '--find and --references are two questions; ask one at a time');
  const { openProject } = await import('../../spec/symbols/project.ts');
  const project = await openProject(input.text('root') ?? '.', {
    home: input.flag('no-cache') ? undefined : input.home,
    now: systemClock.now(),
  });
  if (name !== undefined) await print(input, findSymbols(project, name));
  else if (anchor !== undefined) await print(input, findReferences(project, anchor));
  else await print(input, symbolIndex(project));
}

export async function migrate(input: Input): Promise<number> {
  const { migrateProject } = await import('../../spec/migrate/project.ts');
  const { files, failed } = await migrateProject(input.text('root') ?? '.', input.flag('dry-run'));
  await print(input, files);
  return failed.length === 0 ? 0 : 1;
}

function needed(input: Input, name: string): string {
  const value = input.text(name);
  if (value === undefined) throw new AutodevError('usage', `--${name} is missing`);
  return value;
}

async function print(input: Input, data: unknown): Promise<void> {
  const text = `${JSON.stringify(data, undefined, input.json ? undefined : 2)}\n`;
  const output = input.text('output');
  if (output === undefined) input.io.out(text);
  else await writeText(output, text);
}
