import { join } from 'node:path';
import { z } from 'zod';
import { sha256 } from '../../../host/hash.ts';
import { isFolder, readTextSync } from '../../../host/fs/sync-files.ts';
import { draftSpec, type DraftFacts } from '../../../spec/decompile/draft.ts';
import { hasErrors } from '../../../spec/edit/edit.ts';
import { projectDrift } from '../../../spec/drift/project.ts';
import { folderExports } from '../../../spec/exports/folder.ts';
import { sourceReader } from '../../../spec/exports/project.ts';
import { existsIn } from '../../../spec/graph/exists.ts';
import { dependencyGraph } from '../../../spec/graph/graph.ts';
import { completeImplements } from '../../../spec/implements/update.ts';
import { detectLanguage } from '../../../spec/language/detect.ts';
import { isSourceName, isTestFolder } from '../../../spec/language/source-file.ts';
import { parseSpec } from '../../../spec/parse/parse.ts';
import { openProject } from '../../../spec/symbols/project.ts';
import { clausesOf } from '../../../spec/trace/clauses.ts';
import { moduleTree } from '../../../spec/tree/tree.ts';
import { walkFolders } from '../../../spec/tree/walk.ts';
import { AutodevError } from '../../../work/errors.ts';
import { schemaFor } from '../../../work/verdicts.ts';
import { openFinished } from './finished-file.ts';
import { prepareModule } from './prepare.ts';
import type { Project } from './project.ts';
import { decompilePrompt } from '../prompts.ts';

const texts = z.array(z.string()).default([]);
const describedAnswer = z.object({
  purpose: z.string(),
  summary: z.string(),
  behaviors: z
    .array(
      z.object({
        input: z.string(),
        output: z.string(),
        category: z.enum(['success', 'error']).default('success'),
      }),
    )
    .default([]),
  contracts: z
    .array(
      z.object({
        function_name: z.string(),
        preconditions: texts,
        postconditions: texts,
        throws: texts,
        invariants: texts,
      }),
    )
    .default([]),
  domain_context: z
    .object({ decision_rationale: texts, constraints: texts, compatibility: texts })
    .prefault({}),
  questions: texts,
});
const DESCRIBED = schemaFor('described', describedAnswer);

export interface Decompiled {
  dir: string;
  written: string[];
  questions: string[];
}

interface Drafted extends Decompiled {
  sources: string[];
}

/** Drafts CLAUDE.md and IMPLEMENTS.md for every folder in and below `path` that needs one and has none. */
export async function decompile(
  project: Project,
  path: string,
  failed: (dir: string, error: unknown) => void,
): Promise<Decompiled[]> {
  const { root } = project;
  const folders = new Map(
    [...walkFolders(root)].map((folder) => [folder.dir === '' ? '.' : folder.dir, folder]),
  );
  const wanted = moduleTree(root, folders.values())
    .modules.filter(({ status }) => status === 'missing')
    .map(({ dir }) => dir)
    .filter((dir) => path === '.' || dir === path || dir.startsWith(`${path}/`));
  const done: Drafted[] = [];
  // The deepest first: a module's Structure names the ones below it.
  for (const dir of wanted.sort((a, b) => b.split('/').length - a.split('/').length || (a < b ? -1 : 1))) {
    const folder = folders.get(dir);
    if (folder === undefined || !folder.files.some(isSourceName)) continue;
    try {
      done.push(await decompileModule(project, dir, folder));
    } catch (error) {
      failed(dir, error);
    }
  }
  // Only now all of them are there, and with them what depends on what.
  const graph = dependencyGraph(await openProject(root, { now: project.host.clock.now() }), existsIn(root));
  for (const { dir, sources } of done) await remember({ ...project, graph }, dir, sources);
  return done.map(({ dir, written, questions }) => ({ dir, written, questions }));
}

async function decompileModule(
  project: Project,
  dir: string,
  folder: { files: readonly string[]; folders: readonly string[] },
): Promise<Drafted> {
  const { root, host, compiler } = project;
  const inFolder = (name: string) => (dir === '.' ? name : `${dir}/${name}`);
  const sources = folder.files.filter(isSourceName).sort();
  const { symbols } = await folderExports(dir, [...folder.files], sourceReader(root));
  const facts = { random: host.random, language: compiler.language };
  const prompt = await decompilePrompt(
    dir,
    sources,
    symbols.map(({ signature }) => signature),
    facts,
  );
  const described = await compiler.ask({ role: 'decompiler', dir, prompt, cwd: root, schema: DESCRIBED });
  const draft = (dependencies: DraftFacts['dependencies']) =>
    draftSpec(
      {
        name: dir === '.' ? 'root' : (dir.split('/').at(-1) ?? dir),
        symbols,
        files: sources,
        folders: folder.folders
          .filter((name) => !isTestFolder(name) && isFolder(join(root, inFolder(name))))
          .sort(),
        dependencies,
      },
      described,
    );
  const write = async (text: string) => {
    if (hasErrors(parseSpec(text))) throw new AutodevError('failed', `${dir}: the draft does not parse`);
    await host.files.write(join(root, inFolder('CLAUDE.md')), text);
  };
  // What it imports shows as an orphan of a section that names something else.
  await write(draft([{ kind: 'external', name: 'nothing-yet' }]));
  const drift = (await projectDrift(root, dir === '.' ? '' : dir)).modules.find((one) => one.dir === dir);
  const imports = (drift?.issues ?? []).filter(
    ({ section, kind }) => section === 'Dependencies' && kind === 'ORPHAN',
  );
  const isInternal = (name: string) => name.startsWith('.') || isFolder(join(root, name));
  const names = [...new Set(imports.map(({ name }) => name))].sort();
  await write(draft(names.map((name) => ({ kind: isInternal(name) ? 'internal' : 'external', name }))));
  const written = [inFolder('CLAUDE.md')];
  if (readTextSync(join(root, inFolder('IMPLEMENTS.md'))) === undefined) {
    await host.files.write(join(root, inFolder('IMPLEMENTS.md')), completeImplements(undefined, dir));
    written.push(inFolder('IMPLEMENTS.md'));
  }
  return { dir, written, questions: described.questions, sources: sources.map(inFolder) };
}

/** The source is what the spec says by making: there is nothing to compile. */
async function remember(project: Project, dir: string, sources: readonly string[]): Promise<void> {
  const { root, home, compiler, graph, inventory } = project;
  const detected = detectLanguage(dir, inventory);
  if (detected.language === undefined) return;
  const { input } = prepareModule(
    {
      repo: compiler.repo,
      dir,
      language: detected.language,
      conflict: 'skip',
      phase: 'full',
      model: compiler.model,
      testFiles: [],
      feedback: [],
      healing: [],
      known: [],
    },
    graph,
    (path) => readTextSync(join(root, path)),
  );
  await openFinished(home, root).set(dir, {
    key: input.key,
    files: Object.fromEntries(sources.map((path) => [path, sha256(readTextSync(join(root, path)) ?? '')])),
    clauses: clausesOf(parseSpec(input.claudeMd).spec).map(({ id, hash }) => ({ id, hash })),
    status: 'success',
  });
}
