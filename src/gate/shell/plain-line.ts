import { trimmed } from './trimmed.ts';

/** One command of a line that is read without doubt: its words are what the program gets. */
export interface PlainCommand {
  words: string[];
  /** Words with a pattern in them, which the shell replaces by names of files. */
  patterns: ReadonlySet<number>;
}

const LENGTH_CAP = 128 * 1024;
/** Each program of a line is looked up, and git's settings are read for each: a long line would take too long. */
const COMMANDS_CAP = 64;
const ONE = /^(?!\w+=)[\w./:@,+%-][\w./:=@,+%-]*(?: [\w./:@,+%-][\w./:=@,+%-]*)*$/;
const NONE: ReadonlySet<number> = new Set();
const BLANK = /[ \t]+/y;
/** Letters by ranges, none of them invisible: `\p{L}` takes 12 ms to compile, a third of the start of Node. */
const BARE =
  /[\w./:=@,+%^~\u00c0-\u024f\u0370-\u052f\u3041-\u30ff\u3131-\u3163\u4e00-\u9fff\uac00-\ud7a3-]+/y;
const SINGLE = /'[^'\x00]*'/y;
const DOUBLE = /"(?:[^"$`\\\x00-\x08\x0b-\x1f\x7f]|\\[^\n\r\x00])*"/y;
/** A backslash before a sign makes it plain; before a letter or the end of a line it means something. */
const ESCAPED = /\\[!-/:-@[-`{-~ ]/y;
const PATTERN = /[*?]/y;
const JOINT = /[ \t]*(?:&&|\|\||;|\|(?!&))[ \t]*/y;
const NOWHERE = /[ \t]*(?:2>&1|1>&2|(?:[12]|&)?>>?[ \t]*\/dev\/null)(?=[ \t;&|]|$)/y;

/**
 * A line of plain words joined by `|`, `&&`, `||` and `;`, with no output but to /dev/null. Whatever else a shell may
 * do with it (expansions, substitutions, assignments, redirections, background, several lines) gives undefined:
 * everything about a line that passes here is known.
 */
export function plainLine(text: string): PlainCommand[] | undefined {
  if (text.length > LENGTH_CAP) return undefined;
  const line = trimmed(text);
  // The most frequent case: one command of plain words.
  if (ONE.test(line)) return [{ words: line.split(' '), patterns: NONE }];
  const commands: PlainCommand[] = [];
  let words: string[] = [];
  let patterns = new Set<number>();
  let at = 0;
  const take = (shape: RegExp): string | undefined => {
    shape.lastIndex = at;
    const found = shape.exec(line)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const close = () => {
    if (words.length === 0 || commands.length >= COMMANDS_CAP) return false;
    commands.push({ words, patterns });
    words = [];
    patterns = new Set();
    return true;
  };
  while (at < line.length) {
    // `ls 12>/dev/null`: a number before it is no word, but which output it speaks of.
    if (line[at] === '>' && /\d/.test(line[at - 1] ?? '')) return undefined;
    if (take(NOWHERE) !== undefined) continue;
    if (take(JOINT) !== undefined) {
      if (!close()) return undefined;
      continue;
    }
    take(BLANK);
    let word = '';
    const start = at;
    for (;;) {
      const before = line[at - 1];
      const bare = take(BARE);
      if (bare !== undefined) {
        // A home is named by `~`, at the beginning or behind one of these; in quotes it is only a sign.
        if (/[=:]~/.test(bare) || (bare.startsWith('~') && (word === '' || before === '=' || before === ':')))
          return undefined;
        word += bare;
        continue;
      }
      const single = take(SINGLE);
      if (single !== undefined) {
        word += single.slice(1, -1);
        continue;
      }
      const double = take(DOUBLE);
      if (double !== undefined) {
        word += double.slice(1, -1).replace(/\\(["$`\\])/g, '$1');
        continue;
      }
      const escaped = take(ESCAPED);
      if (escaped !== undefined) {
        word += escaped[1];
        continue;
      }
      const pattern = take(PATTERN);
      if (pattern === undefined) break;
      // A name of a file could begin with a dash, and so be an option, where the pattern begins the word.
      if (word === '' || word.startsWith('-')) patterns.add(-1);
      patterns.add(words.length);
      word += pattern;
    }
    if (at === start) return undefined;
    // zsh takes `=name` for a path, and an assignment changes what programs do.
    const raw = line.slice(start, at);
    if (raw.startsWith('=') || (words.length === 0 && /^\w+\+?=/.test(raw))) return undefined;
    words.push(word);
  }
  // `ls;` is plain, `ls &&` is not.
  if (words.length === 0) return commands.length > 0 && /;\s*$/.test(line) ? commands : undefined;
  return close() ? commands : undefined;
}
