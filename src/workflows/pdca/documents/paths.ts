/** Endings that make a word a file, also without a folder before it. */
const ENDINGS =
  'ts|tsx|mts|cts|js|jsx|mjs|cjs|py|pyi|go|rs|java|kt|kts|rb|php|c|h|cc|cpp|hpp|cs|swift|scala|sh|sql|md|json|jsonc|ya?ml|toml|ini|cfg|html|css|scss|vue|svelte|txt|xml|gradle|proto|lock|env|mod|sum|csv|svg';
const ENDING = new RegExp(`(?<=[^/.])\\.(?:${ENDINGS})(?![\\w/])`, 'gu');
const NAMED = /(?<=^|\/)(?:Makefile|Dockerfile|Justfile|Gemfile|Rakefile)(?![\w/])/gu;
/** Letters that a path may have. Longer words are none: what a model wrote is matched in one thread, and without a limit. */
const WORD = /[\w@.+\-\p{Lo}[\]/]{1,300}/gu;
const LONGER = /^[\w@.+\-\p{Lo}[\]/]/u;
const NEW = /^[`'"*)\]]{0,3}\s{0,9}\((?:new|신규)(?:[,;: ][^)]{0,60})?\)/i;
const ADDRESS = /[a-z0-9+.-]{1,20}:\/\/\S+/gi;
const HOST = /^(?:www\.)?[\w-]+\.(?:com|org|net|io|dev|ai|app|co|kr|sh)\//i;
/** Runtimes and libraries that are called like a file. */
const PRODUCT =
  /^(?:node|next|nuxt|vue|react|express|nest|three|d3|chart|ember|backbone|angular|alpine|moment|day|discord|electron|deno|bun|socket|ethers|knockout|meteor|require|video|p5|babylon|solid|svelte|gatsby|passport|koa|hapi|fastify|sails|adonis|feathers|apollo|pdf|lodash|underscore|handlebars|mustache|ramda|rx|web3|tone|pixi|phaser|konva|fabric|leaflet|hammer|impress|reveal|highlight|prism)\.js$/i;
/** A member of a value, not a file: `process.env`, `res.json`. */
const MEMBER = /^(?:[\w.]+\.env|(?:res|req|response|request|obj|object|ctx|this|self|reply)\.json)$/;
const CAPITAL_JS = /^[A-Z]\w*\.js$/;
const IN_LIST = /(?:^|\n)[ \t]*(?:[-*+|]|\d{1,3}[.)])[ \t]*(?:\[[ x]\][ \t]*)?$/;

export interface NamedFile {
  path: string;
  /** Marked `(new)` / `(신규)`: it need not exist yet. */
  isNew: boolean;
}

/** The files that a document names, each once; marked new anywhere is new. Addresses of the web are none. */
export function filesNamed(markdown: string): NamedFile[] {
  const found = new Map<string, boolean>();
  const text = markdown.replaceAll(ADDRESS, ' ');
  let skipped = -1;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const end = index + word.length;
    const goesOn = LONGER.test(text.slice(end, end + 2));
    const isRest = skipped === index;
    if (goesOn) skipped = end;
    if (goesOn || isRest || /[:\\]/.test(text[index - 1] ?? '')) continue;
    const path = pathIn(word);
    if (path === undefined) continue;
    const at = index + word.indexOf(path);
    const before = text.slice(Math.max(0, at - 40), at);
    const after = text.slice(at + path.length, at + path.length + 80);
    const isNew = NEW.test(after);
    if (!path.includes('/') && !isNew && !isBareFile(path, before)) continue;
    if (after.startsWith('(')) continue;
    found.set(path, (found.get(path) ?? false) || isNew);
  }
  return [...found].map(([path, isNew]) => ({ path, isNew }));
}

/** The longest beginning of a word that ends like a file. */
function pathIn(word: string): string | undefined {
  const ends = [...word.matchAll(ENDING), ...word.matchAll(NAMED)].map(
    ({ 0: { length }, index }) => index + length,
  );
  if (ends.length === 0) return undefined;
  const path = word.slice(0, Math.max(...ends)).replace(/^\.?\//, '');
  if (HOST.test(path) || path.split('/').some((part) => part === '..' || part === '')) return undefined;
  return /^\d+(\.\d+)*\.\w+$/.test(path) ? undefined : path;
}

/** Whether a name without a folder is a file, by itself and by where it stands. */
function isBareFile(name: string, before: string): boolean {
  if (PRODUCT.test(name) || MEMBER.test(name)) return false;
  return !CAPITAL_JS.test(name) || /[`'"]$/.test(before) || IN_LIST.test(before);
}
