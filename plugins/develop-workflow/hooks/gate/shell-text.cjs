'use strict';
// Shell text -> simple commands.
const { DYNAMIC, OPENERS, PLAIN_SOURCES, RISKY_VARIABLE, RUNNING_INDEX, Unclear } = require('./shell.cjs');

const COMMANDS_CAP = 5_000;
const META = ' \t\n;&|<>()';
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
  list(null);
  return { commands, functions };
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

module.exports = { parseShell };
