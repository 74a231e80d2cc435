import { messageOf } from '../../../work/errors.ts';
import { inert } from '../../../render/visible.ts';
import type { Input } from '../../command.ts';
import { placeOf } from '../place.ts';

export async function run(input: Input): Promise<number> {
  const [{ decompile }, { withProject }] = await Promise.all([
    import('../../../workflows/compile/project/decompile.ts'),
    import('./project.ts'),
  ]);
  const {
    args: [path],
    io,
    json,
  } = input;
  const { root, dir } = await placeOf(input.text('root'), path ?? input.text('root') ?? '.');
  return withProject(input, root, async (project) => {
    let failures = 0;
    const modules = await decompile(
      project,
      path === undefined ? '.' : dir,
      input.signal,
      (module, error) => {
        failures += 1;
        io.err(`✖ ${inert(`${module}: ${messageOf(error)}`)}\n`);
      },
    );
    if (json) io.out(`${JSON.stringify({ modules })}\n`);
    else {
      for (const { dir: module, written, questions } of inert(modules)) {
        io.out(`${module}: ${written.join(', ')}\n`);
        for (const question of questions) io.out(`  ? ${question}\n`);
      }
      io.out(`${modules.length} drafted\n`);
    }
    return failures === 0 ? 0 : 1;
  });
}
