import { nameOf } from '../../paths.ts';
import { STATE_FOLDER } from '../../state.ts';
import type { Context } from '../context.ts';
import { globMatches } from '../globs.ts';
import { touchesState } from '../touches.ts';
import { isOption, literal, textOf, type Word } from '../word.ts';

// Commands that print names of files: whether the workflow's state may be among them.

const STATE = `${STATE_FOLDER}/state.json`;
const PATTERN_CAP = 1_000;
const NOT = /^(!|-not)$/;

export function listsState(name: string, args: readonly Word[], ctx: Context): boolean {
  const has = (pattern: RegExp) => args.some((w) => pattern.test(w.text));
  const operands = args.filter((w) => !isOption(w));
  switch (name) {
    case 'find':
      return findReaches(args, ctx);
    case 'ls':
      return has(/^(-[a-zA-Z]*[aA]|--(almost-)?all)/) && rootsCover(operands, ctx);
    case 'fd': {
      const [pattern] = operands;
      return (
        has(/^(-[a-zA-Z]*[Hu]|--hidden|--unrestricted)/) &&
        (pattern === undefined || mayMatch(pattern.text, STATE))
      );
    }
    case 'git':
      return has(/^ls-files$/) && has(/^(-[a-z]*o|--others)/) && !has(/^--exclude-standard$/);
    default:
      return searchReaches(name, args, ctx);
  }
}

/** Whether find may come to the state. */
export function findReaches(args: readonly Word[], ctx: Context): boolean {
  const at = args.findIndex((w) => /^[-(!]/.test(w.text));
  const roots = at === -1 ? args : args.slice(0, at);
  if (!rootsCover(roots, ctx)) return false;
  const words = args.slice(roots.length).map(({ text }) => text);
  // A negated group could turn any name around.
  if (words.some((word, k) => NOT.test(word) && words[k + 1] === '(')) return true;
  return branchesOf(words).some(branchReaches);
}

function rootsCover(roots: readonly Word[], ctx: Context): boolean {
  const all = roots.length === 0 ? [literal('.')] : roots;
  return all.some((w) => w.doubt > 0 || touchesState(ctx, w, true));
}

/** The ways through find's expression, one per `-o`, each as its words. */
function branchesOf(words: readonly string[]): string[][] {
  let branch: string[] = [];
  const branches = [branch];
  for (const word of words)
    if (/^(-o|-or|,)$/.test(word)) branches.push((branch = []));
    else branch.push(word);
  return branches;
}

/** Whether one way through the expression can end at the state; what is not known does not limit it. */
function branchReaches(words: readonly string[]): boolean {
  if (words.includes('-prune')) return false;
  for (const [k, word] of words.entries()) {
    const value = words[k + 1];
    if (value === undefined) continue;
    const not = NOT.test(words[k - 1] ?? '');
    const named = globMatches(value, 'state.json') || globMatches(value, STATE_FOLDER);
    if (/^-i?name$/.test(word) && !not && !named) return false;
    if (/^-(i?path|i?wholename)$/.test(word)) {
      if (!not && !pathMatches(value)) return false;
      if (not && /^(\*|\.)?\/\.(\*|develop-workflow.*)$/.test(value)) return false;
    }
  }
  // Only the state's folder lies directly below the root, and it is no file.
  const valueOf = (option: string) => (words.includes(option) ? words[words.indexOf(option) + 1] : undefined);
  return !(valueOf('-maxdepth') === '1' && valueOf('-type') === 'f');
}

/** A pattern of find's -path, whose `*` takes slashes too. */
function pathMatches(pattern: string): boolean {
  if (pattern.length > PATTERN_CAP) return true;
  const path = `./${STATE}`;
  return pattern
    .toLowerCase()
    .split(/[*?]+|\[[^\]]*\]/)
    .every((part) => path.includes(part) || path.includes(part.replace(/^\.?\//, '')));
}

const RG_HIDDEN = /^(--hidden|-[a-zA-Z]*\.|-[a-zA-Z]*uu|--unrestricted)/;
const GREP_RECURSES = /^(-[a-zA-Z]*[rR]|--(dereference-)?recursive|--directories=recurse)/;

function searchReaches(name: string, args: readonly Word[], ctx: Context): boolean {
  const has = (pattern: RegExp) => args.some((w) => pattern.test(w.text));
  if (!has(name === 'rg' ? RG_HIDDEN : GREP_RECURSES)) return false;
  const limits = limitsOf(args);
  const within = (glob: string) => glob.startsWith('!') || globMatches(nameOf(glob), 'state.json');
  if (limits.length > 0 && !limits.some(within)) return false;
  const isValue = (k: number) => /^(-[ABCmg]|--include|--glob)$/.test(textOf(args[k - 1]));
  const operands = args.filter((w, k) => !isOption(w) && !isValue(k));
  const [pattern, ...roots] = operands;
  if (pattern === undefined || pattern.doubt > 0 || has(/^(-[a-zA-Z]*[ef]|--(regexp|file))/))
    return rootsCover(operands, ctx);
  if (!rootsCover(roots, ctx)) return false;
  const held = ctx.files.texts(STATE).filter((text) => text !== undefined);
  return (
    held.length === 0 ||
    has(/^(-[a-zA-Z]*[vL]|--(invert|files-without))/) ||
    held.some((text) => mayMatch(pattern.text, text))
  );
}

/** The patterns of names that a search is limited to. */
function limitsOf(args: readonly Word[]): string[] {
  return args.flatMap(({ text }, k) => {
    if (text.startsWith('--include=')) return [text.slice('--include='.length)];
    const value = args[k + 1];
    return /^(--include|-g|--glob)$/.test(text) && value !== undefined ? [value.text] : [];
  });
}

/** A pattern is taken apart, not run: one that never ends would leave the gate open. */
function mayMatch(pattern: string, text: string): boolean {
  const parts = pattern.toLowerCase().split(/[^a-z0-9_-]+/);
  const telling = parts.filter((part) => part.length > 2);
  return telling.length === 0 || telling.some((part) => text.toLowerCase().includes(part));
}
