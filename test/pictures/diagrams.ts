import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { blocksOf } from '../support/guide.ts';
import { readFileSync } from 'node:fs';
import { flowSvg } from './flow-svg.ts';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));

/** Every Mermaid diagram of the guide that has a picture below it: the file of the picture, and what it shows. */
export function diagrams(): { file: string; svg: string }[] {
  return globSync('*.md', { cwd: DOCS })
    .toSorted()
    .flatMap((page) => {
      const text = readFileSync(`${DOCS}${page}`, 'utf8');
      const lines = text.split('\n');
      return blocksOf(page, text)
        .filter(({ language }) => language === 'mermaid')
        .map((block) => {
          const end = block.line + block.text.split('\n').length;
          const file = /\(pictures\/([\w-]+\.svg)\)/.exec(lines[end + 2] ?? '')?.[1];
          if (file === undefined) throw new Error(`${page}:${block.line}: no picture below the diagram`);
          return { file, svg: flowSvg(block.text) };
        });
    });
}
