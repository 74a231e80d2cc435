import { join } from 'node:path';
import { sha256 } from '../../../host/hash.ts';
import { isFolder, readTextSync } from '../../../host/fs/sync-files.ts';
import { completeSpec, lackingSections, promisesNothing } from '../../../spec/decompile/complete.ts';
import { draftSpec, type DraftFacts } from '../../../spec/decompile/draft.ts';
import { dependenciesDrift, type ImportFacts } from '../../../spec/drift/dependencies.ts';
import { isRootModule } from '../../../spec/drift/module.ts';
import { importFacts } from '../../../spec/drift/project.ts';
import { rewriteFile } from '../../../spec/edit/rewrite-file.ts';
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
import { walkFolders, type Folder } from '../../../spec/tree/walk.ts';
import { inModule } from '../../../spec/references/canonical.ts';
import { AutodevError } from '../../../work/errors.ts';
import { DESCRIBED, NOTHING_SAID } from './described.ts';
import { openFinished } from './finished-file.ts';
import { prepareModule } from './prepare.ts';
import type { Project } from './project.ts';
import { decompilePrompt } from '../prompts.ts';

export interface Decompiled {
  dir: string;
  written: string[];
  questions: string[];
}

interface Drafted extends Decompiled {
  sources: string[];
  /** All that it promises was read from the source. */
  isDrafted: boolean;
}

/** Drafts CLAUDE.md and IMPLEMENTS.md for every folder in and below `path` that needs one and has none, or none that is whole. */
export async function decompile(
  project: Project,
  path: string,
  signal: AbortSignal,
  failed: (dir: string, error: unknown) => void,
): Promise<Decompiled[]> {
  const { root } = project;
  const folders = new Map(
    [...walkFolders(root)].map((folder) => [folder.dir === '' ? '.' : folder.dir, folder]),
  );
  const wanted = moduleTree(root, folders.values())
    .modules.filter(
      ({ dir, status }) => status === 'missing' || (status === 'complete' && isLacking(root, dir)),
    )
    .map(({ dir }) => dir)
    .filter((dir) => path === '.' || dir === path || dir.startsWith(`${path}/`));
  const modules = new Set([
    ...[...folders.values()].filter(({ files }) => files.includes('CLAUDE.md')).map(({ dir }) => dir),
    ...wanted.map((dir) => (dir === '.' ? '' : dir)),
  ]);
  const done: Drafted[] = [];
  // Only when all of them are there it is known what depends on what; those of one that is interrupted count, too.
  await using _remembered = { [Symbol.asyncDispose]: () => rememberAll(project, done) };
  // The deepest first: a module's Structure names the ones below it.
  for (const dir of wanted.sort((a, b) => b.split('/').length - a.split('/').length || (a < b ? -1 : 1))) {
    const folder = folders.get(dir);
    if (folder === undefined || !folder.files.some(isSourceName)) continue;
    signal.throwIfAborted();
    try {
      done.push(await decompileModule(project, dir, folder, modules));
    } catch (error) {
      signal.throwIfAborted();
      failed(dir, error);
    }
  }
  return done.map(({ dir, written, questions }) => ({ dir, written, questions }));
}

async function rememberAll(project: Project, done: readonly Drafted[]): Promise<void> {
  const { root, host } = project;
  if (!done.some(({ isDrafted }) => isDrafted)) return;
  const graph = dependencyGraph(await openProject(root, { now: host.clock.now() }), existsIn(root));
  for (const { dir, sources, isDrafted } of done)
    if (isDrafted) await remember({ ...project, graph }, dir, sources);
}

/** A CLAUDE.md at the root may be about conventions only: then it is no module. */
function isLacking(root: string, dir: string): boolean {
  const text = readTextSync(join(root, inModule(dir, 'CLAUDE.md'))) ?? '';
  return (dir !== '.' || isRootModule(text)) && lackingSections(text).length > 0;
}

async function decompileModule(
  project: Project,
  dir: string,
  folder: Folder,
  modules: ReadonlySet<string>,
): Promise<Drafted> {
  const { root, host, compiler } = project;
  const facts = await factsOf(root, dir, folder, modules);
  const had = readTextSync(join(root, inModule(dir, 'CLAUDE.md')));
  // What stands in the way is said before anybody is asked.
  wholeSpec(had, draftSpec(facts, NOTHING_SAID));
  const prompt = await decompilePrompt(
    dir,
    facts.files,
    facts.symbols.map(({ signature }) => signature),
    { random: host.random, language: compiler.language },
  );
  const described = await compiler.ask({ role: 'decompiler', dir, prompt, cwd: root, schema: DESCRIBED });
  const whole = wholeSpec(had, draftSpec(facts, described));
  // What is there gets the sections it lacks; every byte of it stays.
  const files: [string, (had: string | undefined) => string | undefined][] = [
    [inModule(dir, 'CLAUDE.md'), (now) => (now === had ? whole : undefined)],
    [inModule(dir, 'IMPLEMENTS.md'), (now) => completeImplements(now, dir)],
  ];
  const written: string[] = [];
  for (const [file, edit] of files)
    if ((await rewriteFile(root, file, edit)) !== undefined) written.push(file);
  const sources = facts.files.map((name) => inModule(dir, name));
  const isDrafted = had === undefined || promisesNothing(had);
  return { dir, written, questions: described.questions, sources, isDrafted };
}

/** What can be read from the source. */
async function factsOf(
  root: string,
  dir: string,
  folder: Folder,
  modules: ReadonlySet<string>,
): Promise<DraftFacts> {
  const read = sourceReader(root);
  const files = folder.files.filter(isSourceName).sort();
  const { symbols, language } = await folderExports(dir, [...folder.files], read);
  const imports = importFacts({ root, modules, read }, folder.dir, files, language ?? undefined);
  return {
    name: dir === '.' ? 'root' : (dir.split('/').at(-1) ?? dir),
    language: language ?? undefined,
    symbols,
    files,
    folders: folder.folders
      .filter((name) => !isTestFolder(name) && isFolder(join(root, inModule(dir, name))))
      .sort(),
    dependencies: dependenciesOf(root, imports),
  };
}

/** A text that would not parse is not written: what it has is a person's to mend. */
function wholeSpec(had: string | undefined, draft: string): string {
  const text = had === undefined ? draft : completeSpec(had, draft);
  const errors = parseSpec(text).diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return text;
  const said = errors.map(({ line, message }) => `CLAUDE.md:${line}: ${message}`);
  throw new AutodevError('failed', `it cannot be completed: ${said.join('; ')}`);
}

/** Everything that the sources import and that is neither theirs nor their language's. */
function dependenciesOf(root: string, imports: ImportFacts): DraftFacts['dependencies'] {
  const none = { dependencies: { external: [], internal: [] } };
  const names = new Set(dependenciesDrift(none, 1, imports).map(({ name }) => name));
  return [...names].sort().map((name) => ({
    kind: isFolder(join(root, name)) ? ('internal' as const) : ('external' as const),
    name,
  }));
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
      style: undefined,
    },
    graph,
    (path) => readTextSync(join(root, path)),
  );
  await openFinished(home, root).set(dir, {
    key: input.key,
    files: Object.fromEntries(sources.map((path) => [path, sha256(readTextSync(join(root, path)) ?? '')])),
    clauses: clausesOf(parseSpec(input.claudeMd).spec).map(({ id, hash }) => ({ id, hash })),
    style: input.style,
    status: 'success',
  });
}
