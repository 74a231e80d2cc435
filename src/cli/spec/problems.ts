import type { SourceProblem } from '../../spec/exports/exported.ts';
import { palette, type Io } from '../io.ts';

/** Sources that could not be read in full: told beside the answer, which holds for the rest. */
export function tellProblems(io: Io, problems: readonly SourceProblem[]): void {
  const { yellow } = palette(io.color && io.errIsTerminal);
  for (const { file, line, message } of problems)
    io.err(`${yellow('warning:')} ${file}:${line}: ${message}\n`);
}
