import { counted } from '../../work/counted.ts';
import { systemClock } from '../../host/clock.ts';
import type { FileFinding } from '../../spec/validate/validate.ts';
import type { Input } from '../command.ts';
import { palette } from '../io.ts';
import { pathFrom, projectRoot } from './root.ts';

export async function run(input: Input): Promise<number> {
  const { validateProject } = await import('../../spec/validate/project.ts');
  const {
    args: [path],
    io,
    json,
    home,
  } = input;
  const root = await projectRoot(input.text('root'), path);
  const place = path === undefined ? undefined : await pathFrom(root, path);
  const { files, ...result } = await validateProject(root, place, input.flag('strict'), {
    home,
    now: systemClock.now(),
  });
  const code = result.valid ? 0 : 3;
  if (json) {
    io.out(`${JSON.stringify(result)}\n`);
    return code;
  }
  const { red, yellow, green, dim } = palette(io.color);
  const line = (finding: FileFinding, word: string) =>
    `${finding.file}:${finding.line}: ${word} ${finding.message} ${dim(`(${finding.error_type})`)}\n` +
    (finding.suggestion === undefined ? '' : `  ${finding.suggestion}\n`);
  for (const finding of result.errors) io.out(line(finding, red('error')));
  for (const finding of result.warnings) io.out(line(finding, yellow('warning')));
  const counts = `${files} checked, ${counted(result.errors.length, 'error')}, ${counted(result.warnings.length, 'warning')}`;
  if (files === 0)
    io.err(
      'no spec was found: autodev spec tree says which folders want a CLAUDE.md, decompile writes one from code\n',
    );
  io.out(`${result.valid ? green('valid') : red('invalid')}: ${counts}\n`);
  return code;
}
