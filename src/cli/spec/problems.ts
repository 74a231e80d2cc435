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

/** What was found in a spec with errors holds for what could be read of it, and that is not all. */
export function refuseUnreadable(file: string, diagnostics: ParsedSpec['diagnostics']): void {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return;
  throw new AutodevError('invalid_input', errors.map(({ message }) => message).join('; '), {
    why: errors.map(({ line, message }) => `${file}:${line}: ${message}`).join('\n        '),
    hint: errors[0]?.suggestion,
    data: { file, errors },
  });
}

/** The same of many modules, beside what was told of all of them. */
export function refuseUnreadableModules(root: string, dirs: Iterable<string>): void {
  for (const dir of dirs) {
    const file = inModule(dir, 'CLAUDE.md');
    const text = readTextSync(join(root, file)) ?? '';
    // A root's own notes for agents are no spec.
    if (dir !== '.' || isRootModule(text)) refuseUnreadable(file, parseSpec(text).diagnostics);
  }
}
