import type { Input } from '../../command.ts';
import { palette } from '../../io.ts';
import { counted } from '../../../work/counted.ts';
import { placeOf } from '../place.ts';
import { refuseUnreadableModules } from '../problems.ts';

export async function run(input: Input): Promise<number> {
  const [{ traceProject }, { openFinished }] = await Promise.all([
    import('../../../spec/trace/project.ts'),
    import('../../../workflows/compile/project/finished-file.ts'),
  ]);
  const {
    args: [path],
    io,
    json,
    home,
  } = input;
  const { root, dir } = await placeOf(input.text('root'), path ?? input.text('root') ?? '.');
  const finished = openFinished(home, root);
  const traced = await traceProject(
    root,
    path === undefined ? '.' : dir,
    (module) => finished.get(module)?.clauses ?? [],
  );
  const missing = traced.modules.flatMap(({ missing: list }) => list).length;
  const dirs = traced.modules.map((one) => one.dir);
  if (json) {
    const modules = traced.modules.map(({ dir: module, clauses }) => ({ dir: module, clauses }));
    io.out(`${JSON.stringify({ modules })}\n`);
    refuseUnreadableModules(root, dirs);
    return missing === 0 ? 0 : 3;
  }
  const { red, dim, bold } = palette(io.color);
  for (const { dir: module, clauses, missing: without } of traced.modules) {
    io.out(`${bold(module)}\n`);
    for (const { id, text, line, tests, symbols } of clauses) {
      const place = dim(`CLAUDE.md:${line}`);
      io.out(`  ${id.padEnd(5)} ${text}  ${place}${without.includes(id) ? red('  no test') : ''}\n`);
      for (const test of tests) io.out(`        ${test.file}:${test.line} ${test.name}\n`);
      if (symbols.length > 0) io.out(`        ${symbols.join(', ')}\n`);
    }
  }
  const all = traced.modules.reduce((sum, { clauses }) => sum + clauses.length, 0);
  io.out(`${counted(all, 'clause')}, ${missing} without a test\n`);
  refuseUnreadableModules(root, dirs);
  return missing === 0 ? 0 : 3;
}
