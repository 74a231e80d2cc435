import { dominantLanguage, type Language, languageOfFile } from '../language/languages.ts';
import { isSourceName } from '../language/source-file.ts';
import type { FileExports, ReadSource, SourceProblem, SourceSymbol } from './exported.ts';

/** What a folder's own source files export; tests and subfolders are not part of it. */
export interface FolderExports {
  dir: string;
  language: Language | null;
  symbols: SourceSymbol[];
  problems: SourceProblem[];
}

type Extract = (files: readonly string[], read: ReadSource) => FileExports;

/** Each language's parser is loaded only when it is needed. */
const EXTRACTORS: Readonly<Record<Language, () => Promise<Extract>>> = {
  typescript: async () => (await import('./typescript/exports.ts')).typescriptExports,
  javascript: async () => (await import('./typescript/exports.ts')).typescriptExports,
  python: async () => (await import('./python/exports.ts')).pythonExports,
  go: async () => (await import('./go/exports.ts')).goExports,
  rust: async () => (await import('./rust/exports.ts')).rustExports,
  java: async () => (await import('./java/exports.ts')).javaExports,
  kotlin: async () => (await import('./kotlin/exports.ts')).kotlinExports,
};

/** `names` are the files of the folder, `read` takes paths from the root. */
export async function folderExports(
  dir: string,
  names: readonly string[],
  read: ReadSource,
): Promise<FolderExports> {
  const sources = withoutTwins(names.filter(isSourceName).sort());
  const byExtractor = new Map<Extract, string[]>();
  for (const name of sources) {
    const extract = await EXTRACTORS[languageOfFile(name) as Language]();
    const files = byExtractor.get(extract) ?? [];
    files.push(dir === '.' ? name : `${dir}/${name}`);
    byExtractor.set(extract, files);
  }
  const symbols: SourceSymbol[] = [];
  const problems: SourceProblem[] = [];
  for (const [extract, files] of byExtractor) {
    const found = extract(files, read);
    symbols.push(...found.symbols);
    problems.push(...found.problems);
  }
  return { dir, language: dominantLanguage(sources) ?? null, symbols, problems };
}

/** A declaration file says the same as the file it belongs to: source wins over it, and it over compiled code. */
function withoutTwins(names: readonly string[]): string[] {
  const all = new Set(names);
  return names.filter((name) => {
    const types = /^(.*)\.d\.([cm]?)ts$/.exec(name);
    if (types !== null) return !all.has(`${types[1]}.${types[2]}ts`) && !all.has(`${types[1]}.tsx`);
    const compiled = /^(.*)\.([cm]?)jsx?$/.exec(name);
    if (compiled !== null) return !all.has(`${compiled[1]}.d.${compiled[2]}ts`);
    const stub = /^(.*)\.pyi$/.exec(name);
    return stub === null || !all.has(`${stub[1]}.py`);
  });
}
