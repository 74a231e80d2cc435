/** The languages whose sources the spec tools read. */
export const LANGUAGES = ['typescript', 'javascript', 'python', 'go', 'rust', 'java', 'kotlin'] as const;
export type Language = (typeof LANGUAGES)[number];

const EXTENSIONS: Readonly<Record<string, Language>> = {
  ts: 'typescript',
  tsx: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  py: 'python',
  pyi: 'python',
  go: 'go',
  rs: 'rust',
  java: 'java',
  kt: 'kotlin',
  kts: 'kotlin',
};

/** The language of a file by its extension; undefined for anything that is not source. */
export function languageOfFile(name: string): Language | undefined {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? undefined : EXTENSIONS[name.slice(dot + 1).toLowerCase()];
}

/** The language most files are in. Any TypeScript wins over JavaScript: configs beside it are often plain. */
export function dominantLanguage(names: Iterable<string>): Language | undefined {
  const counts = new Map<Language, number>();
  for (const name of names) {
    const language = languageOfFile(name);
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  if (counts.has('typescript')) {
    counts.set('typescript', (counts.get('typescript') ?? 0) + (counts.get('javascript') ?? 0));
    counts.delete('javascript');
  }
  let best: Language | undefined;
  for (const language of LANGUAGES) {
    const count = counts.get(language) ?? 0;
    if (count > (best === undefined ? 0 : (counts.get(best) ?? 0))) best = language;
  }
  return best;
}
