/** Endings that make a word a file, also without a folder before it. */
const ENDINGS =
  'ts|tsx|mts|cts|js|jsx|mjs|cjs|py|pyi|go|rs|java|kt|kts|rb|php|c|h|cc|cpp|hpp|cs|swift|scala|sh|sql|md|json|jsonc|ya?ml|toml|ini|cfg|html|css|scss|vue|svelte|txt|xml|gradle|proto|lock|env|mod|sum|csv|svg';
const NAME = '[\\w@.+\\-\\p{Lo}\\[\\]]+';
const PATH = new RegExp(
  `(?<![\\w/:.\\\\])(?:\\.?/)?((?:${NAME}/)*${NAME}\\.(?:${ENDINGS})|(?:${NAME}/)*(?:Makefile|Dockerfile|Justfile|Gemfile|Rakefile))(?![\\w/])`,
  'gu',
);
const NEW = /^[`'"*)\]]{0,3}\s*\((?:new|신규)(?:[,;: ][^)]*)?\)/i;

export interface NamedFile {
  path: string;
  /** Marked `(new)` / `(신규)`: it need not exist yet. */
  isNew: boolean;
}

/** The files that a document names, each once; marked new anywhere is new. Addresses of the web are none. */
export function filesNamed(markdown: string): NamedFile[] {
  const found = new Map<string, boolean>();
  const text = markdown.replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, ' ');
  for (const match of text.matchAll(PATH)) {
    const path = match[1] ?? '';
    if (path.split('/').some((part) => part === '..' || part === '')) continue;
    if (/^\d+(\.\d+)*\.\w+$/.test(path)) continue;
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 80);
    found.set(path, (found.get(path) ?? false) || NEW.test(after));
  }
  return [...found].map(([path, isNew]) => ({ path, isNew }));
}
