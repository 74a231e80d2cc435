import { join } from 'node:path';
import type { SourceProblem } from '../../spec/exports/exported.ts';
import { isRootModule } from '../../spec/drift/module.ts';
import { inModule } from '../../spec/references/canonical.ts';
import { parseSpec, type ParsedSpec } from '../../spec/parse/parse.ts';
import { readTextSync } from '../../host/fs/sync-files.ts';
import { AutodevError } from '../../work/errors.ts';
import { palette, type Io } from '../io.ts';

/** Sources that could not be read in full: told beside the answer, which holds for the rest. */
export function tellProblems(io: Io, problems: readonly SourceProblem[]): void {
  const { yellow } = palette(io.color && io.errIsTerminal);
  for (const { file, line, message } of problems)
    io.err(`${yellow('warning:')} ${file}:${line}: ${message}\n`);
}

interface SpecErrors {
  file: string;
  errors: ParsedSpec['diagnostics'];
}

/** What was found in a spec with errors holds for what could be read of it, and that is not all. */
export function refuseUnreadable(file: string, diagnostics: ParsedSpec['diagnostics']): void {
  refuse([{ file, errors: errorsOf(diagnostics) }]);
}

/** The same of many modules, beside what was told of all of them. */
export function refuseUnreadableModules(root: string, dirs: readonly string[]): void {
  refuse(
    dirs.flatMap((dir) => {
      const file = inModule(dir, 'CLAUDE.md');
      const text = readTextSync(join(root, file)) ?? '';
      // A root's own notes for agents are no spec.
      if (dir === '.' && !isRootModule(text)) return [];
      return [{ file, errors: errorsOf(parseSpec(text).diagnostics) }];
    }),
  );
}

function errorsOf(diagnostics: ParsedSpec['diagnostics']): ParsedSpec['diagnostics'] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

function refuse(specs: readonly SpecErrors[]): void {
  const bad = specs.filter(({ errors }) => errors.length > 0);
  const [first] = bad;
  if (first === undefined) return;
  const said = bad.flatMap(({ file, errors }) =>
    errors.map(({ line, message }) => `${file}:${line}: ${message}`),
  );
  throw new AutodevError('invalid_input', first.errors.map(({ message }) => message).join('; '), {
    why: said.join('\n        '),
    hint: first.errors[0]?.suggestion,
    data: { ...first, specs: bad },
  });
}
