import { untrusted } from '../../prompt.ts';
import { ANSWERS } from '../verdicts/answers.ts';
import type { ResultOf, Written } from '../done.ts';
import { designFiles, designGate } from '../documents/gates.ts';
import { modelOf } from '../models.ts';
import { designPath, planPath } from '../documents/places.ts';
import type { Work } from '../work.ts';
import { ask, promptOf, type Asking } from './ask.ts';
import { documentAt, writeDocument } from './write.ts';

export async function design(asking: Asking, work: Work & { kind: 'design' }): Promise<Written> {
  const { needs, around } = asking;
  const { options, tree } = needs;
  const path = designPath(options.feature);
  const result = (text: string, summary: string): Written => ({
    ok: true,
    path,
    summary,
    missing: designGate(text, around.mode),
    checks: [],
    files: designFiles(text).filter((file) => !file.startsWith('docs/')),
  });
  if (work.reread === true) return result((await documentAt(needs, tree.cwd, path)) ?? '', '');
  const prompt = await promptOf(asking, 'design', {
    place: tree.cwd,
    plan: planPath(options.feature),
    path,
    risks: around.mode === 'HEAVY' ? ', `## Risks` (or `## 위험 요소`)' : '',
    missing: work.missing.length === 0 ? '' : untrusted(`It still misses:\n${work.missing.join('\n')}`),
  });
  const written = await writeDocument(asking, path, {
    role: around.mode === 'HEAVY' ? 'executor-high' : 'executor',
    name: 'design-writer',
    model: modelOf('design', around.mode, options.opus),
    prompt,
  });
  if (written === undefined) return { ok: false, path, summary: '', missing: [], checks: [], files: [] };
  return result(written.text, written.summary);
}

export async function split(asking: Asking): Promise<ResultOf<'split'>> {
  const { needs, around } = asking;
  if (needs.tree.parts === undefined) return null;
  const { answer } = await ask(asking, {
    role: 'architect',
    name: 'splitter',
    model: modelOf('judge', around.mode, needs.options.opus),
    access: 'read',
    schema: ANSWERS.split,
    prompt: await promptOf(asking, 'split', {
      place: needs.tree.cwd,
      design: designPath(needs.options.feature),
    }),
  });
  return answer ?? null;
}
