import { addUseCaseIds } from '../parse/section/behavior.ts';
import type { BlockList } from '../parse/blocks/block-list.ts';
import { readBlocks } from '../parse/blocks/blocks.ts';
import { readDependencies } from '../parse/section/dependencies.ts';
import { settled } from '../parse/symbol/draft.ts';
import { readDrafts } from '../parse/section/exports.ts';
import { findMentions } from '../parse/mentions.ts';
import { FIRST_VERSION } from '../parse/parse.ts';
import { prose } from '../parse/section/prose.ts';
import { findSections } from '../parse/sections.ts';
import type { Source } from '../parse/blocks/source.ts';
import type { InternalDependency } from '../spec.ts';
import { canonicalPath } from '../references/canonical.ts';
import type { PackedRecord } from './packed-record.ts';
import { Packer } from './packer.ts';

/** Reads only the sections it needs: the whole spec takes several times as long, and there are thousands. */
export function moduleRecord(
  dir: string,
  source: Source,
  packer = new Packer(),
  memory?: BlockList,
): PackedRecord {
  const read = readBlocks(source, memory);
  const { blocks, skipped, marker } = read;
  const sections = findSections(blocks);
  const { symbols } = packer;
  symbols.begin();
  const use_cases: string[] = [];
  const spec = { dependencies: { external: [], internal: [] as InternalDependency[] } };
  let summary = '';
  for (const { name, from, to, level } of sections) {
    if (name === 'Summary') summary = prose(blocks, from, to, summary);
    else if (name === 'Behavior') addUseCaseIds(use_cases, blocks, from, to);
    else if (name === 'Dependencies' || name === 'Exports') {
      const reading = { blocks, skipped, from, to, level, spec, warn: ignore, fail: ignore };
      if (name === 'Dependencies') readDependencies(reading, 'internal');
      else
        readDrafts(
          reading,
          (draft) => {
            const { kind, signature } = settled(draft);
            symbols.add(draft.name, kind, signature, draft.line);
          },
          symbols,
        );
    }
  }
  const references = findMentions(read, sections);
  for (const reference of references) reference.path = canonicalPath(dir, reference.path);
  const dependencies = spec.dependencies.internal;
  for (const dependency of dependencies) dependency.path = canonicalPath(dir, dependency.path);
  const schema_version = marker?.version ?? FIRST_VERSION;
  return packer.pack({ summary, schema_version, use_cases, dependencies, references });
}

function ignore(): void {
  // Findings are for who reads the whole spec.
}
