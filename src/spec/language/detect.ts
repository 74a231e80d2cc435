import { AutodevError } from '../../work/errors.ts';
import { dominantLanguage, languageOfFile, LANGUAGES, type Language } from './languages.ts';
import { isSourceName, isTestName } from './source-file.ts';

/** File names by folder (relative to the root, `.` for the root itself) of the whole project. */
export type Inventory = ReadonlyMap<string, readonly string[]>;

export type Detected =
  | { language: Language; from: 'folder' | 'parent' | 'sibling' }
  | { language: undefined; options: readonly Language[] };

/**
 * The language a module is, or will be, written in: by the sources or tests in its folder (and in folders below it that
 * are no modules, as in a crate), else by its nearest parent, else by its siblings. Otherwise a person has to say, out of
 * the languages in use.
 */
export function detectLanguage(dir: string, inventory: Inventory): Detected {
  const here = ownLanguage(dir, inventory) ?? languageBelow(dir, inventory);
  if (here !== undefined) return { language: here, from: 'folder' };
  for (let parent = parentOf(dir); parent !== undefined; parent = parentOf(parent)) {
    const language = ownLanguage(parent, inventory);
    if (language !== undefined) return { language, from: 'parent' };
    const near = dominantLanguage(
      [...inventory].flatMap(([folder, names]) =>
        folder !== dir && parentOf(folder) === parent ? names.filter(isSourceName) : [],
      ),
    );
    if (near !== undefined) return { language: near, from: 'sibling' };
  }
  return { language: undefined, options: languagesInUse(inventory) };
}

/** What a person wrote after `--language`: a name or an extension, in any case. */
export function languageNamed(word: string): Language {
  const lower = word.trim().toLowerCase();
  const found =
    LANGUAGES.find((language) => language === lower) ??
    (lower === 'golang' ? 'go' : languageOfFile(`x.${lower}`));
  if (found === undefined)
    throw new AutodevError('usage', `--language takes ${LANGUAGES.join(' | ')}, not "${word}"`);
  return found;
}

function languagesInUse(inventory: Inventory): Language[] {
  const names = [...inventory.values()].flat();
  return LANGUAGES.filter((language) => dominantLanguage(names.filter(only(language))) === language);
}

const only = (language: Language) => (name: string) => dominantLanguage([name]) === language;

/** By its sources; where there are only tests yet, as after RED, by these. */
function ownLanguage(dir: string, inventory: Inventory): Language | undefined {
  const names = inventory.get(dir) ?? [];
  return dominantLanguage(names.filter(isSourceName)) ?? dominantLanguage(names.filter(isTestName));
}

function languageBelow(dir: string, inventory: Inventory): Language | undefined {
  if (dir === '.') return undefined;
  const isModule = (folder: string) => inventory.get(folder)?.includes('CLAUDE.md') === true;
  const isMine = (folder: string): boolean =>
    folder === dir || (folder.startsWith(`${dir}/`) && !isModule(folder) && isMine(parentOf(folder) ?? '.'));
  return dominantLanguage(
    [...inventory].flatMap(([folder, names]) => (isMine(folder) ? names.filter(isSourceName) : [])),
  );
}

function parentOf(dir: string): string | undefined {
  if (dir === '.' || dir === '') return undefined;
  const slash = dir.lastIndexOf('/');
  return slash === -1 ? '.' : dir.slice(0, slash);
}
