import { counted } from '../../work/counted.ts';
import type { SourceProblem } from '../../spec/exports/exported.ts';
import type { Input } from '../command.ts';
import { palette } from '../io.ts';
import { placeOf } from './place.ts';
import { refuseUnreadableModules, tellProblems } from './problems.ts';

export async function run(input: Input): Promise<number> {
  const [{ projectDrift }, { openFinished }] = await Promise.all([
    import('../../spec/drift/project.ts'),
    import('../../workflows/compile/project/finished-file.ts'),
  ]);
  const {
    args: [path],
    io,
    json,
  } = input;
  const { root, dir } = await placeOf(input.text('root'), path ?? input.text('root') ?? '.');
  const under = path === undefined || dir === '.' ? '' : dir;
  const problems: SourceProblem[] = [];
  const finished = openFinished(input.home, root);
  const drift = await projectDrift(root, under, {
    report: (problem) => problems.push(problem),
    known: (module) => finished.get(module)?.clauses ?? [],
  });
  tellProblems(io, problems);
  const dirs = drift.modules.map((one) => one.dir);
  const code = drift.modules.every((one) => one.status === 'good') ? 0 : 3;
  if (json) {
    io.out(`${JSON.stringify(drift)}\n`);
    refuseUnreadableModules(root, dirs);
    return code;
  }
  const { red, green, yellow, dim } = palette(io.color);
  const words = { good: green('good'), advise: yellow('advise'), needs_work: red('needs work') };
  for (const { dir: module, status, export_coverage, issues } of drift.modules) {
    io.out(`${module}: ${words[status]}, ${export_coverage} % of the exports in its spec\n`);
    for (const { kind, section, line, message } of issues)
      io.out(
        `  ${module === '.' ? '' : `${module}/`}CLAUDE.md:${line}: ${kind} ${message} ${dim(`(${section})`)}\n`,
      );
  }
  const bad = drift.modules.filter((one) => one.status !== 'good').length;
  io.out(`${counted(drift.modules.length, 'module')}, ${bad} drifted\n`);
  refuseUnreadableModules(root, dirs);
  return code;
}
