import { moduleTree } from '../../spec/tree/tree.ts';
import { walkFolders } from '../../spec/tree/walk.ts';
import type { Input } from '../command.ts';
import { palette } from '../io.ts';
import { projectRoot } from './root.ts';

export async function run(input: Input): Promise<void> {
  const { io, json } = input;
  const root = await projectRoot(input.text('root'));
  const tree = moduleTree(root, walkFolders(root));
  if (json) {
    io.out(`${JSON.stringify(tree)}\n`);
    return;
  }
  const { red, yellow, green } = palette(io.color);
  const words = { complete: green('has one'), missing: red('missing'), unexpected: yellow('extra') };
  const shown = tree.modules.flatMap(({ status, ...folder }) =>
    status === 'not_required' ? [] : [{ ...folder, status }],
  );
  for (const { dir, status, reason } of shown) io.out(`${words[status]}  ${dir}  (${reason})\n`);
  const count = (status: string) => shown.filter((folder) => folder.status === status).length;
  io.out(
    `${count('complete')} have a CLAUDE.md, ${count('missing')} miss one, ${count('unexpected')} extra\n`,
  );
}
