import { counted } from '../../work/counted.ts';
import type { Exported } from '../../spec/exports/exported.ts';
import { exportsOfFolder } from '../../spec/exports/project.ts';
import type { Input } from '../command.ts';
import { palette } from '../io.ts';
import { placeOf } from './place.ts';
import { tellProblems } from './problems.ts';

export async function run(input: Input): Promise<void> {
  const {
    args: [path = '.'],
    io,
    json,
  } = input;
  const { root, dir } = await placeOf(input.text('root'), path);
  const { language, symbols, problems } = await exportsOfFolder(root, dir);
  tellProblems(io, problems);
  const exports = symbols
    .map(shown)
    .sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
  if (json) {
    io.out(`${JSON.stringify({ dir, language, exports })}\n`);
    return;
  }
  const { bold, dim } = palette(io.color);
  for (const { name, kind, parent, signature, file, line } of exports) {
    const full = parent === undefined ? name : `${parent}.${name}`;
    io.out(`${kind.padEnd(9)} ${bold(full)}  ${signature.replace(/\s+/g, ' ')}  ${dim(`${file}:${line}`)}\n`);
  }
  io.out(`${counted(exports.length, 'export')}${language === null ? '' : ` (${language})`} in ${dir}\n`);
}

/** The fields of the output, in their order. */
function shown({ name, kind, parent, signature, file, line }: Exported): Exported {
  return { name, kind, ...(parent === undefined ? {} : { parent }), signature, file, line };
}
