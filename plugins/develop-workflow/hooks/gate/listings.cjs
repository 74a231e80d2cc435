'use strict';
// Commands that print names of files: whether the workflow's state may be among them.
const { FOLDER, base, globMatches, literal } = require('./shell.cjs');

const STATE = `${FOLDER}/state.json`;
const WHOLE = '.';

/** A pattern of find's -path, whose `*` takes slashes too. */
function pathMatches(pattern) {
  const parts = pattern.toLowerCase().split(/[*?]+|\[[^\]]*\]/).filter((part) => part !== '');
  const path = `./${STATE}`;
  return parts.every((part) => path.includes(part) || path.includes(part.replace(/^\.?\//, '')));
}

/** The ways through find's expression, one per `-o`, each as its words. */
function branchesOf(args) {
  const branches = [[]];
  for (const w of args) {
    if (/^(-o|-or|,)$/.test(w.text)) branches.push([]);
    else branches.at(-1).push(w.text);
  }
  return branches;
}

/** Whether one way through the expression can end at the state; what is not known does not limit it. */
function branchReaches(words) {
  if (words.includes('-prune')) return false;
  for (const [k, word] of words.entries()) {
    const value = words[k + 1];
    if (value === undefined) continue;
    const not = /^(!|-not)$/.test(words[k - 1] || '');
    if (/^-i?name$/.test(word) && !not && !globMatches(value, 'state.json') && !globMatches(value, FOLDER)) return false;
    if (/^-(i?path|i?wholename)$/.test(word)) {
      if (!not && !pathMatches(value)) return false;
      if (not && /^(\*|\.)?\/\.(\*|develop-workflow.*)$/.test(value)) return false;
    }
  }
  // Only the state's folder lies directly below the root, and it is no file.
  return !(words.includes('-maxdepth') && words[words.indexOf('-maxdepth') + 1] === '1' && words[words.indexOf('-type') + 1] === 'f');
}

function rootsCover(roots, ctx) {
  return (roots.length === 0 ? [literal(WHOLE)] : roots).some((w) => w.dyn > 0 || ctx.touches(w, true));
}

/** Whether find may come to the state. */
function findReaches(args, ctx) {
  const roots = args.slice(0, args.findIndex((w) => /^[-(!]/.test(w.text)) >>> 0);
  if (!rootsCover(roots, ctx)) return false;
  const expression = args.slice(roots.length);
  // A negated group could turn any name around.
  if (expression.some((w, k) => /^(!|-not)$/.test(w.text) && expression[k + 1] && expression[k + 1].text === '(')) return true;
  return branchesOf(expression).some(branchReaches);
}

/** A pattern is taken apart, not run: one that never ends would leave the gate open. */
function mayMatch(pattern, text) {
  const parts = pattern.toLowerCase().split(/[^a-z0-9_-]+/).filter((part) => part.length > 2);
  return parts.length === 0 || parts.some((part) => text.toLowerCase().includes(part));
}

function searchReaches(name, args, ctx) {
  const has = (pattern) => args.some((w) => pattern.test(w.text));
  if (name === 'rg' ? !has(/^(--hidden|-[a-zA-Z]*\.|-[a-zA-Z]*uu|--unrestricted)/) : !has(/^(-[a-zA-Z]*[rR]|--(dereference-)?recursive|--directories=recurse)/)) return false;
  const limits = args.flatMap((w, k) => (/^--include=/.test(w.text) ? [w.text.slice(10)] : /^(--include|-g|--glob)$/.test(w.text) && args[k + 1] ? [args[k + 1].text] : []));
  if (limits.length > 0 && !limits.some((glob) => glob.startsWith('!') || globMatches(base(glob), 'state.json'))) return false;
  const operands = args.filter((w, k) => !w.text.startsWith('-') && !/^(-[ABCmg]|--include|--glob)$/.test((args[k - 1] || { text: '' }).text));
  const pattern = operands[0];
  if (pattern === undefined || pattern.dyn > 0 || has(/^(-[a-zA-Z]*[ef]|--(regexp|file))/)) return rootsCover(operands, ctx);
  const roots = operands.slice(1);
  if (!rootsCover(roots, ctx)) return false;
  const held = ctx.texts(STATE).filter((text) => text !== undefined);
  return held.length === 0 || has(/^(-[a-zA-Z]*[vL]|--(invert|files-without))/) || held.some((text) => mayMatch(pattern.text, text));
}

function listsState(cmd, ctx) {
  const [first, ...args] = cmd.words;
  const has = (pattern) => args.some((w) => pattern.test(w.text));
  const operands = args.filter((w) => !w.text.startsWith('-'));
  switch (base(first.text)) {
    case 'find':
      return findReaches(args, ctx);
    case 'ls':
      return has(/^(-[a-zA-Z]*[aA]|--(almost-)?all)/) && rootsCover(operands, ctx);
    case 'fd':
      return has(/^(-[a-zA-Z]*[Hu]|--hidden|--unrestricted)/) && (operands.length === 0 || mayMatch(operands[0].text, STATE));
    case 'git':
      return has(/^ls-files$/) && has(/^(-[a-z]*o|--others)/) && !has(/^--exclude-standard$/);
    default:
      return searchReaches(base(first.text), args, ctx);
  }
}

module.exports = { findReaches, listsState };
