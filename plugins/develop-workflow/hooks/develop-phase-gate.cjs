#!/usr/bin/env node
'use strict';
// The gate of develop-workflow: Claude Code runs it before every tool call that may change something.
//
//   no .develop-workflow/state.json          -> silent: there is no workflow
//   allowed                                  -> silent, exit 0
//   not allowed, or it cannot be decided     -> JSON `permissionDecision: "deny"` with the reason, exit 0
//
// Measured on the real CLI: exit 1, a crash, a missing script and a timeout do NOT block. So everything is
// caught here, and the `sh` line in hooks.json turns any other end of this process into exit 2.
// One file, node:fs only: this runs on every tool call and must cost no more than starting Node.
const fs = require('node:fs');

const FOLDER = '.develop-workflow';
const STATE = `${FOLDER}/state.json`;
// A hook that takes too long is an open gate, so everything it looks at is bounded.
const STATE_CAP = 1024 * 1024;
const COMMAND_CAP = 256 * 1024;
const COMMANDS_CAP = 5_000;
const WORDS_CAP = 2_000;
const PATH_CAP = 4_096;
const FOLDERS_CAP = 32;
const SCRIPTS_CAP = 100;
const PHASES = ['DESIGN', 'REVIEW', 'IMPLEMENT', 'PR', 'MERGE', 'DONE'];
const GATES = ['review_clean_pass', 'architect_verified', 're_review_clean'];
const OPENED_BY = {
  review_clean_pass: 'autodev develop review',
  architect_verified: 'autodev develop verify',
  re_review_clean: 'autodev develop re-review',
};
const FILE_TOOLS = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);
const SHELL_TOOLS = new Set(['Bash', 'PowerShell', 'Monitor']);

// ---- paths ----

function absolute(base, path) {
  const parts = [];
  for (const part of (path.startsWith('/') ? path : `${base}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** The real place of a path whose last parts need not exist; dangling links are followed too. */
function real(path, hops = 0) {
  const missing = [];
  let here = path;
  for (;;) {
    try {
      const found = fs.lstatSync(here, QUIET);
      if (found !== undefined && found.isSymbolicLink() && hops < 40)
        return real(absolute(absolute(here, '..'), [fs.readlinkSync(here), ...missing].join('/')), hops + 1);
      if (found !== undefined) return [fs.realpathSync.native(here), ...missing].join('/').replace('//', '/');
    } catch {}
    if (here === '/') return path;
    missing.unshift(here.slice(here.lastIndexOf('/') + 1));
    here = absolute(here, '..');
  }
}

// A thrown and caught error costs about a millisecond the first time, so absence is asked for, not caught.
const QUIET = { throwIfNoEntry: false };

function present(path) {
  try {
    return fs.lstatSync(path, QUIET) !== undefined;
  } catch (error) {
    // Only a clear "not there" counts as not there: below a file, or a name no file can have.
    return error.code !== 'ENOTDIR' && error.code !== 'ENAMETOOLONG';
  }
}

// ---- the state ----

/**
 * Every state file from a folder up to its repository's root. A `.git` file is the root of a worktree or
 * submodule inside the project: the search goes on above it. All that are found count, so that a second file
 * further down cannot hide the first.
 */
function findStates(folders) {
  const found = new Set();
  const seen = new Set();
  for (const folder of folders) {
    for (let here = folder; !seen.has(here); here = absolute(here, '..')) {
      seen.add(here);
      const path = `${here === '/' ? '' : here}/${STATE}`;
      if (present(path)) found.add(path);
      if (here === '/') break;
      try {
        const git = fs.lstatSync(`${here}/.git`, QUIET);
        if (git !== undefined && git.isDirectory()) break;
      } catch {}
    }
  }
  return [...found];
}

/** Which gates are shut in this state: for changing files, for finishing (push, commit, gh pr). */
function readState(path) {
  const odd = (why) => ({ path, write: why, finish: why, phase: '?', broken: why });
  const unreadable = (why) => odd(`${path} cannot be read: ${why}. The gates stay closed until a person repairs or removes it`);
  let text;
  try {
    const stat = fs.statSync(path);
    if (!stat.isFile()) return unreadable('it is not a regular file');
    if (stat.size > STATE_CAP) return unreadable(`it has ${stat.size} bytes, more than a state file can have`);
    text = fs.readFileSync(path, 'utf8');
  } catch (error) {
    return unreadable(error.code || 'unknown error');
  }
  let state;
  try {
    state = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return unreadable('it is not valid JSON');
  }
  const record = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!record(state)) return unreadable('it is not an object');
  const own = (object, key) => (Object.prototype.hasOwnProperty.call(object, key) ? object[key] : undefined);
  const phase = own(state, 'phase');
  if (!PHASES.includes(phase)) return unreadable(`phase is ${JSON.stringify(phase === undefined ? null : phase).slice(0, 60)}`);
  const gates = own(state, 'gates');
  if (!record(gates)) return unreadable('gates is missing or not an object');
  for (const gate of GATES) {
    const value = own(gates, gate);
    if (value !== undefined && typeof value !== 'boolean') return unreadable(`gates.${gate} is neither true nor false`);
  }
  const needs = (...wanted) => {
    const shut = wanted.filter((gate) => own(gates, gate) !== true);
    if (shut.length === 0) return null;
    const how = shut.map((gate) => `\`${OPENED_BY[gate]}\``).join(', then ');
    return `phase ${phase} needs ${shut.join(' and ')}, which ${shut.length > 1 ? 'are' : 'is'} closed; ${how} opens it when the verdict is clean`;
  };
  if (phase === 'IMPLEMENT') return { path, phase, write: needs('review_clean_pass'), finish: null };
  if (phase === 'PR' || phase === 'MERGE')
    return { path, phase, write: needs('review_clean_pass', 'architect_verified'), finish: needs('re_review_clean') };
  return { path, phase, write: null, finish: null };
}

// ---- shell: text -> simple commands ----

class Unclear extends Error {}

const META = ' \t\n;&|<>()';
const OPENERS = words('if then elif else fi while until do done { } ! coproc time');
/** Substitutions whose output is a name or a number, not an option somebody wrote on purpose. */
const PLAIN_SOURCES = words('git pwd basename dirname which command ls find date realpath readlink nproc id whoami hostname uname wc npm seq');
const DYNAMIC = '\0';
/** An array index with a substitution: bash runs it wherever it evaluates a number or a variable's name. */
const RUNNING_INDEX = /\[[^\]]*(\$\(|`|\$\{)/;
// How sure we are of a word: 0 written out, 1 a value from outside, 2 a value somebody may have crafted here.

// Where the parser stands. One script is read at a time; the functions are at the top level because nested
// ones would be scanned twice by V8, which is a measurable part of this process's life.
let src = '';
let i = 0;
let commands = [];
let functions = new Set();
let vars = new Map();
let heredocs = [];
let attempts = 0;

/**
 * Reads POSIX shell with the common parts of bash and gives every simple command it may run, whatever the
 * condition around it: those in substitutions, subshells, functions, loops and here-documents too.
 * What it does not understand throws Unclear.
 */
function parseShell(text, known) {
  src = text;
  i = 0;
  commands = [];
  functions = new Set();
  vars = new Map(Object.entries(known).map(([name, value]) => [name, { text: value, dyn: 0, given: true }]));
  heredocs = [];
  attempts = 0;
  if (!plainCommand(text)) list(null);
  return { commands, functions };
}

/** One command of plain words, the most frequent case: reading it needs no parser, and so none is compiled. */
function plainCommand(text) {
  if (!/^[\w./:@,+-]+( [\w./:=@,+-]+)*$/.test(text)) return false;
  const found = text.split(' ').map((word) => ({ text: word, raw: word, dyn: 0, glob: false, quoted: false }));
  if (OPENERS.has(found[0].text) || /^(for|select|case|esac|function|export|declare|typeset|local|readonly|read)$/.test(found[0].text)) return false;
  commands.push({ words: found, assigns: [], redirects: [], input: [], piped: false });
  return true;
}

function fail(what) {
  throw new Unclear(what);
}

function put(word, text, dyn) {
  word.text += text;
  if (dyn > word.dyn) word.dyn = dyn;
}

function blankWord() {
  return { text: '', raw: '', dyn: 0, glob: false, quoted: false };
}

function blanks() {
  for (;;) {
    const c = src[i];
    if (c === ' ' || c === '\t') i += 1;
    else if (c === '\\' && src[i + 1] === '\n') i += 2;
    else if (c === '#') while (i < src.length && src[i] !== '\n') i += 1;
    else return;
  }
}

function newline() {
  i += 1;
  for (const doc of heredocs.splice(0)) {
    let body = '';
    for (;;) {
      if (i >= src.length) fail('a here-document without an end');
      let line = '';
      let joins = 0;
      for (let more = true; more; ) {
        const end = src.indexOf('\n', i);
        const part = src.slice(i, end === -1 ? src.length : end);
        i = end === -1 ? src.length : end + 1;
        // Shells differ on whether a line that was continued can hold the end.
        if (joins > 0 && part.replace(/^\t+/, '') === doc.end) fail('a here-document whose end is unclear');
        more = doc.expand && end !== -1 && /\\*$/.exec(part)[0].length % 2 === 1;
        line += more ? part.slice(0, -1) : part;
        if (more) joins += 1;
      }
      if ((doc.strip ? line.replace(/^\t+/, '') : line) === doc.end) {
        if (joins > 0) fail('a here-document whose end is unclear');
        break;
      }
      body += `${line}\n`;
    }
    doc.into.text = body;
    if (doc.expand && /[$`]/.test(body)) {
      const back = [src, i];
      const word = blankWord();
      [src, i] = [body, 0];
      double(word, undefined);
      [src, i] = back;
      doc.into.dyn = word.dyn;
    }
  }
}

function word() {
  const start = i;
  const w = blankWord();
  let braced = false;
  while (i < src.length) {
    const c = src[i];
    if ((c === '<' || c === '>') && src[i + 1] === '(') {
      substitution(() => {
        i += 2;
        list(')');
      });
      put(w, DYNAMIC, 1);
    } else if (META.includes(c)) break;
    else if (c === '\\') {
      if (src[i + 1] !== '\n') w.text += src[i + 1] === undefined ? '' : src[i + 1];
      w.quoted = true;
      i += 2;
    } else if (c === "'") {
      const end = src.indexOf("'", i + 1);
      if (end === -1) fail('an unclosed quote');
      w.text += src.slice(i + 1, end);
      w.quoted = true;
      i = end + 1;
    } else if (c === '"') {
      i += 1;
      double(w, '"');
    } else if (c === '$') dollar(w, false);
    else if (c === '`') backtick(w);
    else {
      if (c === '*' || c === '?' || c === '[') w.glob = true;
      if (c === '{') braced = true;
      w.text += c;
      i += 1;
    }
  }
  i = Math.min(i, src.length);
  if (i === start) return null;
  w.raw = src.slice(start, i);
  // {git,push} becomes several words.
  if (braced && w.raw.includes('}') && /,|\.\./.test(w.raw)) w.dyn = 2;
  return w;
}

/** Text with expansions, up to a double quote; that of a here-document goes to the end of the text. */
function double(w, end) {
  w.quoted = true;
  for (;;) {
    const c = src[i];
    if (c === end) {
      i += 1;
      return;
    }
    if (c === undefined) fail('an unclosed double quote');
    if (c === '\\') {
      const next = src[i + 1];
      if (next === '\n') w.text += '';
      else w.text += next !== undefined && '$`"\\'.includes(next) ? next : `\\${next === undefined ? '' : next}`;
      i += 2;
    } else if (c === '$') dollar(w, true);
    else if (c === '`') backtick(w);
    else {
      w.text += c;
      i += 1;
    }
  }
}

function substitution(read) {
  const from = commands.length;
  const outer = heredocs;
  heredocs = [];
  const start = i;
  read();
  if (heredocs.length > 0 || (outer.length > 0 && src.slice(start, i).includes('\n'))) fail('a here-document whose end is unclear');
  heredocs = outer;
  const inside = commands.slice(from);
  const plain = inside.every((cmd) => cmd.words.length > 0 && cmd.words[0].dyn === 0 && PLAIN_SOURCES.has(cmd.words[0].text));
  return plain ? 1 : 2;
}

function backtick(w) {
  let text = '';
  for (i += 1; src[i] !== '`'; i += 1) {
    if (src[i] === undefined) fail('an unclosed `');
    if (src[i] === '\\' && '`\\$'.includes(src[i + 1] || ' ')) i += 1;
    text += src[i];
  }
  const back = [src, i + 1];
  if (heredocs.length > 0 && text.includes('\n')) fail('a here-document whose end is unclear');
  const dyn = substitution(() => {
    [src, i] = [text, 0];
    list(null);
  });
  [src, i] = back;
  put(w, DYNAMIC, dyn);
}

/** `$(( ... ))` and `(( ... ))`: nothing to run but the substitutions in it. False when it is not arithmetic. */
function arithmetic(skip) {
  const back = [i, commands.length];
  let depth = 0;
  for (i += skip; i < src.length; ) {
    const c = src[i];
    if (c === '$') dollar(blankWord(), true);
    else if (c === '`') backtick(blankWord());
    else {
      i += 1;
      if (c === '(') depth += 1;
      else if (c === ')' && depth > 0) depth -= 1;
      else if (c === ')') {
        // Two words side by side are no number: a shell without `((` would run them in subshells.
        if (src[i] !== ')' || /\w\s+[\w./]/.test(src.slice(back[0] + skip, i - 1))) break;
        i += 1;
        return true;
      }
    }
  }
  attempts += 1;
  // Each failed attempt may have scanned to the end: nested ones would take quadratic time.
  if (attempts > 50) fail('too many ((');
  i = back[0];
  commands.length = back[1];
  return false;
}

function variable(w, name, quoted) {
  const value = vars.get(name);
  if (value === undefined) put(w, DYNAMIC, /^[0-9@*]$/.test(name) ? 2 : 1);
  else if (value.dyn > 0 || (!quoted && /[\s*?[]/.test(value.text))) put(w, DYNAMIC, Math.max(value.dyn, value.dyn > 0 ? 1 : 2));
  else put(w, value.text, 0);
}

function dollar(w, quoted) {
  const next = src[i + 1];
  if (next === '(') {
    if (src[i + 2] === '(' && arithmetic(3)) return put(w, '1', 0);
    const dyn = substitution(() => {
      i += 2;
      list(')');
    });
    return put(w, DYNAMIC, dyn);
  }
  if (next === '{') return braces(w, quoted);
  if (next === "'" && !quoted) return ansi(w);
  if (next === '"' && !quoted) {
    i += 2;
    return double(w, '"');
  }
  if (next === '[') fail('$[ ... ]');
  const name = /[A-Za-z_]\w*|[0-9@*#?$!-]/y;
  name.lastIndex = i + 1;
  const match = name.exec(src);
  if (match === null) {
    w.text += '$';
    i += 1;
    return undefined;
  }
  i = name.lastIndex;
  return variable(w, match[0], quoted);
}

function braces(w, quoted) {
  const start = i + 2;
  const inner = blankWord();
  for (i = start; src[i] !== '}'; ) {
    const c = src[i];
    if (c === undefined) fail('an unclosed ${');
    if (c === '\\') i += 2;
    else if (c === "'" && !quoted) {
      i = src.indexOf("'", i + 1) + 1;
      if (i === 0) fail('an unclosed quote');
    } else if (c === '"') {
      i += 1;
      double(inner, '"');
    } else if (c === '$') dollar(inner, true);
    else if (c === '`') backtick(inner);
    else i += 1;
  }
  const body = src.slice(start, i);
  i += 1;
  if (body.endsWith('@P')) fail('${...@P}, which runs what a variable holds');
  const name = /^[A-Za-z_]\w*|^[0-9@*]/.exec(body);
  if (name !== null && name[0] === body) return variable(w, body, quoted);
  if (body[0] === '#') return put(w, '1', 0);
  const crafted = name === null || vars.has(name[0]) || /^[0-9@*]/.test(body) || inner.dyn === 2 || /^\w+:?[-=+]-/.test(body);
  if (name !== null && /^\w+:?=/.test(body)) vars.set(name[0], { text: '', dyn: 2 });
  return put(w, DYNAMIC, crafted ? 2 : 1);
}

function ansi(w) {
  w.quoted = true;
  const simple = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', v: '\v' };
  const escape = /x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c.|[\s\S]/y;
  for (i += 2; src[i] !== "'"; ) {
    if (src[i] === undefined) fail('an unclosed quote');
    if (src[i] !== '\\') {
      w.text += src[i];
      i += 1;
      continue;
    }
    escape.lastIndex = i + 1;
    const match = escape.exec(src);
    if (match === null) fail('an unclosed quote');
    const hex = match[1] || match[2] || match[3];
    const code = hex ? parseInt(hex, 16) : match[4] ? parseInt(match[4], 8) : undefined;
    if (code !== undefined) w.text += code <= 0x10ffff ? String.fromCodePoint(code) : '?';
    else w.text += match[0] in simple ? simple[match[0]] : match[0];
    i = escape.lastIndex;
  }
  i += 1;
}

/** Commands up to `stop` (null: the end). Gives 'esac' when that word ended it. */
function list(stop) {
  let piped = false;
  for (;;) {
    blanks();
    const c = src[i];
    if (c === undefined) {
      if (stop !== null) fail(`a missing ${stop}`);
      if (heredocs.length > 0) fail('a here-document without an end');
      return undefined;
    }
    if (c === '\n') newline();
    else if (c === ')') {
      if (stop !== ')') fail('an unexpected )');
      i += 1;
      return undefined;
    } else if (c === ';') {
      if (src[i + 1] === ';' || src[i + 1] === '&') {
        if (stop !== 'esac') fail('an unexpected ;;');
        i += src.startsWith(';;&', i) ? 3 : 2;
        return undefined;
      }
      i += 1;
      piped = false;
    } else if (c === '&' && src[i + 1] !== '>') {
      i += src[i + 1] === '&' ? 2 : 1;
      piped = false;
    } else if (c === '|') {
      piped = src[i + 1] !== '|';
      i += src[i + 1] === '|' || src[i + 1] === '&' ? 2 : 1;
    } else if (c === '(') {
      if (!(src[i + 1] === '(' && arithmetic(2))) {
        i += 1;
        list(')');
      }
      piped = false;
    } else {
      if (command(piped, stop) === 'esac') return 'esac';
      piped = false;
    }
  }
}

function redirect(cmd) {
  const op = /&>>|&>|<<<|<<-|<<|<&|<>|<|>>|>&|>\||>/y;
  op.lastIndex = i;
  const kind = op.exec(src)[0];
  i = op.lastIndex;
  blanks();
  const target = word();
  if (target === null) fail('a redirection to nothing');
  if (kind === '<<' || kind === '<<-') {
    // Its end is not expanded, whatever is written there.
    if (/[$`]/.test(target.raw)) fail('a here-document whose end is unclear');
    const into = { text: '', dyn: 0 };
    cmd.input.push(into);
    heredocs.push({ end: target.text, strip: kind === '<<-', expand: !target.quoted, into });
  } else if (kind === '<<<') cmd.input.push(target);
  else cmd.redirects.push({ kind, target });
}

function arrayValue() {
  for (i += 1; ; ) {
    blanks();
    if (src[i] === '\n') newline();
    else if (src[i] === ')') break;
    else if (word() === null) fail('an array that is not understood');
  }
  i += 1;
}

function assign(w) {
  const match = /^([A-Za-z_]\w*)(\[[^\]]*\])?(\+?)=/.exec(w.raw);
  if (match === null) return undefined;
  const value = { text: w.text.slice(w.text.indexOf('=') + 1), dyn: w.dyn };
  if (RUNNING_INDEX.test(value.text)) fail('an index that runs a command');
  const earlier = vars.get(match[1]);
  // Set twice, or in part: which value holds depends on what runs, so none is sure.
  if (match[2] || match[3] || w.array || (earlier && !earlier.given)) value.dyn = 2;
  return { name: match[1], value };
}

function command(piped, stop) {
  const cmd = { words: [], assigns: [], redirects: [], input: [], piped };
  const finish = () => {
    if (cmd.words.length === 0) for (const { name, value } of cmd.assigns) vars.set(name, value);
    else if (/^(export|declare|typeset|local|readonly)$/.test(cmd.words[0].text))
      for (const w of cmd.words.slice(1)) {
        const set = assign(w);
        if (set === undefined) continue;
        vars.set(set.name, set.value);
        cmd.assigns.push(set);
      }
    else if (/^(read|mapfile|readarray|getopts|printf)$/.test(cmd.words[0].text))
      for (const w of cmd.words.slice(1)) if (/^[A-Za-z_]\w*$/.test(w.text)) vars.set(w.text, { text: '', dyn: 2 });
    if (cmd.words.length + cmd.assigns.length + cmd.redirects.length > 0) commands.push(cmd);
    if (commands.length > COMMANDS_CAP) fail('too many commands');
  };
  for (;;) {
    blanks();
    const c = src[i];
    if (c === undefined || c === '\n' || c === ';' || c === '|' || c === ')' || (c === '&' && src[i + 1] !== '>')) break;
    if (c === '(') {
      const last = cmd.words.at(-1) || cmd.lastAssign;
      const empty = /\(\s*\)/y;
      empty.lastIndex = i;
      if (last && last.raw.endsWith('=') && src[i - 1] === '=') {
        last.array = true;
        arrayValue();
        if (cmd.lastAssign === last) cmd.assigns.at(-1).value.dyn = 2;
        continue;
      }
      if (cmd.words.length === 1 && empty.test(src)) {
        functions.add(cmd.words[0].text);
        cmd.words = [];
        i = empty.lastIndex;
        blanks();
        if (src[i] === '(') break;
        continue;
      }
      fail('an unexpected (');
    }
    if (c === '&' || ((c === '<' || c === '>') && src[i + 1] !== '(')) {
      redirect(cmd);
      continue;
    }
    const w = word();
    if (w === null) fail(`the character ${JSON.stringify(c)}`);
    if (/^(\d+|\{\w+\})$/.test(w.raw) && (src[i] === '<' || src[i] === '>')) {
      redirect(cmd);
      continue;
    }
    if (cmd.words.length === 0) {
      if (cmd.assigns.length === 0) {
        if (OPENERS.has(w.raw)) {
          if (w.raw === 'time') {
            blanks();
            if (src.startsWith('-p', i)) i += 2;
          }
          blanks();
          if (src[i] === '(') break;
          continue;
        }
        if (w.raw === 'esac') {
          if (stop !== 'esac') fail('an unexpected esac');
          finish();
          return 'esac';
        }
        if (w.raw === 'for' || w.raw === 'select') {
          forClause();
          continue;
        }
        if (w.raw === 'case') {
          caseClause();
          continue;
        }
        if (w.raw === 'function') {
          const name = word(blanks());
          if (name === null) fail('a function without a name');
          functions.add(name.text);
          blanks();
          const empty = /\(\s*\)/y;
          empty.lastIndex = i;
          if (empty.test(src)) i = empty.lastIndex;
          continue;
        }
        if (w.raw === '[[') {
          conditional();
          continue;
        }
      }
      const set = assign(w);
      if (set !== undefined) {
        cmd.assigns.push(set);
        cmd.lastAssign = w;
        continue;
      }
    }
    cmd.words.push(w);
  }
  finish();
  return undefined;
}

function skipLines() {
  for (;;) {
    blanks();
    if (src[i] !== '\n') return;
    newline();
  }
}

function forClause() {
  blanks();
  if (src.startsWith('((', i)) {
    if (!arithmetic(2)) fail('a for loop that is not understood');
    return;
  }
  const name = word();
  if (name === null || RISKY_VARIABLE.test(name.text)) fail('a for loop that is not understood');
  skipLines();
  const back = i;
  const keyword = word();
  let dyn = 2;
  if (keyword !== null && keyword.raw === 'in') {
    dyn = 1;
    for (;;) {
      blanks();
      const w = META.includes(src[i] || '\n') && src[i] !== '<' ? null : word();
      if (w === null) break;
      if (w.dyn === 2 || w.text.startsWith('-')) dyn = 2;
    }
  } else i = back;
  vars.set(name.text, { text: '', dyn });
}

function caseClause() {
  blanks();
  if (word() === null) fail('a case without a word');
  skipLines();
  const keyword = word();
  if (keyword === null || keyword.raw !== 'in') fail('a case without in');
  for (;;) {
    skipLines();
    const bracket = src[i] === '(';
    if (bracket) i += 1;
    for (;;) {
      blanks();
      const pattern = word();
      if (pattern === null) fail('a case pattern that is not understood');
      if (!bracket && pattern.raw === 'esac') return;
      blanks();
      if (src[i] !== '|') break;
      i += 1;
    }
    if (src[i] !== ')') fail('a case pattern that is not understood');
    i += 1;
    if (list('esac') === 'esac') return;
  }
}

function conditional() {
  for (;;) {
    skipLines();
    if (src[i] === undefined) fail('an unclosed [[');
    const w = word();
    if (w === null) i += 1;
    else if (w.raw === ']]') return;
    else if (RUNNING_INDEX.test(w.text)) fail('an index that runs a command');
  }
}

// ---- simple commands -> what they do ----
// Kinds: read | write (changes files) | finish (commit, push, gh pr) | program (unknown: may change files) |
// opaque (cannot be told at all) | state (touches the workflow's own state: never an agent's).

/** A set that is built when it is first asked: most calls need none of them. */
function words(text) {
  let set;
  return { has: (word) => (set ||= new Set(text.trim().split(/\s+/))).has(word) };
}

const READERS = words(`
  ls cat head tail wc grep egrep fgrep zgrep ag nl tac rev cut tr paste comm join cmp diff diff3 sdiff stat du df od hexdump
  strings md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum basename dirname realpath readlink pwd
  echo printf true false test [ : seq sleep whoami id groups uname arch nproc uptime free ps pgrep lsof ss netstat printenv
  locale which whereis type hash help man apropos jq expr bc factor numfmt fold fmt expand unexpand tsort getconf tty cal
  tput clear nslookup dig host ping zcat bzcat xzcat zstdcat base64 base32 nm size ldd zipinfo lscpu lsblk kill wait
  cd pushd popd dirs export declare typeset local readonly unset set shopt umask ulimit jobs fg bg exit return break
  continue shift read mapfile readarray getopts let unalias history logout bat colordiff delta cloc tokei scc
  mocha ava tap pytest py.test tox nox rspec phpunit bats ctest shellcheck hadolint actionlint mypy pyright flake8 pylint
  unittest doctest tsc-watch publint attw knip
`);

/** Reading programs, unless an argument like this makes them write or run something. */
const READ_UNLESS = {
  mapfile: /^-[a-zA-Z]*C/, readarray: /^-[a-zA-Z]*C/, history: /^-[a-z]*[aw]/, sdiff: /^(-[a-zA-Z]*o|--o|--di)/, diff3: /^--di/, knip: /^--(fix|allow-remove)/,
  bat: /^(--pager|cache$)/, delta: /^--pager/, man: /^(-[a-zA-Z0-9]*[PHC]|--(pa|ht|conf|br))/, cloc: /^--(out|report|sql|write|diff-list|strip)/, scc: /^(-o|--output)/,
  ss: /^(-[a-zA-Z]*[KD]|--(kill|diag))/, declare: /^-[a-zA-Z]*[ni]/, typeset: /^-[a-zA-Z]*[ni]/, local: /^-[a-zA-Z]*[ni]/, pyright: /^--createstub/,
  sort: /^(-[a-zA-Z]*o|--o|--comp)/, tree: /^(-o|--output)/, shuf: /^(-[a-zA-Z]*o|--o)/,
  less: /^(-[a-zA-Z]*[oOkP+]|--log-file|\+)/, more: /^\+/, file: /^(-[a-zA-Z]*C|--comp)/, date: /^(-[a-zA-Z]*s|--s)/, hostname: /^[^-]/, iconv: /^(-[a-zA-Z]*o|--o)/,
  rg: /^--(pre|hostname-bin)/, fd: /^(-[a-zA-Z]*[xX]|--exec)/, yq: /^(-[a-zA-Z]*i|--inplace|--in-place|-s|--split)/,
  column: /^--output$/, top: /^[^-]/, xmllint: /^(-o|--output|--shell)/, objdump: /^--debug-file/, zip: /^/, openssl: /^/,
  curl: /^(-[a-zA-Z]*[oOTdFXKJcD]|--(o|remo|req|up|da|form|js|conf|cookie-j|du|tr|std|lib|etag-s|hs|cr|url-q))/,
  tsc: /^$/, jest: /^(-[a-zA-Z]*u|--update|--init|--outputFile)/, vitest: /^(-[a-zA-Z]*u|--update|--outputFile|init)/,
  eslint: /^(--fix|-o|--output|--init)/, oxlint: /^(--fix|--init)/, stylelint: /^(--fix|-o|--output)/, playwright: /^(-u|--update|codegen|install|open)/,
  ruff: /^(--fix|--unsafe-fixes|format|-o|--output|clean|--add-noqa)/, 'golangci-lint': /^--fix/, cypress: /^(open|install)/,
};

/** Programs whose first word says what they do: the words that only read, build nothing and change nothing. */
const READ_VERBS = {
  cargo: 'test check clippy tree metadata bench version search nextest', go: 'test vet list version doc', dotnet: 'test', swift: 'test',
  just: 'test check lint --list', task: 'test check lint',
  mvn: 'test', mvnw: 'test', gradle: 'test check tasks', gradlew: 'test check tasks', rake: 'test spec', mix: 'test', composer: 'test show',
  docker: 'ps images logs inspect version info top stats port', podman: 'ps images logs inspect', kubectl: 'get describe logs explain version',
  pip: 'list show freeze check', pip3: 'list show freeze check', gem: 'list', bundle: 'list show', brew: 'list info', apt: 'list show',
  terraform: 'validate show', helm: 'list status template', systemctl: 'status', deno: 'test check lint info', 'claude-md-core': 'parse-claude-md symbol-index',
  biome: 'lint ci', black: '--check', isort: '--check --check-only', prettier: '--check -c -l --list-different', gofmt: '-l -d', rustfmt: '--check', oxfmt: '--check',
  claude: '--version --help', codex: '--version', gemini: '--version', tmux: 'ls', poetry: 'check show', uv: 'tree', coverage: 'report',
};
/** Options with which those words run or write something after all. */
const VERB_UNLESS = {
  go: /^--?(test\.)?(exec|toolexec|vettool|o|c|\w*profile|outputdir|trace|overlay|modfile|fix)(=|$)/, cargo: /^(--config|-Z)/, tmux: /;$|^-/, gradle: /^(-I|--init-script|-b|--build-file)/, gradlew: /^(-I|--init-script|-b|--build-file)/,
  just: /^(-f|--justfile|--shell|--set|-c|--command|-d)/, task: /^(-t|--taskfile|-d|--dir)/, rake: /^(-[a-zA-Z]*[efrR]|--(execute|rakefile|require))/, mvn: /^-D.*exec|^-f/, mvnw: /^-D.*exec|^-f/,
  docker: /^(-H|--host|-c|--context)/, kubectl: /^--kubeconfig/, helm: /^--post-renderer/, deno: /^(--allow-run|-A|--config|-c$|--import-map|--preload)/,
};
const CHANGING_OPTION = /^(--?fix|--write|-w|-u|-i|--in-?place|--update.*|-o|--out.*|--apply.*|--allow-dirty|--init)(=|$)/;
const READ_SCRIPT = /^(test|lint|check|type|types|typecheck|spec|unit|e2e|integration|verify|coverage|audit|dead|ci)([:._-]|$)|[:._-](check|test|lint)$/;
const WRITERS = words(`
  rm rmdir mv cp install ln link unlink mkdir touch tee dd truncate shred split csplit chmod chown chgrp chattr setfacl mkfifo mknod mktemp
  patch ed ex vi vim nvim nano emacs rsync scp sftp zip unzip gunzip gzip bzip2 bunzip2 xz unxz zstd unzstd 7z cpio ar sponge trash rename
  alternatives ldconfig wget fallocate sqlite3 gofmt prettier black isort rustfmt oxfmt ditto pax uudecode
`);
const REMOVERS = words('rm mv shred trash chmod chown rsync rename unlink');
const SHELLS = words('sh bash dash zsh ksh mksh ash fish rbash');
const INTERPRETER = /^(python[\d.]*|pypy[\d.]*|node|nodejs|bun|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua(jit|[\d.]*)|Rscript|julia|tclsh|osascript|pwsh|powershell|groovy|scala|guile|racket|ghci|irb|erl|elixir|iex|swipl|gdb|expect|m4|tsx|ts-node|esno)$/;
const OTHER_FORGES = words('np release-it standard-version semantic-release commit-and-tag-version lerna hub lab glab tea jj hg svn sl gt ghstack lazygit gitui bzr fossil arc git-town spr');

/** Programs that run another one: which of their options take a value, and how many words come before it. */
const WRAPPERS = {
  command: ['', 0], builtin: ['', 0], exec: ['-a', 0], nohup: ['', 0], setsid: ['', 0], time: ['-f -o', 0], nice: ['-n', 0],
  ionice: ['-c -n -p', 0], timeout: ['-s -k --signal --kill-after', 1], gtimeout: ['-s -k', 1], stdbuf: ['-i -o -e', 0], chrt: ['-p', 1], taskset: ['', 1],
  sudo: ['-u -g -h -p -C -T -D -R -r -t -U', 0], doas: ['-u -C', 0], unbuffer: ['', 0], caffeinate: ['-t -w', 0], strace: ['-o -e -p -s', 0],
  ltrace: ['-o -e', 0], chroot: ['', 1], unshare: ['', 0], catchsegv: ['', 0], npx: ['-p --package -c --call', 0], bunx: ['', 0], 'cross-env': ['', 0],
  dotenv: ['-e -f', 0], winpty: ['', 0], rlwrap: ['', 0], busybox: ['', 0], toybox: ['', 0], c8: ['-r --reporter -o', 0], nyc: ['--reporter', 0], eatmydata: ['', 0], proxychains: ['', 0],
};

/** Options of wrappers that name a file to write. */
const WRAPPER_WRITES = {
  time: /^(-[apqvV]*o|--o)/, strace: /^(-[cCdDfFhikqrtTvVwxyYzZ]*o|--o)/, ltrace: /^(-[bcCfhiLrStTV]*o|--o)/,
  c8: /^(-o|--o|--reports?-dir|--temp-d|--merge-async)/, nyc: /^(-o|--o|--reports?-dir|--temp-d|-t$|--in-?place)/,
};
const FLAGS = /^--(yes|no|no-install|quiet|silent|foreground|preserve-status|verbose|append|portability|all|check-coverage|preserve-env|non-interactive|login|background|bun|wait|fork|ctty|ignore-existing|version|help|prefer-offline|workspaces|follow-forks|summary-only)$/;

const GIT_READ = words(`
  status log diff show rev-parse rev-list ls-files ls-tree ls-remote cat-file describe blame annotate shortlog grep name-rev merge-base
  for-each-ref show-ref count-objects fsck verify-commit verify-tag verify-pack whatchanged cherry range-diff diff-tree diff-index diff-files
  check-ignore check-attr check-mailmap check-ref-format var version help show-branch merge-tree request-pull patch-id stripspace add stage fetch --version --help
`);
const GIT_FINISH = words('push commit send-pack http-push commit-tree update-ref fast-import send-email imap-send');
const GIT_BOTH = words('merge rebase cherry-pick revert am pull subtree svn p4 lfs citool gui');
const GIT_WRITE = words(`
  checkout switch restore reset stash clean rm mv apply init clone worktree submodule sparse-checkout read-tree checkout-index update-index
  unpack-file mergetool format-patch bundle gc prune repack config remote branch tag notes replace bisect filter-branch rerere maintenance
  archive symbolic-ref reflog hash-object mktree mktag pack-refs pack-objects write-tree interpret-trailers merge-file merge-index bugreport diagnose
`);
const GIT_READ_FORMS = {
  branch: /^(-a|-r|-v+|--list|-l|--show-current|--all|--remotes|--contains|--merged|--no-merged|--sort=.*|--format=.*|--points-at|--verbose)$/,
  tag: /^(-l|--list|-n\d*|--contains|--merged|--no-merged|--sort=.*|--format=.*|--points-at)$/,
  config: /^(--get|--get-all|--get-regexp|--list|-l|get|list|--get-urlmatch)$/,
  remote: /^(-v|--verbose|show|get-url)$/, stash: /^(list|show)$/, worktree: /^list$/, submodule: /^(status|summary)$/, notes: /^(list|show)$/,
  reflog: /^(show|exists)$/, bisect: /^(log|view|visualize)$/, apply: /^--(check|stat|numstat|summary)$/, clean: /^(-[a-zA-Z]*n[a-zA-Z]*|--dry-run)$/,
  'format-patch': /^--stdout$/, bundle: /^(verify|list-heads)$/, 'sparse-checkout': /^list$/,
};
const GIT_BARE_READS = words('branch tag remote reflog notes submodule');
const HARMLESS_CONFIG = /^(color\.|user\.|advice\.|log\.|i18n\.|safe\.|gc\.|status\.|column\.|blame\.|init\.|push\.default|pull\.|commit\.gpgsign|tag\.gpgsign|merge\.conflictstyle|core\.(quotepath|abbrev|autocrlf|safecrlf|ignorecase|filemode|longpaths|pager=(cat)?$)|diff\.(renames|renamelimit|algorithm|context|noprefix|mnemonicprefix|colormoved)|pager\.\w+=(false|cat)$)/i;
const RISKY_VARIABLE = /^(PATH|CDPATH|LD_.*|DYLD_.*|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS4|NODE_OPTIONS|PYTHON(STARTUP|HOME|INSPECT|BREAKPOINT)|PERL5.*|RUBY(OPT|LIB)|GIT_.*|(.*_)?PAGER|(.*_)?EDITOR|VISUAL|BROWSER|LESS(OPEN|CLOSE)|RIPGREP_CONFIG_PATH|npm_config_.*|HOME|XDG_CONFIG_HOME|CLAUDECODE|AUTODEV_.*|SHELL)$/;
const HARMLESS_VALUE = /^(|0|1|true|false|cat|:|(--max-old-space-size=\d+|--no-warnings|--enable-source-maps|--test-concurrency=\d+)( |$))*$/;
const HARMLESS_NAME = /^(GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)|GIT_TERMINAL_PROMPT|GIT_OPTIONAL_LOCKS)$/;
const DEVICE = /^\/dev\/(null|stdout|stderr|tty|zero|full|fd\/\d+)$/;
const mentionsFinish = (text) => /\b(git|gh|hub)\b/.test(text) && /\b(push|commit|pr|pull-request|send-pack)\b/.test(text);
const MENTIONS_STATE = /develop-workflow/i;

const base = (path) => path.slice(path.lastIndexOf('/') + 1);
const opaqueWord = (dyn) => ({ text: DYNAMIC, raw: DYNAMIC, dyn, glob: false, quoted: true });
const literal = (text) => ({ text, raw: text, dyn: 0, glob: false, quoted: true });
const firstOperand = (args, valued = '') => {
  for (let k = 0; k < args.length; k += 1) {
    const { text } = args[k];
    if (text === '--') return k + 1;
    if (!text.startsWith('-') || text === '-') return k;
    if (valued === '') continue;
    const takes = (option) => ` ${valued} `.includes(` ${option} `);
    // In a cluster such as -nu the last letter may take the next word; an earlier one would take the rest.
    const cluster = /^-[a-zA-Z]{2,}$/.test(text) && ![...text.slice(1, -1)].some((letter) => takes(`-${letter}`)) && takes(`-${text.at(-1)}`);
    if (takes(text) || cluster) k += 1;
  }
  return args.length;
};

/** Looks at one shell command; `say(kind, what)` is told everything that matters. */
function inspectShell(text, ctx, depth = 0) {
  let script;
  try {
    ctx.budget.scripts -= 1;
    if (depth > 8 || ctx.budget.scripts < 0) fail('commands nested too deep');
    if (text.length > COMMAND_CAP) fail('too many characters');
    script = parseShell(text, ctx.known);
  } catch (error) {
    // Too deep for the stack, or not understood: both mean that nothing is known about it.
    if (MENTIONS_STATE.test(text)) ctx.say('state', 'shell text that names the workflow state and cannot be parsed');
    return ctx.say('opaque', error instanceof Unclear ? `shell text with ${error.message}` : 'shell text that cannot be parsed');
  }
  const crafts = script.commands.some((cmd) => cmd.words.length > 0 && !PLAIN_SOURCES.has(cmd.words[0].text) && /^(echo|printf|base64|rev|tr|cat|sed|awk)$/.test(cmd.words[0].text));
  const here = { ...ctx, functions: script.functions, depth, stdin: opaqueWord(crafts ? 2 : 1), script: (more) => inspectShell(more, ctx, depth + 1), peek: (more) => inspectShell(more, { ...ctx, say: (kind, what) => void ((kind === 'finish' || kind === 'state') && ctx.say(kind, what)) }, depth + 1) };
  for (const cmd of script.commands) inspectCommand(cmd, here);
  return undefined;
}

function inspectCommand(cmd, ctx) {
  for (const { kind, target } of cmd.redirects) {
    if (kind === '<' || kind === '<&') continue;
    if (kind === '>&' && /^(\d+-?|-)$/.test(target.text)) continue;
    if (target.dyn === 0 && DEVICE.test(target.text)) continue;
    ctx.visit(target);
    if (ctx.touches(target)) ctx.say('state', 'a redirection to the workflow state');
    ctx.say('write', target.dyn > 0 ? 'a redirection to a file whose name is not written out' : `a redirection to ${target.text}`);
  }
  for (const { name, value } of cmd.assigns) inspectVariable(name, value, ctx);
  inspectWords(cmd.words, cmd, ctx);
}

function inspectVariable(name, value, ctx) {
  if (RISKY_VARIABLE.test(name) && !HARMLESS_NAME.test(name) && !(value.dyn === 0 && HARMLESS_VALUE.test(value.text)))
    ctx.say('opaque', `a change of ${name}, which changes what commands do`);
}

function isKnown(name) {
  const listed = [SPECIAL, WRAPPERS, READ_VERBS, READ_UNLESS].some((table) => Object.prototype.hasOwnProperty.call(table, name));
  return listed || name === 'autodev' || SHELLS.has(name) || WRITERS.has(name) || OTHER_FORGES.has(name) || INTERPRETER.test(name);
}

function inspectWords(list, cmd, ctx) {
  if (list.length === 0) return undefined;
  const [first, ...args] = list;
  if (first.dyn > 0 || (first.glob && first.text !== '[')) return ctx.say('opaque', 'a command whose name is not written out');
  let name = base(first.text).replace(/\.exe$/, '');
  if (/^git-[a-z]/.test(name)) return inspectGit([literal(name.slice(4)), ...args], cmd, ctx);
  if (first.text.includes('/')) {
    const target = base(real(absolute(ctx.cwds[0], first.text)));
    // A link with a harmless name is still what it points to.
    if (target !== name && (target === 'git' || target === 'gh' || SHELLS.has(target))) name = target;
  }
  // A function may be unset again, or live in a subshell only: its name hides no program.
  if (ctx.functions.has(first.text) && !isKnown(name) && !ctx.onPath(name)) return undefined;
  if (name === 'autodev' || /^autodev\.m?js$/.test(name)) return inspectAutodev(args, ctx);
  const special = Object.prototype.hasOwnProperty.call(SPECIAL, name) ? SPECIAL[name] : undefined;
  if (special !== undefined) return special(args, cmd, ctx, name);
  if (SHELLS.has(name)) return inspectShellProgram(args, cmd, ctx);
  if (INTERPRETER.test(name)) return inspectInterpreter(name, args, cmd, ctx);
  if (Object.prototype.hasOwnProperty.call(WRAPPERS, name)) return unwrap(name, args, cmd, ctx);
  if (READERS.has(name)) {
    if (name === 'cd' || name === 'pushd') ctx.enter(args[firstOperand(args)] || literal('~'));
    const unless = Object.prototype.hasOwnProperty.call(READ_UNLESS, name) ? READ_UNLESS[name] : undefined;
    if (unless !== undefined && args.some((w) => w.dyn === 2 || unless.test(w.text))) {
      if (args.some((w) => ctx.touches(w))) ctx.say('state', `${name} on the workflow state`);
      return ctx.say('opaque', `${name} with an option that writes or runs something`);
    }
    // Names and numbers of these are evaluated, and an index may hold a substitution.
    const evaluates = /^(let|test|\[|read|mapfile|readarray|getopts|unset|declare|typeset|local|readonly|export|wait)$/.test(name) || (name === 'printf' && args.some((w) => w.text.startsWith('-v')));
    if (evaluates && [...args, ...cmd.input].some((w) => RUNNING_INDEX.test(w.text) || (name === 'let' && w.dyn === 2)))
      return ctx.say('opaque', `${name} with an index that runs a command`);
    const sets = /^(read|mapfile|readarray|getopts|unset|hash)$/.test(name) || (name === 'printf' && args.some((w) => w.text.startsWith('-v')));
    if (sets && args.some((w) => w.dyn > 0 || RISKY_VARIABLE.test(w.text) || (name === 'hash' && w.text.startsWith('-p'))))
      ctx.say('opaque', `${name}, which changes what commands do`);
    return undefined;
  }
  // A script of the project may do anything with such an option.
  const installed = !first.text.includes('/') || /^\/(usr|bin|opt)\/|(^|\/)node_modules\/\.bin\//.test(first.text);
  if (installed && args.length > 0 && args.every((w) => /^(--version|--help|-h|-V|-v|version)$/.test(w.text))) return undefined;
  const unless = Object.prototype.hasOwnProperty.call(READ_UNLESS, name) ? READ_UNLESS[name] : undefined;
  if (unless !== undefined) {
    const asks = (w, k) => name === 'curl' && (/^(-[sSLkfiIv]*X|--request=)(GET|HEAD)$/.test(w.text) || (/^(-[sSLkfiIv]*X|--request)$/.test(w.text) && args[k + 1] !== undefined && args[k + 1].dyn === 0 && /^(GET|HEAD)$/.test(args[k + 1].text)));
    const bad = args.filter((w, k) => !asks(w, k)).find((w) => w.dyn === 2 || unless.test(w.text));
    if (bad === undefined && (name !== 'tsc' || args.some((w) => w.text === '--noEmit'))) return undefined;
    if (bad !== undefined && bad.dyn === 2) return ctx.say('opaque', `${name} with an option that is not written out`);
  }
  if (/^(docker|podman)(-compose)?$/.test(name)) {
    const at = name.endsWith('-compose') ? 0 : 1;
    if ((at === 0 || (args[0] && args[0].text === 'compose')) && args[at] && /^(ps|logs|ls|images|top|port|version|events|stats)$/.test(args[at].text) && !args.some((w) => w.dyn === 2)) return undefined;
  }
  const verbs = Object.prototype.hasOwnProperty.call(READ_VERBS, name) ? READ_VERBS[name] : undefined;
  if (verbs !== undefined) {
    const bars = Object.prototype.hasOwnProperty.call(VERB_UNLESS, name) ? VERB_UNLESS[name] : undefined;
    const listed = (w) => ` ${verbs} `.includes(` ${w.text} `);
    const verb = verbs.startsWith('-') ? args.find(listed) : args.find((w) => !w.text.startsWith('-') && !w.text.includes('=')) || args.find(listed);
    if (verb !== undefined && verb.dyn === 0 && listed(verb) && !args.some((w) => w.dyn === 2 || (w !== verb && CHANGING_OPTION.test(w.text)) || (bars !== undefined && bars.test(w.text)))) {
      if (name === 'just') peekRecipes('justfile', args, ctx);
      return undefined;
    }
    if (name === 'tmux' || (bars !== undefined && args.some((w) => bars.test(w.text)))) ctx.say('opaque', `${name} with words that may run something else`);
  }
  if (/^(curl|wget|https?|xh)$/.test(name) && args.some((w) => w.dyn > 0 || /git(hub|lab|ea)|bitbucket|\/(pulls|merge)/i.test(w.text)))
    ctx.say('finish', `${name} with data for a forge`);
  if (OTHER_FORGES.has(name)) ctx.say('finish', `${name}, which can commit and push`);
  return inspectWriter(name, first, args, cmd, ctx);
}

/** A program that changes files, or one we do not know. */
function inspectWriter(name, first, args, cmd, ctx) {
  const operands = args.filter((w) => !w.text.startsWith('-'));
  if (args.length > WORDS_CAP) return ctx.say('state', `${name} with more arguments than can be checked`);
  const removed = name === 'mv' && operands.length > 1 ? operands.slice(0, -1) : operands;
  const above = REMOVERS.has(name) && (name !== 'rsync' || args.some((w) => w.text.startsWith('--del')));
  if (args.some((w) => ctx.touches(w)) || (above && removed.some((w) => ctx.touches(w, true))) || cmd.input.some((doc) => MENTIONS_STATE.test(doc.text)))
    ctx.say('state', `${name} on the workflow state`);
  if (name === 'patch') inspectPatch(name, args, cmd, ctx);
  if (/^(cp|mv|rsync|ditto|install)$/.test(name) && operands.length > 1 && ctx.touches(operands.at(-1), true))
    for (const w of operands.slice(0, -1)) {
      const brought = w.dyn === 0 && (w.glob ? globMatches(base(w.text), FOLDER) : ctx.holds(w.text) && (name !== 'mv' || /\/\.?$/.test(w.text)));
      if (brought) ctx.say('state', `${name} of a folder that holds a workflow state`);
    }
  for (const w of operands) ctx.visit(w);
  if (WRITERS.has(name)) return ctx.say('write', `${name}, which changes files`);
  if (/^(g?make|just|task|rake)$/.test(name) && ['Makefile', 'makefile', 'GNUmakefile', 'justfile', 'Taskfile.yml', 'Rakefile'].some((file) => mentionsFinish(ctx.read(file) || '')))
    ctx.say('finish', `${name}, whose file names git or gh`);
  if (first.text.includes('/')) inspectFile(first, ctx);
  // Not a program: a shell alias or function of the user's profile, which may be anything.
  else if (!ctx.onPath(name)) return ctx.say('opaque', `${name}, which is not a program that can be found`);
  return ctx.say('program', `${name}, which may change files`);
}

/** A script that is about to run: a shell script is read like a command, others are searched. */
function inspectFile(w, ctx, asShell = false) {
  const text = w.dyn > 0 ? undefined : ctx.read(w.text);
  if (text === undefined) return ctx.say('opaque', 'a script that cannot be read');
  if (asShell || /^#!.*\b(ba|da|z|k|a)?sh\b/.test(text.slice(0, 128))) return ctx.script(text.replace(/^#!.*/, ''));
  if (mentionsFinish(text)) ctx.say('finish', `${base(w.text)}, a script that names git or gh`);
  if (MENTIONS_STATE.test(text)) ctx.say('state', `${base(w.text)}, a script that names the workflow state`);
  return undefined;
}

function inspectShellProgram(args, cmd, ctx) {
  // Only the syntax is checked.
  if (args[0] && args[0].text === '-n' && args[1] && !/^[-+]/.test(args[1].text) && args[1].dyn < 2) return undefined;
  let k = 0;
  for (; k < args.length && /^[-+]/.test(args[k].text) && args[k].text !== '-'; k += 1) {
    const { text, dyn } = args[k];
    if (dyn > 0) return ctx.say('opaque', 'a shell with options that are not written out');
    if (text === '--version' || text === '--help') return undefined;
    if (text === '--') {
      k += 1;
      break;
    }
    if (text === '-o' || text === '+o' || text === '-O' || text === '--rcfile' || text === '--init-file') k += 1;
    if (/rcfile|init-file/.test(text)) return ctx.say('opaque', 'a shell with a start file');
    if (/^-[a-zA-Z]*c[a-zA-Z]*$/.test(text)) {
      const code = args.slice(k + 1).find((w) => !/^[-+]/.test(w.text));
      if (code === undefined || code.dyn > 0) return ctx.say('opaque', 'a shell command that is not written out');
      return ctx.script(code.text);
    }
    if (/^-[a-zA-Z]*s[a-zA-Z]*$/.test(text)) {
      k = args.length;
      break;
    }
  }
  const file = args[k];
  if (file !== undefined && file.text !== '-') return inspectFile(file, ctx, true);
  if (cmd.input.length === 0 || cmd.piped) return ctx.say('opaque', 'a shell that reads its commands from elsewhere');
  for (const doc of cmd.input) {
    if (doc.dyn > 0) ctx.say('opaque', 'a shell whose input is not written out');
    else ctx.script(doc.text);
  }
  return undefined;
}

/** An option of node that runs or writes something besides the tests; the usual loaders are known. */
function nodeRuns(text, next) {
  const preload = /^(-r|--require|--import|--loader|--experimental-loader)(?:=(.*))?$/.exec(text);
  if (preload !== null) return !/^(tsx(\/\w+)?|ts-node\/(register|esm)|@swc-node\/register|dotenv\/config|source-map-support\/register)$/.test(preload[2] || (next ? next.text : ''));
  return /^(-[a-zA-Z]*[epri]|--(eval|print|interactive|run|require|import|loader|experimental-loader|cpu-prof|heap-prof|test-update|env-file|build-|redirect-warnings|trace-event|diagnostic-dir|report|snapshot-blob|openssl-config)|--test-reporter-destination(?!=std(out|err)$)|--test-reporter=(?!(spec|tap|dot|junit|lcov)$))/.test(text);
}

function inspectInterpreter(name, args, cmd, ctx) {
  if (args.length > 0 && args.every((w) => /^(--version|-V|-v|--help|-h)$/.test(w.text))) return undefined;
  const inline = name.startsWith('py') ? /^-[A-Za-z]*c/ : /^-[A-Za-z0-9]*[eEpri]|^--(eval|print|run|exec|require|import|loader)/;
  if (/^(node|nodejs)$/.test(name) && args.some((w) => /^(--test|--check|-c)$/.test(w.text)) && !args.some((w, k) => w.dyn === 2 || nodeRuns(w.text.replaceAll('_', '-'), args[k + 1])))
    return undefined;
  if (name === 'bun' && args[0] && args[0].text === 'test') return undefined;
  if (name === 'bun' && args[0] && /^(run|x)$/.test(args[0].text)) return inspectPackageManager(args, cmd, ctx, name);
  const at = firstOperand(args, '-W -X -Q -I -m --conditions -C');
  const options = args.slice(0, at);
  const module = args.findIndex((w) => w.text === '-m');
  if (name.startsWith('py') && module !== -1 && module < at) {
    const target = args[module + 1];
    if (target === undefined || target.dyn > 0) return ctx.say('opaque', 'a Python module that is not written out');
    if (target.text === 'json.tool' && args.slice(module + 2).filter((w) => !w.text.startsWith('-')).length < 2) return undefined;
    return inspectWords([target, ...args.slice(module + 2)], cmd, ctx);
  }
  const script = args[at];
  if (options.some((w) => w.dyn > 0 || inline.test(w.text)) || script === undefined || script.text === '-' || script.dyn > 0 || cmd.piped && script === undefined) {
    const code = [...args, ...cmd.input].map((w) => w.text).join('\n');
    if (MENTIONS_STATE.test(code)) ctx.say('state', `${name} code that names the workflow state`);
    return ctx.say('opaque', `code given to ${name} on the command line`);
  }
  if (/(^|\/)autodev(\.m?js)?$|autodev[^/]*\/(src\/main\.ts|dist\/main\.js)$/.test(script.text)) return inspectAutodev(args.slice(at + 1), ctx);
  if (args[at + 1] && args[at + 1].text === 'develop') inspectAutodev(args.slice(at + 1), ctx);
  if (args.some((w) => ctx.touches(w))) ctx.say('state', `${name} on the workflow state`);
  if (ctx.read(script.text) !== undefined) inspectFile(script, ctx);
  return ctx.say('program', `${name} ${base(script.text)}, which may change files`);
}

function unwrap(name, args, cmd, ctx) {
  const [valued, before] = WRAPPERS[name];
  const at = firstOperand(args, valued);
  const options = args.slice(0, at);
  if (name === 'command' && options.some((w) => /^-[pvV]*[vV]/.test(w.text))) return undefined;
  if (Object.prototype.hasOwnProperty.call(WRAPPER_WRITES, name) && options.some((w) => WRAPPER_WRITES[name].test(w.text))) {
    if (args.some((w) => ctx.touches(w))) ctx.say('state', `${name} on the workflow state`);
    ctx.say('write', `${name} with an output file`);
  }
  // Whether an unknown long option takes the next word decides which word is the program.
  if (options.some((w) => w.text.startsWith('--') && !w.text.includes('=') && w.text !== '--' && !` ${valued} `.includes(` ${w.text} `) && !FLAGS.test(w.text)))
    ctx.say('opaque', `${name} with an option that is not known`);
  if (name === 'npx' && args.some((w) => /^(-c|--call)/.test(w.text))) return ctx.say('opaque', 'npx --call');
  if (/^(sudo|doas)$/.test(name) && args[0] && /^-[a-zA-Z]*[sie]$/.test(args[0].text)) return ctx.say('opaque', `${name} with a shell or an editor`);
  let rest = args.slice(at + before);
  while (rest.length > 0 && /^[A-Za-z_]\w*=/.test(rest[0].raw)) {
    inspectVariable(rest[0].text.split('=', 1)[0], { text: rest[0].text.slice(rest[0].text.indexOf('=') + 1), dyn: rest[0].dyn }, ctx);
    rest = rest.slice(1);
  }
  if (rest.length > 0 && (name === 'npx' || name === 'bunx')) rest = [{ ...rest[0], text: rest[0].text.replace(/(.)@[^/]*$/, '$1') }, ...rest.slice(1)];
  return inspectWords(rest, cmd, ctx);
}

function inspectEnv(args, cmd, ctx) {
  let k = 0;
  for (; k < args.length; k += 1) {
    const { text, raw, dyn } = args[k];
    if (/^(-S|--split-string(=|$))/.test(text)) {
      const rest = [text.replace(/^(-S|--split-string=?)/, ''), ...args.slice(k + 1).map((w) => w.text)];
      return args.slice(k).some((w) => w.dyn > 0) ? ctx.say('opaque', 'env -S that is not written out') : ctx.script(rest.join(' '));
    }
    if (/^(-u|--unset)$/.test(text)) {
      k += 1;
      if (args[k]) inspectVariable(args[k].text, { text: '?', dyn: 0 }, ctx);
    } else if (/^(-C|--chdir)$/.test(text)) {
      k += 1;
      if (args[k]) ctx.visit(args[k], true);
    } else if (text.startsWith('--chdir=')) ctx.visit(literal(text.slice(8)), true);
    else if (text.startsWith('--unset=') || /^-u./.test(text)) inspectVariable(text.replace(/^(--unset=|-u)/, ''), { text: '?', dyn: 0 }, ctx);
    else if (/^[A-Za-z_]\w*=/.test(raw) || /^[A-Za-z_]\w*=/.test(text)) inspectVariable(text.split('=', 1)[0], { text: text.slice(text.indexOf('=') + 1), dyn }, ctx);
    else if (!text.startsWith('-')) break;
    else if (!/^(-|--|-i|-0|-v|-i0|-iv|--ignore-environment|--null|--debug|--version|--help)$/.test(text)) return ctx.say('opaque', 'env with an option that is not known');
  }
  return inspectWords(args.slice(k), cmd, ctx);
}

/** Git takes the beginning of a long option for the whole of it. */
function abbreviates(text, names) {
  if (!/^--[a-z0-9]/.test(text)) return false;
  const said = text.slice(2).split('=', 1)[0];
  return names.split(' ').some((name) => name.startsWith(said));
}

function inspectGit(args, cmd, ctx) {
  let k = 0;
  for (; k < args.length; k += 1) {
    const { text, dyn, glob } = args[k];
    if (dyn > 0 || glob) return ctx.say('opaque', 'git with a subcommand that is not written out');
    if (text === '-c' || text === '--config-env') {
      k += 1;
      if (!args[k] || args[k].dyn > 0 || !HARMLESS_CONFIG.test(args[k].text)) return ctx.say('opaque', 'git -c with a setting that can run other commands');
    } else if (text === '-C') {
      k += 1;
      if (args[k]) ctx.visit(args[k], true);
    } else if (/^--(git-dir|work-tree|namespace|super-prefix|attr-source)$/.test(text)) {
      k += 1;
      if (args[k]) ctx.visit(args[k]);
    } else if (/^--(git-dir|work-tree)=/.test(text)) ctx.visit(literal(text.slice(text.indexOf('=') + 1)));
    else if (/^--(exec-path=|config-env=)/.test(text)) return ctx.say('opaque', `git ${text.split('=', 1)[0]}`);
    else if (!text.startsWith('-') || /^--(version|help)$/.test(text)) break;
  }
  if (args[k] === undefined) return undefined;
  const verb = args[k].text;
  const rest = args.slice(k + 1);
  const dashes = rest.findIndex((w) => w.text === '--');
  const options = dashes === -1 ? rest : rest.slice(0, dashes);
  if (verb === 'submodule' && rest[0] && rest[0].text === 'foreach') return ctx.say('opaque', 'git submodule foreach');
  if (verb === 'bisect' && rest[0] && rest[0].text === 'run') return ctx.say('opaque', 'git bisect run');
  gitState(verb, rest, cmd, ctx);
  const forms = Object.prototype.hasOwnProperty.call(GIT_READ_FORMS, verb) ? GIT_READ_FORMS[verb] : undefined;
  const reading =
    GIT_READ.has(verb) ||
    (forms !== undefined && rest.some((w) => forms.test(w.text)) && !rest.some((w) => w.dyn === 0 && abbreviates(w.text, 'delete move copy force edit add replace-all edit-description 3way apply index cached output unset-upstream set-upstream-to unset unset-all')) && !rest.some((w) => w.dyn === 0 && /^(-[dDmMcCfu]|--(delete|move|copy|force|set-upstream.*|unset.*|edit|add|replace-all|edit-description|3way|apply|index|cached|output.*))$|^-o/.test(w.text))) ||
    (GIT_BARE_READS.has(verb) && rest.length === 0) ||
    (verb === 'config' && rest.filter((w) => /^[\w-]+\./.test(w.text)).length === 1 && rest.every((w) => /^([\w-]+\..*|--(global|local|system|worktree|show-origin|show-scope|null|includes|name-only|bool|int|path)|-z)$/.test(w.text))) ||
    (verb === 'symbolic-ref' && rest.filter((w) => !w.text.startsWith('-')).length === 1) ||
    (verb === 'archive' && !rest.some((w) => /^(-o|--output|--exec|--remote)/.test(w.text)));
  if (reading) {
    if (options.some((w) => w.dyn === 2)) return ctx.say('opaque', `git ${verb} with an option that is not written out`);
    if (options.some((w) => abbreviates(w.text, 'output ext-diff upload-pack receive-pack exec open-files-in-pager')))
      return ctx.say('opaque', `git ${verb} with an option that may write or run something`);
    if (options.some((w) => /^--(output(=|$)|ext-diff|upload-pack|receive-pack|exec|open-files-in-pager)|^ext::/.test(w.text) || (verb === 'grep' && /^-[a-zA-Z]*O/.test(w.text))))
      return ctx.say('opaque', `git ${verb} with an option that writes or runs something`);
    return undefined;
  }
  if (GIT_FINISH.has(verb)) return ctx.say('finish', `git ${verb}`);
  if (GIT_BOTH.has(verb)) {
    ctx.say('finish', `git ${verb}, which makes commits`);
    return ctx.say('write', `git ${verb}, which changes files`);
  }
  if (verb === 'config' && rest.some((w) => w.dyn > 0 || /^(alias|core\.(hookspath|fsmonitor|sshcommand|editor|pager|askpass))|^(include|includeif|filter|diff|merge|credential|url|remote)\./i.test(w.text)))
    ctx.say('opaque', 'git config of something that can run other commands');
  if (GIT_WRITE.has(verb)) return ctx.say('write', `git ${verb}, which changes files`);
  return ctx.say('opaque', `git ${verb}, an alias or an extension`);
}

/** Git commands that can remove or replace the state file although it is ignored or untracked. */
function gitState(verb, rest, cmd, ctx) {
  const paths = rest.filter((w) => !w.text.startsWith('-'));
  const flag = (pattern) => rest.some((w) => pattern.test(w.text));
  // The value of -e is no path; git expands patterns by itself, and `:/` is the top.
  const cleaned = paths.filter((w) => !/^(-[a-zA-Z]*e|--exclude)$/.test((rest[rest.indexOf(w) - 1] || { text: '' }).text));
  const sweeps = cleaned.length === 0 || cleaned.some((w) => w.dyn > 0 || /^:|^[^/]*[*?[]/.test(w.text) || ctx.touches(w, true));
  if (verb === 'clean' && flag(/^-[a-zA-Z]*[xXd]/) && !flag(/^(-[a-zA-Z]*n[a-zA-Z]*|--dry-run)$/) && sweeps)
    ctx.say('state', 'git clean, which removes the workflow state');
  if (verb === 'stash' && flag(/^(-[a-zA-Z]*[ua]|--all|--include-untracked)$/)) ctx.say('state', 'git stash of untracked files, which removes the workflow state');
  if (/^(rm|mv|checkout|restore|add|apply|am|update-index|checkout-index)$/.test(verb)) {
    if (verb !== 'add' && paths.some((w) => ctx.touches(w))) ctx.say('state', `git ${verb} on the workflow state`);
    if (/^(apply|am)$/.test(verb)) {
      const looks = flag(/^--(check|stat|numstat|summary|abort|continue|skip|quit|show-current-patch)/) && !flag(/^--apply/);
      if (!looks) inspectPatch(`git ${verb}`, rest, cmd, ctx);
    }
  }
}

/** A patch names the files it changes; one that comes through a pipe cannot be read, so it is refused. */
function inspectPatch(name, args, cmd, ctx) {
  const operands = args.map((w) => ({ ...w, text: w.text.replace(/^(-i|--input=)(?=.)/, '') })).filter((w) => !w.text.startsWith('-'));
  const files = [...operands, ...cmd.redirects.filter(({ kind }) => kind === '<').map(({ target }) => target)].map((w) => (w.dyn > 0 ? undefined : ctx.read(w.text)));
  const texts = [...cmd.input.map((doc) => doc.text), ...files.filter((text) => text !== undefined)];
  const plain = (text) => text.replace(/\\([0-7]{3})/g, (all, octal) => String.fromCharCode(parseInt(octal, 8)));
  if (texts.some((text) => MENTIONS_STATE.test(plain(text))) || ctx.touches(literal('.')) || MENTIONS_STATE.test(ctx.whole)) return ctx.say('state', `${name} of a patch on the workflow state`);
  if (cmd.piped && texts.length === 0) return ctx.say('state', `${name} of a patch from a pipe, which may change the workflow state`);
  return undefined;
}

function inspectGh(args, cmd, ctx) {
  const plain = [];
  for (let k = 0; k < args.length; k += 1) {
    if (/^(-R|--repo|--hostname)$/.test(args[k].text)) k += 1;
    else if (!args[k].text.startsWith('-')) plain.push(args[k]);
  }
  const [group, verb] = plain;
  if (group === undefined) return undefined;
  if (group.dyn > 0 || (verb !== undefined && verb.dyn > 0 && group.text !== 'api')) return ctx.say('opaque', 'gh with a subcommand that is not written out');
  const reads = verb === undefined || /^(view|list|status|diff|checks|watch|verify|ls)$/.test(verb.text);
  if (group.text === 'pr') {
    if (reads) return undefined;
    if (/^(checkout|co)$/.test(verb.text)) ctx.say('write', 'gh pr checkout, which changes files');
    return ctx.say('finish', `gh pr ${verb.text}`);
  }
  if (group.text === 'api') {
    const isMethod = (w) => /^(-i*X|--method)/.test(w.text);
    if (args.filter(isMethod).length > 1) return ctx.say('opaque', 'gh api with more than one method');
    const method = args.findIndex(isMethod);
    const said = method === -1 ? 'GET' : args[method].text.replace(/^(-i*X|--method)=?/, '') || (args[method + 1] || { text: '?' }).text;
    const sends = args.some((w) => w.dyn === 2 || /^(-i*[fF]|--field|--raw-field|--input)/.test(w.text));
    if (said.toUpperCase() === 'GET' && !sends) return undefined;
    return ctx.say('finish', 'gh api with data to send');
  }
  if (/^(search|status|auth)$/.test(group.text) && (reads || group.text === 'search' || verb.text === 'token')) return undefined;
  if (/^(issue|repo|release|run|workflow|label|gist|org|project|ruleset|cache|secret|variable|codespace|ssh-key|gpg-key|config|help|version|browse|auth)$/.test(group.text)) {
    if (reads) return undefined;
    if (/^(release|repo|workflow|run)$/.test(group.text)) ctx.say('finish', `gh ${group.text} ${verb.text}`);
    return ctx.say('program', `gh ${group.text} ${verb.text}, which changes something`);
  }
  return ctx.say('opaque', `gh ${group.text}, an alias or an extension`);
}

function inspectAutodev(args, ctx) {
  const plain = args.filter((w) => !w.text.startsWith('-'));
  const [group, verb] = plain;
  if (group === undefined) return undefined;
  if (group.dyn > 0 || (verb !== undefined && verb.dyn > 0)) {
    if (/^(auto|sessions|why|logs)$/.test(group.text)) return undefined;
    return ctx.say('opaque', 'autodev with a command that is not written out');
  }
  if (group.text === 'develop') {
    if (verb !== undefined && /^(gate|reset)$/.test(verb.text)) ctx.say('state', `autodev develop ${verb.text}, which is for people at a terminal`);
    return undefined;
  }
  if (/^(hook|sessions|status|list|why|logs|doctor|costs|report|help|completion)$/.test(group.text)) return undefined;
  if (/^(config|repo)$/.test(group.text) && verb !== undefined && /^(show|get|list|schema)$/.test(verb.text)) return undefined;
  if (group.text === 'spec' && (verb === undefined || /^(parse|validate|tree|index|graph|status|exports|diff|impact|drift)$/.test(verb.text))) return undefined;
  return ctx.say('program', `autodev ${group.text}, which may change files`);
}

function inspectPackageManager(args, cmd, ctx, name) {
  const at = firstOperand(args, '--prefix -C --filter -F -w --workspace --cwd --dir');
  const verb = args[at];
  if (verb === undefined) return args.some((w) => /^(--version|-v|--help|-h)$/.test(w.text)) ? undefined : ctx.say('program', `${name} install`);
  if (verb.dyn > 0) return ctx.say('opaque', `${name} with a command that is not written out`);
  const rest = args.slice(at + 1);
  if (/^(exec|x|dlx)$/.test(verb.text)) return inspectWords(rest.slice(firstOperand(rest, '-p --package')), cmd, ctx);
  if (/^(ls|list|ll|la|outdated|view|info|show|why|explain|root|prefix|bin|search|ping|whoami|help|licenses)$/.test(verb.text)) return undefined;
  if (verb.text === 'audit' && !rest.some((w) => w.text === 'fix' || w.text === '--fix')) return undefined;
  if (/^(config|pkg)$/.test(verb.text) && rest[0] && /^(get|list|ls)$/.test(rest[0].text)) return undefined;
  if (verb.text === 'version' && name !== 'bun') {
    if (rest.every((w) => w.dyn === 0 && /^(--json|-h|--help)$/.test(w.text))) return undefined;
    ctx.say('finish', `${name} version, which commits and tags`);
    return ctx.say('write', `${name} version, which changes package.json`);
  }
  // Not the script of that name: it replaces node_modules.
  if (/^(ci|clean-install|ic|install-clean|install-ci-test|cit)$/.test(verb.text)) {
    peekPackage('install', ctx);
    return inspectWriter(name, literal(name), args, cmd, ctx);
  }
  const script = /^(run|run-script|rum|urn)$/.test(verb.text) ? rest[firstOperand(rest)] : verb;
  if (script === undefined) return undefined;
  if (script.dyn > 0) return ctx.say('opaque', `${name} with a script that is not written out`);
  peekPackage(script.text, ctx);
  if ((READ_SCRIPT.test(script.text) || /^(t|tst)$/.test(script.text)) && !/fix|write|update/.test(script.text) && !args.some((w) => w.dyn === 2 || CHANGING_OPTION.test(w.text))) return undefined;
  if (verb.text === 'publish') ctx.say('finish', `${name} publish`);
  return inspectWriter(name, literal(name), args, cmd, ctx);
}

const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'];

function inspectMake(args, cmd, ctx, name) {
  const goals = [];
  let file;
  let dry = false;
  for (let k = 0; k < args.length; k += 1) {
    const { text, dyn } = args[k];
    if (dyn === 2 || /^(--ev|-E|-[a-zA-Z]*I|--inc)/.test(text)) return opaque(args, cmd, ctx, name);
    // What a variable holds is run where the file uses it.
    if (/^\w+\s*[:?+!]*=/.test(text)) {
      if (/^(SHELL|MAKEFLAGS|\.SHELLFLAGS|MAKE)\b|[$`;|&]|\b(git|gh)\b|::?=/.test(text) || dyn > 0) return opaque(args, cmd, ctx, name);
    } else if (/^(-f|--file|--makefile)$/.test(text)) {
      k += 1;
      file = args[k] ? args[k].text : '';
    } else if (/^(-f.|--(make)?file=)/.test(text)) file = text.replace(/^(-f|--(make)?file=)/, '');
    else if (/^(-C|--directory)$/.test(text)) {
      k += 1;
      if (args[k]) ctx.visit(args[k], true);
    } else if (/^(-C.|--directory=)/.test(text)) ctx.visit(literal(text.replace(/^(-C|--directory=)/, '')), true);
    else if (/^(-[a-zA-Z]*n|--dry-run|--just-print|--recon|-v|--version|-h|--help)$/.test(text)) dry = true;
    else if (/^(-[jlo]|--(jobs|load-average|old-file))$/.test(text)) k += /^\d/.test((args[k + 1] || { text: '' }).text) ? 1 : 0;
    else if (!text.startsWith('-')) goals.push(args[k]);
  }
  if (dry) return undefined;
  const tests = goals.length > 0 && goals.every((w) => w.dyn === 0 && /^(tests?|check|lint|typecheck|unit|e2e)$/.test(w.text));
  if (!tests) return inspectWriter(name, literal(name), args, cmd, ctx);
  if (file !== undefined && ctx.read(file) === undefined) return ctx.say('opaque', `${name} with a file that cannot be read`);
  for (const path of file === undefined ? MAKEFILES : [file]) peekRecipes(path, goals, ctx);
  return undefined;
}

/** What the recipes behind some goals would do to the forge or the state, as `peekPackage` tells for npm. */
function peekRecipes(path, goals, ctx) {
  const text = ctx.read(path);
  if (text === undefined) return;
  const rules = new Map();
  const values = new Map();
  let open = [];
  for (const line of text.replace(/\\\r?\n/g, ' ').split(/\r?\n/)) {
    if (/^[ \t]/.test(line)) {
      for (const rule of open) rule.lines.push(line.trim());
      continue;
    }
    const set = /^(?:export |override )?\s*([\w.-]+)\s*[:?+!]*=\s*(.*)$/.exec(line);
    const rule = set === null ? /^([^\s#:=][^:=#]*?)\s*::?(?!=)\s*([^;#]*)(?:;(.*))?/.exec(line) : null;
    if (set !== null) values.set(set[1], set[2].replace(/^(['"])(.*)\1$/, '$2'));
    if (rule !== null) {
      open = rule[1].split(/\s+/).map((target) => {
        if (!rules.has(target)) rules.set(target, { needs: [], lines: [] });
        const own = rules.get(target);
        own.needs.push(...rule[2].split(/\s+/));
        if (rule[3]) own.lines.push(rule[3].trim());
        return own;
      });
    } else if (line.trim() !== '' && !line.startsWith('#')) open = [];
  }
  const fill = (value, depth = 0) => (depth > 4 || value.length > 10_000 ? value : value.replace(/\$[({]([\w.-]+)[)}]|\{\{\s*(\w+)\s*\}\}/g, (all, a, b) => (a === 'MAKE' ? 'make' : values.has(a || b) ? fill(values.get(a || b), depth + 1) : all)));
  // What other files and patterns add is not followed: then the whole text counts.
  const unclear = /^-?(s?include|import)\b|^[^\t\n#]*%[^\n]*:/m.test(text) || /\$[({](shell|eval|call|file)\b/.test(text);
  if (unclear && mentionsFinish(text)) ctx.say('finish', `${base(path)}, which names git or gh`);
  const seen = new Set(goals.map((w) => w.text));
  for (const goal of seen) {
    const rule = rules.get(goal);
    if (rule === undefined || seen.size > 200) continue;
    for (const need of rule.needs) for (const each of fill(need).split(/\s+/)) seen.add(each);
    for (const line of rule.lines) {
      const run = fill(line).replace(/^[@+\-\s]+/, '').replaceAll('$$', '$');
      const again = /^make\s+([\w.-]+)\s*$/.exec(run);
      if (again !== null) seen.add(again[1]);
      else ctx.peek(run);
    }
  }
}

/** What a script of package.json would do to the forge or the state; that it may write files is known anyway. */
function peekPackage(script, ctx) {
  let scripts;
  try {
    scripts = JSON.parse(ctx.read('package.json') || '{}').scripts;
  } catch {}
  for (const key of [`pre${script}`, script, `post${script}`]) {
    const text = typeof scripts === 'object' && scripts !== null ? scripts[key] : undefined;
    if (typeof text === 'string') ctx.peek(text);
  }
}

/** A sed script that only reads: no `w`, no `e`, no file behind them. Anything else counts as writing. */
function plainSed(script) {
  const token = /[\s;{}!]+|#[^\n]*|(\d+(~\d+)?|\$|\/(\\.|[^/\\\n])*\/[IM]*)(\s*,\s*(\d+|\$|[+~]\d+|\/(\\.|[^/\\\n])*\/[IM]*))?|[pdqQ=nNgGhHxDPlFz](?=\s*\d*\s*([;}\n]|$))\s*\d*|[:bt]\s*\w*|[aic]\\?[^\n]*|s([^\w\s\\])(\\[\s\S]|(?!\8)[^\\])*\8(\\[\s\S]|(?!\8)[^\\])*\8[gpiIM\d]*(?=\s*([;}\n]|$))|y([^\w\s\\])(\\[\s\S]|(?!\12)[^\\])*\12(\\[\s\S]|(?!\12)[^\\])*\12/y;
  for (let at = 0; at < script.length; at = token.lastIndex) {
    token.lastIndex = at;
    if (!token.test(script)) return false;
  }
  return true;
}

function inspectSed(args, cmd, ctx) {
  const scripts = [];
  let file;
  for (let k = 0; k < args.length; k += 1) {
    const { text, dyn } = args[k];
    if (text.startsWith('-') && text !== '-' && dyn > 0) return ctx.say('opaque', 'sed with an option that is not written out');
    if (/^(-[a-zA-Z]*[iI]|--in-place)/.test(text) && !/^-e/.test(text)) {
      if (args.some((w) => ctx.touches(w))) ctx.say('state', 'sed on the workflow state');
      for (const w of args) ctx.visit(w);
      ctx.say('write', 'sed -i, which changes files');
      continue;
    }
    if (/^--/.test(text) && !/^--(expression|file|quiet|silent|regexp-extended|null-data|zero-terminated|posix|separate|unbuffered|line-length|debug|sandbox|help|version|follow-symlinks)?(=|$)/.test(text)) return ctx.say('opaque', 'sed with an option that is not known');
    if (/^(-[a-zA-Z]*f|--file)/.test(text) && !/^-e/.test(text)) return ctx.say('opaque', 'sed with a script file');
    if (/^(-[nErsuz]*e|--expression)$/.test(text)) {
      k += 1;
      if (args[k]) scripts.push(args[k]);
    } else if (/^(-e.|--expression=)/.test(text)) scripts.push({ ...args[k], text: text.replace(/^(-e|--expression=)/, '') });
    else if (!text.startsWith('-') && file === undefined) file = args[k];
  }
  if (scripts.length === 0 && file !== undefined) scripts.push(file);
  for (const w of scripts) {
    const text = w.text.split(DYNAMIC).join('1');
    if (w.dyn < 2 && plainSed(text)) continue;
    // Without the file name behind a last `w` it is plain: it writes, but runs nothing.
    if (w.dyn === 2 || !plainSed(text.replace(/w\s+[^\s;}]+\s*$/, ''))) return ctx.say('opaque', 'a sed script that may run other commands');
    if (MENTIONS_STATE.test(text) || ctx.touches(literal(/[^\s]*\s*$/.exec(text)[0].trim()))) ctx.say('state', 'sed on the workflow state');
    ctx.say('write', 'a sed script that writes files');
  }
  if (args.some((w) => w.dyn === 2)) return ctx.say('opaque', 'sed with an argument that may be an option');
  return undefined;
}

function inspectAwk(args, cmd, ctx) {
  let program;
  const sources = [];
  for (let k = 0; k < args.length && program === undefined; k += 1) {
    const { text } = args[k];
    if (/^(-e|--source)$/.test(text)) {
      k += 1;
      if (args[k]) sources.push(args[k]);
      continue;
    }
    if (/^(-e.|--source=)/.test(text)) {
      sources.push({ ...args[k], text: text.replace(/^(-e|--source=)/, '') });
      continue;
    }
    if (text.startsWith('--') && !/^--(field-separator|assign|version|help|posix|traditional|re-interval|csv|lint|characters-as-bytes|bignum|non-decimal-data|sandbox)?(=|$)/.test(text)) return ctx.say('opaque', 'awk with an option that is not known');
    if (/^(-f|--file|-i|--include|-l|--load|-E|--exec|-D|-d|-o|-p|--(dump|pretty|profile))/.test(text)) return ctx.say('opaque', 'awk with files of its own');
    if (/^(-F|-v|--field-separator|--assign)$/.test(text)) k += 1;
    else if (!text.startsWith('-')) program = args[k];
  }
  if (sources.length > 0) program = { text: sources.map((w) => w.text).join('\n'), dyn: Math.max(...sources.map((w) => w.dyn)) };
  if (program === undefined) return undefined;
  if (program.text.length > 4_000) return ctx.say('opaque', 'a long awk program');
  const bare = program.text.replace(/\\\n/g, ' ').replace(/"(\\.|[^"\\])*"/g, '""').replace(/(^|[~!({};,&|]|\s)\/((?:\\.|[^/\\\n])*)\//g, (all, before, inner) => (/print|"|getline|system/.test(inner) ? all : `${before}0`));
  if (program.dyn === 2) return ctx.say('opaque', 'an awk program that is not written out');
  if (/\bprintf?\b[^;}\n]*>/.test(bare)) return ctx.say('write', 'awk that prints to a file');
  if (/\bsystem\s*\(|(^|[^|])\|([^|]|$)|\bgetline\b.*<|@\w+/.test(bare)) return ctx.say('opaque', 'awk that runs other commands');
  return undefined;
}

function inspectFind(args, cmd, ctx) {
  let exec;
  // A name limits the search only where it is asked for: not behind a `!`, and in every branch of an `-o`.
  const not = (w) => w !== undefined && /^(!|-not)$/.test(w.text);
  const branches = [[]];
  for (const [k, w] of args.entries()) {
    if (/^(-o|-or|,)$/.test(w.text)) branches.push([]);
    else if (/^-i?name$/.test(w.text) && args[k + 1] && !not(args[k - 1])) branches.at(-1).push(args[k + 1].text);
  }
  const unlimited = branches.some((branch) => branch.length === 0) || args.some((w, k) => not(w) && args[k + 1] && args[k + 1].text === '(');
  const names = unlimited ? [] : branches.flat();
  const roots = args.slice(0, args.findIndex((w) => /^[-(!]/.test(w.text)) >>> 0);
  const covers = (roots.length === 0 ? [literal('.')] : roots).some((w) => w.dyn > 0 || ctx.touches(w, true));
  const hits = covers && (names.length === 0 || names.some((name) => globMatches(name, 'state.json') || globMatches(name, FOLDER)));
  for (const [k, w] of args.entries()) {
    if (exec !== undefined) {
      if (w.text === ';' || (w.text === '+' && args[k - 1].text === '{}')) {
        if (hits && exec[0] && WRITERS.has(base(exec[0].text))) ctx.say('state', 'find, which reaches the workflow state');
        inspectWords(exec, cmd, ctx);
        exec = undefined;
      } else exec.push(w.text === '{}' ? opaqueWord(1) : w);
    } else if (/^-(exec|ok)(dir)?$/.test(w.text)) exec = [];
    else if (w.text === '-delete') {
      if (hits) ctx.say('state', 'find -delete, which reaches the workflow state');
      ctx.say('write', 'find -delete');
    } else if (/^-f(printf?|print0|ls)$/.test(w.text)) ctx.say('write', `find ${w.text}`);
    else if (w.dyn === 2) ctx.say('opaque', 'find with an argument that is not written out');
  }
  if (exec !== undefined) ctx.say('opaque', 'find -exec without an end');
  return undefined;
}

const opaque = (args, cmd, ctx, name) => {
  if ([...args, ...cmd.input].some((w) => MENTIONS_STATE.test(w.text))) ctx.say('state', `${name} on the workflow state`);
  return ctx.say('opaque', `${name}, which runs what it is given`);
};
const joined = (args, cmd, ctx, name) => (args.some((w) => w.dyn > 0) ? ctx.say('opaque', `${name} of something that is not written out`) : ctx.script(args.map((w) => w.text).join(' ')));

/** Programs with rules of their own. */
const SPECIAL = {
  git: inspectGit,
  make: inspectMake,
  gmake: inspectMake,
  gh: inspectGh,
  env: inspectEnv,
  find: inspectFind,
  sed: inspectSed,
  gsed: inspectSed,
  awk: inspectAwk,
  gawk: inspectAwk,
  mawk: inspectAwk,
  nawk: inspectAwk,
  eval: joined,
  npm: inspectPackageManager,
  pnpm: inspectPackageManager,
  yarn: inspectPackageManager,
  ssh: opaque,
  parallel: opaque,
  screen: opaque,
  at: opaque,
  batch: opaque,
  crontab: opaque,
  expect: opaque,
  entr: opaque,
  source: (args, cmd, ctx) => (args[0] === undefined || /(^|\/)bin\/activate$/.test(args[0].text) ? undefined : inspectFile(args[0], ctx, true)),
  '.': (args, cmd, ctx) => SPECIAL.source(args, cmd, ctx),
  alias: (args, cmd, ctx) => {
    for (const w of args) {
      if (!w.text.includes('=')) continue;
      if (w.dyn > 0) ctx.say('opaque', 'an alias that is not written out');
      else ctx.script(w.text.slice(w.text.indexOf('=') + 1));
    }
  },
  trap: (args, cmd, ctx) => {
    if (args.length < 2 || /^(-|)$/.test(args[0].text) || /^-[lp]/.test(args[0].text)) return undefined;
    return joined(args.slice(0, 1), cmd, ctx, 'a trap');
  },
  watch: (args, cmd, ctx) => joined(args.slice(firstOperand(args, '-n --interval -d')), cmd, ctx, 'watch'),
  su: (args, cmd, ctx) => {
    const at = args.findIndex((w) => /^(-[a-z]*c|--command)$/.test(w.text));
    return at === -1 ? opaque(args, cmd, ctx, 'su') : joined(args.slice(at + 1, at + 2), cmd, ctx, 'su');
  },
  script: (args, cmd, ctx) => {
    const at = args.findIndex((w) => /^(-[a-zA-Z]*c|--command)$/.test(w.text));
    if (at !== -1) joined(args.slice(at + 1, at + 2), cmd, ctx, 'script');
    return ctx.say(at === -1 ? 'opaque' : 'write', 'script, which writes a transcript');
  },
  flock: (args, cmd, ctx) => {
    const at = args.findIndex((w) => /^(-[a-z]*c|--command)$/.test(w.text));
    if (at !== -1) return joined(args.slice(at + 1, at + 2), cmd, ctx, 'flock');
    return inspectWords(args.slice(firstOperand(args, '-w -E --timeout') + 1), cmd, ctx);
  },
  xargs: (args, cmd, ctx) => {
    const rest = args.slice(firstOperand(args, '-I -n -P -L -d -a -s -E --max-args --max-procs --delimiter --replace'));
    if (rest.length === 0) return undefined;
    if (WRITERS.has(base(rest[0].text)) && MENTIONS_STATE.test(ctx.whole)) ctx.say('state', 'xargs on the workflow state');
    return inspectWords([...rest, ctx.stdin], cmd, ctx);
  },
  tee: (args, cmd, ctx, name) => (args.every((w) => w.dyn === 0 && (w.text.startsWith('-') || DEVICE.test(w.text))) ? undefined : inspectWriter(name, literal(name), args, cmd, ctx)),
  uniq: (args, cmd, ctx) => (args.filter((w) => !w.text.startsWith('-')).length > 1 ? ctx.say('write', 'uniq with an output file') : undefined),
  xxd: (args, cmd, ctx) => (args.some((w) => /^-r/.test(w.text)) || args.filter((w) => !/^-|^\d+$/.test(w.text)).length > 1 ? ctx.say('write', 'xxd with an output file') : undefined),
  tar: (args, cmd, ctx, name) => {
    const mode = args[0] === undefined ? '' : args[0].text;
    const lists = /^-?[a-zA-Z]*t[a-zA-Z]*$|^--list$/.test(mode) && !/^-?[a-zA-Z]*[xcruA]/.test(mode);
    if (lists && !args.some((w) => w.dyn === 2 || /^(--to-command|--checkpoint-action|--use-compress|-I|--extract|--create|-x|-c)/.test(w.text))) return undefined;
    return inspectWriter(name, literal(name), args, cmd, ctx) || ctx.say('write', 'tar, which changes files');
  },
  unzip: (args, cmd, ctx, name) => (args.some((w) => /^-[a-zA-Z]*[lpvtZ]/.test(w.text)) ? undefined : inspectWriter(name, literal(name), args, cmd, ctx)),
  gzip: (args, cmd, ctx, name) => (args.some((w) => /^-[a-z0-9]*[clt]/.test(w.text)) ? undefined : inspectWriter(name, literal(name), args, cmd, ctx)),
  wget: (args, cmd, ctx, name) => (args.some((w, k) => /^(-q?O-|--spider|--output-document=-)$/.test(w.text) || (/^-q?O$/.test(w.text) && args[k + 1] && args[k + 1].text === '-')) ? undefined : inspectWriter(name, literal(name), args, cmd, ctx)),
  ruff: (args, cmd, ctx, name) => {
    const fine = args[0] && /^(check|version|rule|config)$/.test(args[0].text) && !args.some((w) => w.dyn === 2 || READ_UNLESS.ruff.test(w.text));
    return fine ? undefined : inspectWriter(name, literal(name), args, cmd, ctx);
  },
};

/** Whether a path with unknown parts has one that looks like the state's folder, or ends in its file. */
function mayName(text) {
  const parts = text.split('/');
  if (parts.length > 1 && parts.at(-1) === 'state.json') return true;
  return parts.some((part) => {
    if (!part.includes(DYNAMIC)) return part.length > 2 && part.startsWith('.') && globMatches(part, FOLDER);
    const known = part.split(DYNAMIC).join('');
    return known.replace(/[*?[\]]/g, '').length > 3 && globMatches(`.${part.split(DYNAMIC).join('*')}`.replace(/^\.(?=\.)/, ''), FOLDER);
  });
}

/** A path pattern of the shell against one name; a leading dot must be written out. */
function globMatches(pattern, name) {
  if (!/[*?[]/.test(pattern)) return pattern.toLowerCase() === name.toLowerCase();
  if (pattern.length > 256 || pattern.split('*').length > 6) return true;
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  const source = pattern.replace(/[.+^${}()|\\]/g, '\\$&').replace(/\*+/g, '.*').replace(/\?/g, '.').replace(/\[!/g, '[^');
  try {
    return new RegExp(`^${source}$`, 'i').test(name);
  } catch {
    return true;
  }
}

// ---- the decision ----

/**
 * Says why a tool call is not allowed, or null. `input` is what Claude Code sends, `env` the environment,
 * `cwd` where the process stands (used when the input names no folder).
 */
function decide(input, env, cwd) {
  const home = env.HOME || '/';
  const start = absolute(cwd, typeof input.cwd === 'string' && input.cwd !== '' ? input.cwd : '.');
  const folders = new Set([start]);
  if (env.CLAUDE_PROJECT_DIR) folders.add(absolute(start, env.CLAUDE_PROJECT_DIR));
  const tool = typeof input.tool_name === 'string' ? input.tool_name : '';
  const args = typeof input.tool_input === 'object' && input.tool_input !== null ? input.tool_input : {};
  const place = (path, from = start) => absolute(from, path.replace(/^~(?=\/|$)/, home));
  const said = [];
  const targets = [];

  const isShell = SHELL_TOOLS.has(tool) && typeof args.command === 'string';
  if (isShell) {
    // No workflow here, and nothing that leads elsewhere: the usual case, answered without reading the command.
    if (!/\/|\bcd\b|pushd|chdir|-C|git-dir|work-tree|\$/.test(args.command) && findStates(folders).length === 0) return null;
    const cwds = [start];
    let lost = false;
    // Where it goes and what it names decides which workflow it is about.
    inspectShell(args.command, {
      cwds,
      known: { HOME: home, PWD: start },
      whole: args.command,
      functions: new Set(),
      budget: { scripts: SCRIPTS_CAP },
      say: (kind, what) => void said.push({ kind, what }),
      visit: (w, folder = false) => {
        if (w.dyn > 0 || w.text.startsWith('-') || w.text.length > PATH_CAP) return;
        for (const from of new Set([start, cwds.at(-1)])) {
          const path = place(w.text, from);
          folders.add(path);
          if (!folder || cwds.includes(path)) continue;
          if (cwds.length < FOLDERS_CAP) cwds.push(path);
          else said.push({ kind: 'state', what: 'more changes of folder than can be followed' });
        }
      },
      enter(w) {
        if (w.dyn > 0) lost = true;
        else if (w.glob && this.touches(w)) this.visit(literal(FOLDER), true);
        else this.visit(w, true);
      },
      holds: (path) => cwds.some((from) => present(`${place(path, from)}/${FOLDER}`)),
      touches(w, above = false) {
        if (w.text === '' || w.text.length > PATH_CAP) return false;
        const braces = w.dyn > 0 && w.raw.includes('{') ? /^([^{}]*)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(w.text) : null;
        if (braces !== null && w.text.length < 1_000)
          return braces[2].split(',').some((part) => this.touches({ ...w, text: braces[1] + part + braces[3], dyn: braces[3].includes('{') ? 2 : w.text.includes(DYNAMIC) ? 1 : 0 }, above));
        // Of a folder that is not known, only a name that says so is the state.
        if (lost && !w.text.startsWith('/') && globMatches(base(w.text), 'state.json')) return true;
        if (w.dyn > 0 && mayName(w.text)) return true;
        if (w.dyn > 0 && !MENTIONS_STATE.test(w.text)) return false;
        const value = w.text.replace(/^-{1,2}[\w-]*=|^of=|^-[a-zA-Z](?=[./])/, '');
        return MENTIONS_STATE.test(value) && /(^|[/\0])\.develop-workflow/i.test(value) ? true : cwds.some((from) => protects(place(value, from), w.glob && !w.quoted, above));
      },
      read: (path) => {
        for (const from of cwds) {
          try {
            const file = place(path, from);
            if (fs.statSync(file).size <= COMMAND_CAP && fs.statSync(file).isFile()) return fs.readFileSync(file, 'utf8');
          } catch {}
        }
        return undefined;
      },
      onPath: (name) => (env.PATH || '').split(':').some((folder) => folder !== '' && fs.existsSync(`${folder}/${name}`)),
    });
  } else {
    for (const key of ['file_path', 'notebook_path', 'path', 'uri', 'destination', 'target', 'filename'])
      if (typeof args[key] === 'string') targets.push(place(args[key].replace(/^file:\/\//, '')));
    for (const target of targets) {
      folders.add(absolute(target, '..'));
      const behind = real(target);
      if (behind !== target) folders.add(absolute(behind, '..'));
    }
  }

  const paths = findStates(folders);
  if (paths.length === 0) return null;
  const states = paths.map(readState);

  if (isShell) {
    // The first pass did not know the state files: links to them are found only now.
    return judge(said, states);
  }
  if (SHELL_TOOLS.has(tool)) return judge([{ kind: 'opaque', what: `${tool} without a command` }], states);
  if (FILE_TOOLS.has(tool)) {
    if (targets.some((target) => protects(target, false, false))) said.push({ kind: 'state', what: `${tool} on the workflow state` });
    said.push({ kind: 'write', what: targets.length === 0 ? `${tool} without a file` : `${tool} of ${targets[0]}` });
    return judge(said, states);
  }
  if (tool.startsWith('mcp__')) {
    const action = tool.slice(tool.lastIndexOf('__') + 2);
    if (targets.length > 0 && /(^|_)(write|edit|create|update|delete|remove|move|rename|patch|apply|insert|replace|save|append)(_|$)/i.test(action)) {
      if (targets.some((target) => protects(target, false, false))) said.push({ kind: 'state', what: `${tool} on the workflow state` });
      said.push({ kind: 'write', what: tool });
    }
    if (/(^|_)(push|commit|merge|pull_?request|pr)(_|$)/i.test(action) && !/^(get|list|search|read|view)/i.test(action)) said.push({ kind: 'finish', what: tool });
    return judge(said, states);
  }
  return tool === '' ? judge([{ kind: 'opaque', what: 'a tool call without a name' }], states) : null;

  /** Whether a path is the workflow's state (or, with `above`, a folder that holds it), also by way of a link. */
  function protects(path, glob, above) {
    protects.states ||= findStates([start, ...(env.CLAUDE_PROJECT_DIR ? [absolute(start, env.CLAUDE_PROJECT_DIR)] : [])]);
    const evidence = `${env.AUTODEV_HOME ? absolute(start, env.AUTODEV_HOME) : place('~/.autodev')}/develop`;
    const within = (child, parent) => child === parent || child.startsWith(`${parent}/`);
    const lower = path.toLowerCase();
    if (lower.split('/').includes(FOLDER) || within(path, evidence)) return true;
    for (const state of protects.states) {
      const folder = state.slice(0, -'/state.json'.length);
      if (above && (within(folder, path) || within(real(folder), real(path)))) return true;
      if (!glob) continue;
      const pattern = path.split('/');
      const wanted = state.split('/');
      const hits = pattern.length <= wanted.length && pattern.every((part, k) => globMatches(part, wanted[k]));
      if (hits && (above || pattern.length >= wanted.length - 1)) return true;
    }
    if (glob) return false;
    const target = real(path);
    let inode;
    try {
      inode = fs.statSync(path, QUIET);
    } catch {}
    if (target.toLowerCase().split('/').includes(FOLDER)) return true;
    return protects.states.some((state) => {
      if (target === real(state)) return true;
      try {
        const own = fs.statSync(state);
        return inode !== undefined && inode.isFile() && own.ino === inode.ino && own.dev === inode.dev;
      } catch {
        return false;
      }
    });
  }
}

/** What was said about the call against the gates of every state file that applies. */
function judge(said, states) {
  for (const state of states) {
    for (const { kind, what } of said) {
      if (kind === 'state') return `${what}: the workflow's state is changed only by \`autodev develop\`, and its gates only by verdicts or by a person at a terminal`;
      const shut =
        kind === 'write' || kind === 'program' ? state.write : kind === 'finish' ? state.finish : kind === 'opaque' ? state.write || state.finish : null;
      if (shut === null) continue;
      const doubt = kind === 'opaque' || kind === 'program' ? ' (what cannot be checked is refused while a gate is closed)' : '';
      return `${what}: ${shut}${doubt}`;
    }
  }
  return null;
}

// ---- the process ----

function readInput() {
  // One native call where the pipe is an ordinary one, which it always was so far.
  try {
    return fs.readFileSync(0, 'utf8');
  } catch (error) {
    if (error.code !== 'EAGAIN') throw error;
  }
  // Its writer made it non-blocking: wait for more without spinning. What was lost above makes broken JSON, and so a denial.
  const chunks = [];
  const buffer = Buffer.allocUnsafe(65536);
  for (;;) {
    try {
      const size = fs.readSync(0, buffer, 0, buffer.length, null);
      if (size === 0) return Buffer.concat(chunks).toString('utf8');
      chunks.push(Buffer.from(buffer.subarray(0, size)));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** The folder this process stands in, which may have been removed under it. */
function standing() {
  try {
    return process.cwd();
  } catch {
    return process.env.PWD || '/';
  }
}

function main() {
  let reason;
  let input;
  try {
    input = JSON.parse(readInput());
    reason = decide(input, process.env, standing());
  } catch (error) {
    const folders = [standing(), process.env.CLAUDE_PROJECT_DIR, input && input.cwd].filter((folder) => typeof folder === 'string' && folder.startsWith('/'));
    if (findStates(folders).length === 0) return;
    reason = `the gate could not decide (${error instanceof Error ? error.message : 'unknown error'}), so it stays closed`;
  }
  if (reason === null) return;
  const text = `develop-workflow: ${reason}.`.slice(0, 4000);
  fs.writeSync(1, `${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: text } })}\n`);
}

if (require.main === module) {
  main();
  // Everything was written synchronously; leaving now saves Node a round of its event loop.
  process.exit(0);
} else module.exports = { decide, findStates, readState, parseShell, PHASES, GATES };
