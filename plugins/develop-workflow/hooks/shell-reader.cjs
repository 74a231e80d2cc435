#!/usr/bin/env node
'use strict';
// Made from src/gate by `node bin/hooks.mjs`. Do not edit.

/** A path made absolute by its words alone: `..` is taken back, links are not followed. */
function absolute(base, path) {
    const parts = [];
    for (const part of (path.startsWith('/') ? path : `${base}/${path}`).split('/')) {
        if (part === '..')
            parts.pop();
        else if (part !== '' && part !== '.')
            parts.push(part);
    }
    return `/${parts.join('/')}`;
}
function above(path) {
    return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}
function nameOf(path) {
    return path.slice(path.lastIndexOf('/') + 1);
}
/** Whether `path` is the folder itself or lies in it. */
function inside(folder, path) {
    return path === folder || folder === '/' || path.startsWith(`${folder}/`);
}
const MOST_LINKS = 40;
/** Links that lead through links: what needs more looks than this was made to keep the gate looking. */
const MOST_LOOKS = 1_000;
/** The real place of a path whose last parts need not exist; dangling links are followed too. */
function realPlace(look, path, hops = 0, looks = 0) {
    const missing = [];
    for (let here = path; here !== '/'; here = above(here)) {
        if (looks + missing.length > MOST_LOOKS)
            throw new Error('a path that leads through too many links');
        const found = look.entry(here);
        if (found !== undefined && found !== 'unknown') {
            const to = found.kind === 'link' && hops < MOST_LINKS ? look.link(here) : undefined;
            if (to === undefined)
                return [look.real(here) ?? here, ...missing].join('/').replace('//', '/');
            const next = absolute(above(here), [to, ...missing].join('/'));
            return realPlace(look, next, hops + 1, looks + missing.length + 1);
        }
        missing.unshift(nameOf(here));
    }
    return path;
}
const STATE_FOLDER = '.develop-workflow';
const STATE_IS_OURS = "the workflow's state is changed only by `autodev develop`, and its gates only by verdicts or by a person at a terminal";
const STATE_FILE = `${STATE_FOLDER}/state.json`;
// A hook that takes too long is an open gate, so everything it looks at is bounded.
const STATE_CAP = 1024 * 1024;
/** Nothing is held any more, and there is no gate left that an agent could open by the file. */
const DONE = 'DONE';
const PHASES = ['DESIGN', 'REVIEW', 'IMPLEMENT', 'PR', 'MERGE', 'DONE'];
const GATES = ['review_clean_pass', 'architect_verified', 're_review_clean'];
const OPENED_BY = {
    review_clean_pass: 'autodev develop review',
    architect_verified: 'autodev develop verify',
    re_review_clean: 'autodev develop re-review',
};
/**
 * Every state file from a folder up to its repository's root. A `.git` file is the root of a worktree or
 * submodule inside the project: the search goes on above it. All that are found count, so that a second file
 * further down cannot hide the first. `beyond` does not stop at a repository: one that was made inside the project must
 * not hide the workflow from what runs a command in its sandbox.
 */
function findStates(look, folders, beyond = false) {
    const found = new Set();
    const seen = new Set();
    for (const folder of folders) {
        for (let here = folder; !seen.has(here); here = above(here)) {
            seen.add(here);
            const path = `${here === '/' ? '' : here}/${STATE_FILE}`;
            if (look.entry(path) !== undefined)
                found.add(path);
            if (here === '/')
                break;
            if (beyond)
                continue;
            const git = look.entry(`${here}/.git`);
            if (git !== undefined && git !== 'unknown' && git.kind === 'folder')
                break;
        }
    }
    return [...found];
}
/** Which gates are shut in this state: for changing files, for finishing (push, commit, gh pr). */
function readState(look, path) {
    const root = above(above(path));
    const unreadable = (what) => {
        const why = `${path} cannot be read: ${what}. The gates stay closed until a person repairs or removes it`;
        return { path, root, write: why, finish: why, phase: '?', broken: why };
    };
    const found = look.target(path);
    if (found !== undefined && found.kind !== 'file')
        return unreadable('it is not a regular file');
    if (found !== undefined && found.size > STATE_CAP)
        return unreadable(`it has ${found.size} bytes, more than a state file can have`);
    const text = look.text(path);
    if (typeof text !== 'string')
        return unreadable(text.error);
    let state;
    try {
        state = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    }
    catch {
        return unreadable('it is not valid JSON');
    }
    if (!isRecord(state))
        return unreadable('it is not an object');
    const said = own(state, 'phase');
    if (typeof said !== 'string' || !PHASES.includes(said))
        return unreadable(`phase is ${JSON.stringify(said ?? null).slice(0, 60)}`);
    const phase = said === 'MERGE' ? 'PR' : said;
    const gates = own(state, 'gates');
    if (!isRecord(gates))
        return unreadable('gates is missing or not an object');
    for (const gate of GATES) {
        const value = own(gates, gate);
        if (value !== undefined && typeof value !== 'boolean')
            return unreadable(`gates.${gate} is neither true nor false`);
    }
    const needs = (...wanted) => {
        const shut = wanted.filter((gate) => own(gates, gate) !== true);
        if (shut.length === 0)
            return null;
        const how = shut.map((gate) => `\`${OPENED_BY[gate]}\``).join(', then ');
        return `phase ${phase} needs ${shut.join(' and ')}, which ${shut.length > 1 ? 'are' : 'is'} closed; ${how} opens it when the verdict is clean`;
    };
    const open = { path, root, phase, write: null, finish: null };
    if (phase === 'IMPLEMENT')
        return { ...open, write: needs('review_clean_pass') };
    if (phase === 'PR')
        return {
            ...open,
            write: needs('review_clean_pass', 'architect_verified'),
            finish: needs('re_review_clean'),
        };
    return open;
}
function isRecord(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function own(object, key) {
    return Object.hasOwn(object, key) ? object[key] : undefined;
}
// A hook that takes too long is an open gate, so everything it looks at is bounded.
const PATH_CAP = 4_096;
const FOLDERS_CAP = 32;
const WRITTEN_CAP = 500;
/** Paths that are looked up on the disk; each costs some 60 µs. */
const PATHS_CAP = 20_000;
const TEXT_CAP = 256 * 1024;
function openFiles(around, states, start, say) {
    const { look, home, path, autodevHome } = around;
    const folders = [start];
    const written = new Map();
    let budget = PATHS_CAP;
    const place = (named, from) => absolute(from, named.replace(/^~(?=\/|$)/, home));
    const textAt = (file) => {
        if (written.has(file))
            return [written.get(file)];
        if (written.has(above(file)))
            return [undefined];
        const found = look.target(file);
        const text = found?.kind === 'file' && found.size <= TEXT_CAP ? look.text(file) : undefined;
        return typeof text === 'string' ? [text] : [];
    };
    const files = {
        look,
        states,
        autodevHome,
        folders,
        lost: false,
        place,
        enter: (w) => {
            if (w.doubt > 0)
                files.lost = true;
            if (w.doubt > 0 || w.text.startsWith('-') || w.text.length > PATH_CAP)
                return;
            for (const from of new Set([start, folders.at(-1) ?? start])) {
                const at = place(w.text, from);
                if (folders.includes(at))
                    continue;
                if (folders.length < FOLDERS_CAP)
                    folders.push(at);
                else
                    say('state', 'more changes of folder than can be followed');
            }
        },
        spend: () => {
            budget -= folders.length;
            return budget >= 0;
        },
        texts: (named) => folders.flatMap((from) => textAt(place(named, from))),
        read: (named) => files.texts(named).find((text) => text !== undefined),
        isFresh: (named) => files.texts(named).includes(undefined),
        wrote: (w, text) => {
            if (w.doubt > 0 || w.text.length > PATH_CAP || written.size > WRITTEN_CAP || !files.spend())
                return;
            for (const from of folders)
                written.set(place(w.text, from), text);
        },
        holdsState: (named) => folders.some((from) => look.entry(`${place(named, from)}/${STATE_FOLDER}`) !== undefined),
        isProgram: (name) => path.split(':').some((folder) => folder !== '' && look.target(`${folder}/${name}`) !== undefined),
    };
    return files;
}
/** The same context, in which only what cannot be taken back counts. */
function onlyGrave(ctx) {
    const say = (kind, what) => {
        if (kind === 'finish' || kind === 'state')
            ctx.say(kind, what);
    };
    return { ...ctx, say };
}
const FROM_OUTSIDE = 1;
const CRAFTED = 2;
/** Stands in a text for a part that is not known. */
const UNKNOWN = '\0';
function literal(text) {
    return { text, raw: text, doubt: 0, glob: false, quoted: true };
}
function unknownWord(doubt) {
    return { text: UNKNOWN, raw: UNKNOWN, doubt, glob: false, quoted: true };
}
function morePossible(a, b) {
    return a > b ? a : b;
}
/** The text of a word that may be missing. */
function textOf(word) {
    return word?.text ?? '';
}
/** `-` alone is an operand: the standard input or output. */
const isOption = ({ text }) => text.startsWith('-') && text !== '-';
/** Where the first word stands that is no option; `valued` names the options that take the next word. */
function firstOperand(args, valued = '') {
    const takes = (option) => ` ${valued} `.includes(` ${option} `);
    for (let k = 0; k < args.length; k += 1) {
        const text = textOf(args[k]);
        if (text === '--')
            return k + 1;
        if (!text.startsWith('-') || text === '-')
            return k;
        if (valued === '')
            continue;
        // In a cluster such as -nu the last letter may take the next word; an earlier one would take the rest.
        const letters = /^-[a-zA-Z]{2,}$/.test(text) ? text.slice(1).split('') : [];
        const last = letters.pop();
        const clustered = last !== undefined && takes(`-${last}`) && !letters.some((one) => takes(`-${one}`));
        if (takes(text) || clustered)
            k += 1;
    }
    return args.length;
}
/** A path pattern of the shell against one name; a leading dot must be written out. */
function globMatches(pattern, name) {
    if (!/[*?[]/.test(pattern))
        return pattern.toLowerCase() === name.toLowerCase();
    if (pattern.length > 256 || pattern.split('*').length > 6)
        return true;
    if (name.startsWith('.') && !pattern.startsWith('.'))
        return false;
    const source = pattern
        .replace(/[.+^${}()|\\]/g, '\\$&')
        .replace(/\*+/g, '.*')
        .replace(/\?/g, '.')
        .replace(/\[!/g, '[^');
    try {
        return new RegExp(`^${source}$`, 'i').test(name);
    }
    catch {
        return true;
    }
}
/** Whether a path with unknown parts has one that looks like the state's folder, or ends in its file. */
function mayNameState(text) {
    const parts = text.split('/');
    if (parts.length > 1 && nameOf(text) === 'state.json')
        return true;
    return parts.some((part) => {
        if (!part.includes(UNKNOWN))
            return part.length > 2 && part.startsWith('.') && globMatches(part, STATE_FOLDER);
        const known = part.replaceAll(UNKNOWN, '').replace(/[*?[\]]/g, '');
        const pattern = `.${part.replaceAll(UNKNOWN, '*')}`.replace(/^\.(?=\.)/, '');
        return known.length > 3 && globMatches(pattern, STATE_FOLDER);
    });
}
/** Text that names the workflow's state. */
const MENTIONS_STATE = /develop-workflow/i;
/** Where git keeps what it runs by itself. */
const RUN_BY_GIT = /(^|\/)\.git\/(modules\/.{0,1000})?(hooks|config|info\/attributes)|(^|\/)\.gitconfig$|\.config\/git\//i;
const GIT_RUNS_IT = "a change of git's own files, which can run commands";
/** Options with which programs that only look change something. */
const CHANGING_OPTION = /^(--?fix|--write|-w|-u|-i|--in-?place|--update.*|-o|--out.*|--apply.*|--allow-dirty|--init)(=|$)/;
function mentionsFinish(text) {
    return /\b(git|gh|hub)\b/.test(text) && /\b(push|commit|pr|pull-request|send-pack)\b/.test(text);
}
/** Words in this order, found one after the other: a pattern with gaps would take quadratic time. */
function tellsGate(text) {
    const autodev = text.indexOf('autodev');
    const develop = autodev === -1 ? -1 : text.indexOf('develop', autodev);
    return develop !== -1 && /\b(gate|reset)\b/.test(text.slice(develop));
}
/** Code that names the state, also where the name is put together from pieces. */
function namesState(code) {
    const joined = code.replace(/["'`+\s,()[\]]/g, '');
    return (MENTIONS_STATE.test(joined) ||
        /\.d(e(v(e(l(op?)?)?)?)?)?[*?]/i.test(code) ||
        /review_clean_pass|architect_verified|re_review_clean|autodev\W*develop\W*(gate|reset)/i.test(code) ||
        /autodevdevelop(gate|reset)/.test(joined));
}
const BRACES_CAP = 1_000;
/** Whether a word may be the workflow's state, or with `over` a folder that holds it. */
function touchesState(ctx, w, over = false) {
    const { files } = ctx;
    if (w.text === '' || w.text.length > PATH_CAP)
        return false;
    if (!files.spend())
        return true;
    // Names that come from a listing of the files around the state may be its own.
    if (ctx.reach && w.doubt > 0)
        return true;
    const choices = w.doubt > 0 && w.raw.includes('{') ? bracesOf(w) : undefined;
    if (choices !== undefined)
        return choices.some((choice) => touchesState(ctx, choice, over));
    // Of a folder that is not known, only a name that says so is the state.
    if (files.lost && !w.text.startsWith('/') && globMatches(nameOf(w.text), 'state.json'))
        return true;
    if (w.doubt > 0 && mayNameState(w.text))
        return true;
    if (w.doubt > 0 && !MENTIONS_STATE.test(w.text))
        return false;
    const value = w.text.replace(/^-{0,2}[\w-]*=|^-[a-zA-Z]+(?=[./])/, '');
    if (/(^|[/\0])\.develop-workflow/i.test(value))
        return true;
    const isPattern = w.glob && !w.quoted;
    return files.folders.some((from) => isStatePath(files, files.place(value, from), isPattern, over));
}
function anyTouchesState(ctx, words) {
    return words.some((w) => touchesState(ctx, w));
}
/** The folder a command goes to. */
function enterFolder(ctx, w) {
    ctx.files.enter(w.doubt === 0 && w.glob && touchesState(ctx, w) ? literal(STATE_FOLDER) : w);
}
/** The words that `a{b,c}d` becomes. */
function bracesOf(w) {
    const [, before = '', inner, behind = ''] = /^([^{}]*)\{([^{}]*)\}(.*)$/s.exec(w.text) ?? [];
    if (inner?.includes(',') !== true || w.text.length >= BRACES_CAP)
        return undefined;
    const doubt = behind.includes('{') ? CRAFTED : w.text.includes(UNKNOWN) ? 1 : 0;
    return inner.split(',').map((part) => ({ ...w, text: before + part + behind, doubt }));
}
/** Whether a path, or a pattern of paths, is the state, also by way of a link or a second name. */
function isStatePath(files, path, isPattern, over) {
    const { look, states, autodevHome } = files;
    const named = (place) => place.toLowerCase().split('/').includes(STATE_FOLDER);
    if (named(path) || inside(`${autodevHome}/develop`, path))
        return true;
    if (over && states.some((state) => holds(files, path, `${state.root}/${STATE_FOLDER}`)))
        return true;
    if (isPattern)
        return states.some((state) => patternHits(path, state.path, over));
    const target = realPlace(look, path);
    if (named(target))
        return true;
    const found = look.target(path);
    return states.some((state) => {
        if (target === realPlace(look, state.path))
            return true;
        const own = look.target(state.path);
        return found?.kind === 'file' && own?.ino === found.ino && own.dev === found.dev;
    });
}
function holds({ look }, path, folder) {
    return inside(path, folder) || inside(realPlace(look, path), realPlace(look, folder));
}
function patternHits(path, statePath, over) {
    const pattern = path.split('/');
    const wanted = statePath.split('/');
    const hits = pattern.length <= wanted.length && pattern.every((part, k) => globMatches(part, wanted[k] ?? ''));
    return hits && (over || pattern.length >= wanted.length - 1);
}
// Commands that print names of files: whether the workflow's state may be among them.
const STATE = `${STATE_FOLDER}/state.json`;
const PATTERN_CAP = 1_000;
const NOT = /^(!|-not)$/;
function listsState(name, args, ctx) {
    const has = (pattern) => args.some((w) => pattern.test(w.text));
    const operands = args.filter((w) => !isOption(w));
    switch (name) {
        case 'find':
            return findReaches(args, ctx);
        case 'ls':
            return has(/^(-[a-zA-Z]*[aA]|--(almost-)?all)/) && rootsCover(operands, ctx);
        case 'fd': {
            const [pattern] = operands;
            return (has(/^(-[a-zA-Z]*[Hu]|--hidden|--unrestricted)/) &&
                (pattern === undefined || mayMatch(pattern.text, STATE)));
        }
        case 'git':
            return has(/^ls-files$/) && has(/^(-[a-z]*o|--others)/) && !has(/^--exclude-standard$/);
        default:
            return searchReaches(name, args, ctx);
    }
}
/** Whether find may come to the state. */
function findReaches(args, ctx) {
    const at = args.findIndex((w) => /^[-(!]/.test(w.text));
    const roots = at === -1 ? args : args.slice(0, at);
    if (!rootsCover(roots, ctx))
        return false;
    const words = args.slice(roots.length).map(({ text }) => text);
    // A negated group could turn any name around.
    if (words.some((word, k) => NOT.test(word) && words[k + 1] === '('))
        return true;
    return branchesOf(words).some(branchReaches);
}
function rootsCover(roots, ctx) {
    const all = roots.length === 0 ? [literal('.')] : roots;
    return all.some((w) => w.doubt > 0 || touchesState(ctx, w, true));
}
/** The ways through find's expression, one per `-o`, each as its words. */
function branchesOf(words) {
    let branch = [];
    const branches = [branch];
    for (const word of words)
        if (/^(-o|-or|,)$/.test(word))
            branches.push((branch = []));
        else
            branch.push(word);
    return branches;
}
/** Whether one way through the expression can end at the state; what is not known does not limit it. */
function branchReaches(words) {
    if (words.includes('-prune'))
        return false;
    for (const [k, word] of words.entries()) {
        const value = words[k + 1];
        if (value === undefined)
            continue;
        const not = NOT.test(words[k - 1] ?? '');
        const named = globMatches(value, 'state.json') || globMatches(value, STATE_FOLDER);
        if (/^-i?name$/.test(word) && !not && !named)
            return false;
        if (/^-(i?path|i?wholename)$/.test(word)) {
            if (!not && !pathMatches(value))
                return false;
            if (not && /^(\*|\.)?\/\.(\*|develop-workflow.*)$/.test(value))
                return false;
        }
    }
    // Only the state's folder lies directly below the root, and it is no file.
    const valueOf = (option) => (words.includes(option) ? words[words.indexOf(option) + 1] : undefined);
    return !(valueOf('-maxdepth') === '1' && valueOf('-type') === 'f');
}
/** A pattern of find's -path, whose `*` takes slashes too. */
function pathMatches(pattern) {
    if (pattern.length > PATTERN_CAP)
        return true;
    const path = `./${STATE}`;
    return pattern
        .toLowerCase()
        .split(/[*?]+|\[[^\]]*\]/)
        .every((part) => path.includes(part) || path.includes(part.replace(/^\.?\//, '')));
}
const RG_HIDDEN = /^(--hidden|-[a-zA-Z]*\.|-[a-zA-Z]*uu|--unrestricted)/;
const GREP_RECURSES = /^(-[a-zA-Z]*[rR]|--(dereference-)?recursive|--directories=recurse)/;
function searchReaches(name, args, ctx) {
    const has = (pattern) => args.some((w) => pattern.test(w.text));
    if (!has(name === 'rg' ? RG_HIDDEN : GREP_RECURSES))
        return false;
    const limits = limitsOf(args);
    const within = (glob) => glob.startsWith('!') || globMatches(nameOf(glob), 'state.json');
    if (limits.length > 0 && !limits.some(within))
        return false;
    const isValue = (k) => /^(-[ABCmg]|--include|--glob)$/.test(textOf(args[k - 1]));
    const operands = args.filter((w, k) => !isOption(w) && !isValue(k));
    const [pattern, ...roots] = operands;
    if (pattern === undefined || pattern.doubt > 0 || has(/^(-[a-zA-Z]*[ef]|--(regexp|file))/))
        return rootsCover(operands, ctx);
    if (!rootsCover(roots, ctx))
        return false;
    const held = ctx.files.texts(STATE).filter((text) => text !== undefined);
    return (held.length === 0 ||
        has(/^(-[a-zA-Z]*[vL]|--(invert|files-without))/) ||
        held.some((text) => mayMatch(pattern.text, text)));
}
/** The patterns of names that a search is limited to. */
function limitsOf(args) {
    return args.flatMap(({ text }, k) => {
        if (text.startsWith('--include='))
            return [text.slice('--include='.length)];
        const value = args[k + 1];
        return /^(--include|-g|--glob)$/.test(text) && value !== undefined ? [value.text] : [];
    });
}
/** A pattern is taken apart, not run: one that never ends would leave the gate open. */
function mayMatch(pattern, text) {
    const parts = pattern.toLowerCase().split(/[^a-z0-9_-]+/);
    const telling = parts.filter((part) => part.length > 2);
    return telling.length === 0 || telling.some((part) => text.toLowerCase().includes(part));
}
/** A set of names, written as one text. */
function names(text) {
    return new Set(text.trim().split(/\s+/));
}
/** What a table says of a name, and nothing that every object has. */
function entryOf(table, name) {
    return Object.hasOwn(table, name) ? table[name] : undefined;
}
/** One pattern of several, so that none of them becomes a line nobody reads. */
function anyOf(...patterns) {
    return new RegExp(patterns.map(({ source }) => source).join('|'), patterns[0]?.flags);
}
/** Variables that change what commands do. */
const RISKY_VARIABLE = anyOf(/^(PATH|CDPATH|LD_.*|DYLD_.*|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS4|SHELL|HOME)$/, /^(NODE_OPTIONS|PYTHON(STARTUP|HOME|INSPECT|BREAKPOINT)|PERL5.*|RUBY(OPT|LIB)|npm_config_.*)$/, /^(GIT_.*|(.*_)?PAGER|(.*_)?EDITOR|VISUAL|(.*_)?BROWSER|LESS(OPEN|CLOSE)|RIPGREP_CONFIG_PATH)$/, /^(XDG_CONFIG_HOME|CLAUDECODE|AUTODEV_.*)$/);
const HARMLESS_NAME = /^(GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)|GIT_TERMINAL_PROMPT|GIT_OPTIONAL_LOCKS)$/;
const HARMLESS_VALUE = /^(0|1|true|false|cat|:)?$/;
/** Options of Node that run nothing. */
const NODE_OPTION = anyOf(/^--max-old-space-size=\d+$/, /^--(no-warnings|no-deprecation|enable-source-maps|trace-(warnings|deprecation|uncaught))$/, /^--experimental-(vm-modules|strip-types|transform-types)$/, /^--test-concurrency=\d+$/);
/** Whether such a variable may be set all the same. */
function isHarmlessSetting(name, { text, doubt }) {
    if (HARMLESS_NAME.test(name))
        return true;
    if (doubt > 0)
        return false;
    return HARMLESS_VALUE.test(text) || text.split(' ').every((part) => part === '' || NODE_OPTION.test(part));
}
const DEVICE = /^\/dev\/(null|stdout|stderr|tty|zero|full|fd\/\d+)$/;
const CONNECTION = /^\/dev\/(tcp|udp)\//;
function inspectCommand(cmd, ctx) {
    for (const redirect of cmd.redirects)
        inspectRedirect(redirect, cmd, ctx);
    for (const { name, value } of cmd.assigns)
        inspectVariable(name, value, ctx);
    ctx.inspect(cmd.words, cmd, ctx);
}
function inspectRedirect({ kind, target }, cmd, ctx) {
    if (CONNECTION.test(target.text))
        ctx.say('opaque', 'a connection to another machine');
    if (kind === '<' || kind === '<&')
        return;
    if (kind === '>&' && /^(\d+-?|-)$/.test(target.text))
        return;
    if (target.doubt === 0 && DEVICE.test(target.text))
        return;
    if (touchesState(ctx, target))
        ctx.say('state', 'a redirection to the workflow state');
    if (RUN_BY_GIT.test(target.text))
        ctx.say('finish', GIT_RUNS_IT);
    ctx.files.wrote(target, kind === '>>' ? undefined : copiedText(cmd));
    const file = target.doubt > 0 ? 'a file whose name is not written out' : target.text;
    ctx.say('write', `a redirection to ${file}`);
}
/** `cat > f <<E`: the file then holds what stands here. */
function copiedText({ input: [doc, ...more], words: [first, ...args], piped }) {
    const plain = first?.text === 'cat' && args.length === 0 && more.length === 0 && !piped;
    return plain && doc?.doubt === 0 ? doc.text : undefined;
}
function inspectVariable(name, value, ctx) {
    if (name.startsWith('GIT_') && touchesState(ctx, { ...literal(value.text), doubt: value.doubt }))
        ctx.say('state', `${name} in the folder of the workflow state`);
    if (RISKY_VARIABLE.test(name) && !isHarmlessSetting(name, value))
        ctx.say('opaque', `a change of ${name}, which changes what commands do`);
}
/** Thrown where the text is not understood: then nothing is known about it. */
class Unclear extends Error {
}
const META = ' \t\n;&|<>()';
function fail(what) {
    throw new Unclear(what);
}
function blankWord() {
    return { text: '', raw: '', doubt: 0, glob: false, quoted: false };
}
function put(word, text, doubt) {
    word.text += text;
    if (doubt > word.doubt)
        word.doubt = doubt;
}
/** Passes blanks, joined lines and comments. */
function skipBlanks(r) {
    for (;;) {
        const c = r.src[r.at];
        if (c === ' ' || c === '\t')
            r.at += 1;
        else if (c === '\\' && r.src[r.at + 1] === '\n')
            r.at += 2;
        else if (c === '#')
            while (r.at < r.src.length && r.src[r.at] !== '\n')
                r.at += 1;
        else
            return;
    }
}
/** What matches just here, which is then passed. */
function take(r, pattern) {
    pattern.lastIndex = r.at;
    const found = pattern.exec(r.src);
    if (found !== null)
        r.at = pattern.lastIndex;
    return found;
}
/** Reads another text with `read`, then goes on behind `next`. */
function aside(r, text, read, next = r.at) {
    const src = r.src;
    [r.src, r.at] = [text, 0];
    read();
    [r.src, r.at] = [src, next];
}
const SIMPLE = {
    n: '\n',
    t: '\t',
    r: '\r',
    a: '\x07',
    b: '\b',
    e: '\x1b',
    E: '\x1b',
    f: '\f',
    v: '\v',
};
const ESCAPE = /x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c.|[\s\S]/y;
/** `$'…'`. */
function readAnsiQuote(r, w) {
    w.quoted = true;
    for (r.at += 2; r.src[r.at] !== "'";) {
        const c = r.src[r.at] ?? fail('an unclosed quote');
        r.at += 1;
        if (c !== '\\') {
            w.text += c;
            continue;
        }
        const found = take(r, ESCAPE) ?? fail('an unclosed quote');
        const hex = found[1] ?? found[2] ?? found[3];
        const octal = found[4];
        if (hex !== undefined)
            w.text += character(Number.parseInt(hex, 16));
        else if (octal !== undefined)
            w.text += character(Number.parseInt(octal, 8));
        else
            w.text += Object.hasOwn(SIMPLE, found[0]) ? SIMPLE[found[0]] : found[0];
    }
    r.at += 1;
}
function character(code) {
    return code <= 0x10_ffff ? String.fromCodePoint(code) : '?';
}
/** Substitutions whose output is a name or a number, not an option somebody wrote on purpose. */
const PLAIN_SOURCES = names('git pwd basename dirname which command ls find date realpath readlink nproc id whoami hostname uname wc npm seq');
/** Each failed attempt may have scanned to the end: nested ones would take quadratic time. */
const ATTEMPTS_CAP = 50;
/** Text with expansions, up to a double quote; that of a here-document goes to the end of the text. */
function readDouble(r, w, end) {
    w.quoted = true;
    for (;;) {
        const c = r.src[r.at];
        if (c === end) {
            r.at += 1;
            return;
        }
        if (c === undefined)
            fail('an unclosed double quote');
        if (c === '\\') {
            const next = r.src[r.at + 1];
            if (next !== '\n')
                w.text += next !== undefined && '$`"\\'.includes(next) ? next : `\\${next ?? ''}`;
            r.at += 2;
        }
        else if (c === '$')
            readDollar(r, w, true);
        else if (c === '`')
            readBackticks(r, w);
        else {
            w.text += c;
            r.at += 1;
        }
    }
}
function readDollar(r, w, quoted) {
    const next = r.src[r.at + 1];
    if (next === '(') {
        if (r.src[r.at + 2] === '(' && readArithmetic(r, 3))
            return put(w, '1', 0);
        return readSubstitution(r, w);
    }
    if (next === '{')
        return readBraces(r, w, quoted);
    if (next === "'" && !quoted)
        return readAnsiQuote(r, w);
    if (next === '"' && !quoted) {
        r.at += 2;
        return readDouble(r, w, '"');
    }
    if (next === '[')
        fail('$[ ... ]');
    r.at += 1;
    const name = take(r, /[A-Za-z_]\w*|[0-9@*#?$!-]/y)?.[0];
    if (name !== undefined)
        return putVariable(r, w, name, quoted);
    // zsh splits `$=x` into words and takes `$~x` for a pattern.
    if (/^[=~^+]\w/.test(r.src.slice(r.at, r.at + 2))) {
        r.at += 1;
        return put(w, UNKNOWN, CRAFTED);
    }
    w.text += '$';
}
/** `$(…)`, `<(…)` and `>(…)`, standing on the sign before the bracket. */
function readSubstitution(r, w, doubt) {
    const told = substitute(r, () => {
        r.at += 2;
        r.list(r, ')');
    });
    put(w, UNKNOWN, doubt ?? told);
}
function substitute(r, read) {
    const from = r.commands.length;
    const outer = r.pending;
    const start = r.at;
    r.pending = [];
    read();
    if (r.pending.length > 0 || (outer.length > 0 && r.src.slice(start, r.at).includes('\n')))
        fail('a here-document whose end is unclear');
    r.pending = outer;
    const plain = r.commands.slice(from).every(({ words: [first] }) => {
        return first !== undefined && first.doubt === 0 && PLAIN_SOURCES.has(first.text);
    });
    return plain ? FROM_OUTSIDE : CRAFTED;
}
function readBackticks(r, w) {
    let text = '';
    for (r.at += 1; r.src[r.at] !== '`'; r.at += 1) {
        if (r.src[r.at] === undefined)
            fail('an unclosed `');
        if (r.src[r.at] === '\\' && '`\\$'.includes(r.src[r.at + 1] ?? ' '))
            r.at += 1;
        text += r.src[r.at];
    }
    if (r.pending.length > 0 && text.includes('\n'))
        fail('a here-document whose end is unclear');
    let doubt = 0;
    const next = r.at + 1;
    aside(r, text, () => (doubt = substitute(r, () => r.list(r, null))), next);
    put(w, UNKNOWN, doubt);
}
/** `$(( … ))` and `(( … ))`: nothing to run but the substitutions in it. False when it is not arithmetic. */
function readArithmetic(r, skip) {
    const [start, found] = [r.at, r.commands.length];
    let depth = 0;
    for (r.at += skip; r.at < r.src.length;) {
        const c = r.src[r.at];
        if (c === '$')
            readDollar(r, blankWord(), true);
        else if (c === '`')
            readBackticks(r, blankWord());
        else {
            r.at += 1;
            if (c === '(')
                depth += 1;
            else if (c === ')' && depth > 0)
                depth -= 1;
            else if (c === ')') {
                // Two words side by side are no number: a shell without `((` would run them in subshells.
                if (r.src[r.at] !== ')' || /\w\s+[\w./]/.test(r.src.slice(start + skip, r.at - 1)))
                    break;
                r.at += 1;
                return true;
            }
        }
    }
    r.attempts += 1;
    if (r.attempts > ATTEMPTS_CAP)
        fail('too many ((');
    r.at = start;
    r.commands.length = found;
    return false;
}
function putVariable(r, w, name, quoted) {
    const value = r.vars.get(name);
    if (value === undefined)
        put(w, UNKNOWN, /^[0-9@*]$/.test(name) ? CRAFTED : FROM_OUTSIDE);
    else if (value.doubt > 0)
        put(w, UNKNOWN, morePossible(value.doubt, FROM_OUTSIDE));
    else if (!quoted && /[\s*?[]/.test(value.text))
        put(w, UNKNOWN, CRAFTED);
    else
        put(w, value.text, 0);
}
function readBraces(r, w, quoted) {
    const start = r.at + 2;
    if (r.src[start] === '(')
        fail('${(...)}, whose flags can run what a variable holds');
    const inner = blankWord();
    for (r.at = start; r.src[r.at] !== '}';) {
        const c = r.src[r.at];
        if (c === undefined)
            fail('an unclosed ${');
        if (c === '\\')
            r.at += 2;
        else if (c === "'" && !quoted) {
            r.at = r.src.indexOf("'", r.at + 1) + 1;
            if (r.at === 0)
                fail('an unclosed quote');
        }
        else if (c === '"') {
            r.at += 1;
            readDouble(r, inner, '"');
        }
        else if (c === '$')
            readDollar(r, inner, true);
        else if (c === '`')
            readBackticks(r, inner);
        else
            r.at += 1;
    }
    const body = r.src.slice(start, r.at);
    r.at += 1;
    putBraces(r, w, body, inner, quoted);
}
function putBraces(r, w, body, inner, quoted) {
    if (body.endsWith('@P'))
        fail('${...@P}, which runs what a variable holds');
    const name = /^[A-Za-z_]\w*|^[0-9@*]/.exec(body)?.[0];
    if (name === body)
        return putVariable(r, w, body, quoted);
    if (body.startsWith('#'))
        return put(w, '1', 0);
    const crafted = name === undefined ||
        r.vars.has(name) ||
        /^[0-9@*]/.test(body) ||
        inner.doubt === CRAFTED ||
        /^\w+:?[-=+]-/.test(body);
    if (name !== undefined && /^\w+:?=/.test(body))
        r.vars.set(name, { text: '', doubt: CRAFTED });
    put(w, UNKNOWN, crafted ? CRAFTED : FROM_OUTSIDE);
}
const UNCLEAR_END = 'a here-document whose end is unclear';
/** Passes a line end, and the here-documents that begin behind it. */
function passLineEnd(r) {
    r.at += 1;
    for (const doc of r.pending.splice(0)) {
        let body = '';
        for (;;) {
            if (r.at >= r.src.length)
                fail('a here-document without an end');
            const { line, joined } = readLine(r, doc.end, doc.expand);
            if ((doc.strip ? line.replace(/^\t+/, '') : line) === doc.end) {
                if (joined)
                    fail(UNCLEAR_END);
                break;
            }
            body += `${line}\n`;
        }
        doc.into.text = body;
        if (!doc.expand || !/[$`]/.test(body))
            continue;
        const word = blankWord();
        aside(r, body, () => readDouble(r, word, undefined));
        doc.into.doubt = word.doubt;
    }
}
/** One line, with those that a backslash joins to it. */
function readLine(r, docEnd, expand) {
    let line = '';
    for (let joined = false;; joined = true) {
        const end = r.src.indexOf('\n', r.at);
        const part = r.src.slice(r.at, end === -1 ? r.src.length : end);
        r.at = end === -1 ? r.src.length : end + 1;
        // Shells differ on whether a line that was continued can hold the end.
        if (joined && part.replace(/^\t+/, '') === docEnd)
            fail(UNCLEAR_END);
        const more = expand && end !== -1 && backslashesAtEnd(part) % 2 === 1;
        line += more ? part.slice(0, -1) : part;
        if (!more)
            return { line, joined };
    }
}
function backslashesAtEnd(text) {
    let from = text.length;
    while (text[from - 1] === '\\')
        from -= 1;
    return text.length - from;
}
function skipLines(r) {
    for (;;) {
        skipBlanks(r);
        if (r.src[r.at] !== '\n')
            return;
        passLineEnd(r);
    }
}
/** The word that begins here, or null where none does. */
function readWord(r) {
    const start = r.at;
    const w = blankWord();
    let braced = false;
    while (r.at < r.src.length) {
        const c = r.src[r.at] ?? '';
        if ((c === '<' || c === '>') && r.src[r.at + 1] === '(')
            readSubstitution(r, w, FROM_OUTSIDE);
        else if (META.includes(c))
            break;
        else if (c === '$')
            readDollar(r, w, false);
        else if (c === '`')
            readBackticks(r, w);
        else if (c === '"') {
            r.at += 1;
            readDouble(r, w, '"');
        }
        else if (c === "'" || c === '\\')
            readLiteral(r, w, c);
        else {
            if (c === '*' || c === '?' || c === '[')
                w.glob = true;
            if (c === '{')
                braced = true;
            w.text += c;
            r.at += 1;
        }
    }
    r.at = Math.min(r.at, r.src.length);
    if (r.at === start)
        return null;
    w.raw = r.src.slice(start, r.at);
    // {git,push} becomes several words.
    if (braced && w.raw.includes('}') && /,|\.\./.test(w.raw))
        w.doubt = CRAFTED;
    return w;
}
function readLiteral(r, w, sign) {
    w.quoted = true;
    if (sign === '\\') {
        const next = r.src[r.at + 1];
        if (next !== '\n')
            w.text += next ?? '';
        r.at += 2;
        return;
    }
    const end = r.src.indexOf("'", r.at + 1);
    if (end === -1)
        fail('an unclosed quote');
    w.text += r.src.slice(r.at + 1, end);
    r.at = end + 1;
}
/** An array index with a substitution: bash runs it wherever it evaluates a number or a variable's name. */
const RUNNING_INDEX = /\[[^\][]*(\$\(|`|\$\{)/;
const DECLARES = /^(export|declare|typeset|local|readonly)$/;
const FILLS = /^(read|mapfile|readarray|getopts|printf)$/;
/** The assignment a word is, if it is one. */
function assignmentOf(r, w) {
    const [, name, index, plus] = /^([A-Za-z_]\w*)(\[[^\]]*\])?(\+?)=/.exec(w.raw) ?? [];
    if (name === undefined)
        return undefined;
    const value = { text: w.text.slice(w.text.indexOf('=') + 1), doubt: w.doubt };
    if (RUNNING_INDEX.test(value.text))
        fail('an index that runs a command');
    const earlier = r.vars.get(name);
    // Set twice, or in part: which value holds depends on what runs, so none is sure.
    if (index || plus || (earlier !== undefined && !earlier.given))
        value.doubt = CRAFTED;
    return { name, value };
}
/** The values between the brackets of `name=( … )`. */
function passArray(r) {
    for (r.at += 1;;) {
        skipBlanks(r);
        if (r.src[r.at] === '\n')
            passLineEnd(r);
        else if (r.src[r.at] === ')')
            break;
        else if (readWord(r) === null)
            fail('an array that is not understood');
    }
    r.at += 1;
}
/** What the variables hold behind a command. `arrays` are words whose value is one. */
function keepVariables(r, cmd, arrays) {
    const [first, ...rest] = cmd.words;
    if (first === undefined)
        for (const { name, value } of cmd.assigns)
            r.vars.set(name, value);
    else if (DECLARES.test(first.text))
        for (const w of rest) {
            const set = assignmentOf(r, w);
            if (set === undefined)
                continue;
            if (arrays.has(w))
                set.value.doubt = CRAFTED;
            r.vars.set(set.name, set.value);
            cmd.assigns.push(set);
        }
    else if (FILLS.test(first.text))
        for (const w of rest)
            if (/^[A-Za-z_]\w*$/.test(w.text))
                r.vars.set(w.text, { text: '', doubt: CRAFTED });
}
/** What stands behind a word that opens a clause; the commands in it are read as others are. */
const CLAUSES = {
    for: readFor,
    select: readFor,
    case: readCase,
    function: readFunction,
    '[[': readConditional,
};
function readFor(r) {
    skipBlanks(r);
    if (r.src.startsWith('((', r.at)) {
        if (!readArithmetic(r, 2))
            fail('a for loop that is not understood');
        return;
    }
    const name = readWord(r);
    if (name === null || RISKY_VARIABLE.test(name.text))
        fail('a for loop that is not understood');
    skipLines(r);
    const back = r.at;
    let doubt = CRAFTED;
    if (readWord(r)?.raw === 'in')
        doubt = readLoopWords(r);
    else
        r.at = back;
    r.vars.set(name.text, { text: '', doubt });
}
function readLoopWords(r) {
    let doubt = FROM_OUTSIDE;
    for (;;) {
        skipBlanks(r);
        const c = r.src[r.at] ?? '\n';
        const w = META.includes(c) && c !== '<' ? null : readWord(r);
        if (w === null)
            return doubt;
        if (w.doubt === CRAFTED || w.text.startsWith('-'))
            doubt = CRAFTED;
        r.listed.push(w);
    }
}
function readCase(r) {
    skipBlanks(r);
    if (readWord(r) === null)
        fail('a case without a word');
    skipLines(r);
    if (readWord(r)?.raw !== 'in')
        fail('a case without in');
    for (;;) {
        skipLines(r);
        const bracket = r.src[r.at] === '(';
        if (bracket)
            r.at += 1;
        for (;;) {
            skipBlanks(r);
            const pattern = readWord(r) ?? fail('a case pattern that is not understood');
            if (!bracket && pattern.raw === 'esac')
                return;
            skipBlanks(r);
            if (r.src[r.at] !== '|')
                break;
            r.at += 1;
        }
        if (r.src[r.at] !== ')')
            fail('a case pattern that is not understood');
        r.at += 1;
        if (r.list(r, 'esac') === 'esac')
            return;
    }
}
function readFunction(r) {
    skipBlanks(r);
    const name = readWord(r) ?? fail('a function without a name');
    r.functions.add(name.text);
    skipBlanks(r);
    take(r, /\(\s*\)/y);
}
function readConditional(r) {
    for (;;) {
        skipLines(r);
        if (r.src[r.at] === undefined)
            fail('an unclosed [[');
        const w = readWord(r);
        if (w === null)
            r.at += 1;
        else if (w.raw === ']]')
            return;
        else if (RUNNING_INDEX.test(w.text))
            fail('an index that runs a command');
    }
}
const OPERATOR = /&>>|&>|<<<|<<-|<<|<&|<>|<|>>|>&|>\||>/y;
function readRedirection(r, cmd) {
    const kind = take(r, OPERATOR)?.[0] ?? fail('an unexpected &');
    skipBlanks(r);
    const target = readWord(r) ?? fail('a redirection to nothing');
    if (kind === '<<' || kind === '<<-') {
        // Its end is not expanded, whatever is written there.
        if (/[$`]/.test(target.raw))
            fail('a here-document whose end is unclear');
        const into = { text: '', doubt: 0 };
        cmd.input.push(into);
        r.pending.push({ end: target.text, strip: kind === '<<-', expand: !target.quoted, into });
    }
    else if (kind === '<<<')
        cmd.input.push(target);
    else
        cmd.redirects.push({ kind, target });
}
const COMMANDS_CAP = 5_000;
const OPENERS = names('if then elif else fi while until do done { } ! time');
const ARRAY = /^[A-Za-z_]\w*(\[[^\]]*\])?\+?=$/;
/** One simple command, with the words around it that open and close clauses. */
function readCommand(r, piped, stop) {
    const open = {
        cmd: { words: [], assigns: [], redirects: [], input: [], piped },
        arrays: new Set(),
        stop,
    };
    let ended;
    while (ended === undefined) {
        skipBlanks(r);
        const c = r.src[r.at];
        if (c === undefined || '\n;|)'.includes(c) || (c === '&' && r.src[r.at + 1] !== '>'))
            break;
        if (c === '(')
            ended = readBracket(r, open);
        else if (c === '&' || ((c === '<' || c === '>') && r.src[r.at + 1] !== '('))
            readRedirection(r, open.cmd);
        else
            ended = readNextWord(r, open, c);
    }
    keepCommand(r, open);
    return ended === 'esac' ? 'esac' : undefined;
}
function keepCommand(r, { cmd, arrays }) {
    keepVariables(r, cmd, arrays);
    if (cmd.words.length + cmd.assigns.length + cmd.redirects.length > 0)
        r.commands.push(cmd);
    if (r.commands.length > COMMANDS_CAP)
        fail('too many commands');
}
/** A bracket behind a word: an array, or a function that begins. */
function readBracket(r, { cmd, lastAssign, arrays }) {
    const last = cmd.words.at(-1) ?? lastAssign;
    // In zsh `=(...)` alone runs what is in it.
    if (last !== undefined && ARRAY.test(last.raw) && r.src[r.at - 1] === '=') {
        arrays.add(last);
        passArray(r);
        const set = cmd.assigns.at(-1);
        if (lastAssign === last && set !== undefined)
            set.value.doubt = CRAFTED;
        return undefined;
    }
    const [name] = cmd.words;
    if (name === undefined || cmd.words.length > 1 || take(r, /\(\s*\)/y) === null)
        fail('an unexpected (');
    r.functions.add(name.text);
    cmd.words = [];
    skipBlanks(r);
    return r.src[r.at] === '(' ? 'break' : undefined;
}
function readNextWord(r, open, c) {
    const { cmd, stop } = open;
    const w = readWord(r) ?? fail(`the character ${JSON.stringify(c)}`);
    const next = r.src[r.at];
    if (/^(\d+|\{\w+\})$/.test(w.raw) && (next === '<' || next === '>')) {
        readRedirection(r, cmd);
        return undefined;
    }
    if (cmd.words.length === 0) {
        if (cmd.assigns.length === 0) {
            if (OPENERS.has(w.raw))
                return passOpener(r, w.raw);
            if (w.raw === 'esac')
                return stop === 'esac' ? 'esac' : fail('an unexpected esac');
            const clause = entryOf(CLAUSES, w.raw);
            if (clause !== undefined) {
                clause(r);
                return undefined;
            }
        }
        const set = assignmentOf(r, w);
        if (set !== undefined) {
            cmd.assigns.push(set);
            open.lastAssign = w;
            return undefined;
        }
    }
    // A brace closes without a `;` in zsh, and names the body of a coproc in bash.
    if (cmd.words.length > 0 && /^[{}]$/.test(w.raw))
        fail('a lone brace');
    cmd.words.push(w);
    return undefined;
}
function passOpener(r, word) {
    skipBlanks(r);
    if (word === 'time' && r.src.startsWith('-p', r.at))
        r.at += 2;
    skipBlanks(r);
    return r.src[r.at] === '(' ? 'break' : undefined;
}
/**
 * Reads POSIX shell with the common parts of bash and gives every simple command it may run, whatever the
 * condition around it: those in substitutions, subshells, functions, loops and here-documents too.
 * What it does not understand throws Unclear.
 */
function parseShell(text, known) {
    const given = Object.entries(known).map(([name, value]) => [name, { text: value, doubt: 0, given: true }]);
    const reading = {
        src: text,
        at: 0,
        commands: [],
        functions: new Set(),
        listed: [],
        vars: new Map(given),
        pending: [],
        attempts: 0,
        list: readList,
    };
    readList(reading, null);
    return reading;
}
/** Commands up to `stop`. Gives 'esac' when that word ended it. */
function readList(r, stop) {
    let piped = false;
    for (;;) {
        skipBlanks(r);
        const c = r.src[r.at];
        const next = r.src[r.at + 1];
        if (c === undefined) {
            if (stop !== null)
                fail(`a missing ${stop}`);
            if (r.pending.length > 0)
                fail('a here-document without an end');
            return undefined;
        }
        if (c === '\n')
            passLineEnd(r);
        else if (c === ')') {
            if (stop !== ')')
                fail('an unexpected )');
            r.at += 1;
            return undefined;
        }
        else if (c === ';' && (next === ';' || next === '&')) {
            if (stop !== 'esac')
                fail('an unexpected ;;');
            r.at += r.src.startsWith(';;&', r.at) ? 3 : 2;
            return undefined;
        }
        else if (c === '|') {
            piped = next !== '|';
            r.at += next === '|' || next === '&' ? 2 : 1;
        }
        else if (c === ';' || (c === '&' && next !== '>')) {
            r.at += c === '&' && next === '&' ? 2 : 1;
            piped = false;
        }
        else if (c === '(') {
            readSubshell(r);
            piped = false;
        }
        else {
            if (readCommand(r, piped, stop) === 'esac')
                return 'esac';
            piped = false;
        }
    }
}
function readSubshell(r) {
    if (r.src[r.at + 1] === '(' && readArithmetic(r, 2))
        return;
    r.at += 1;
    readList(r, ')');
}
const DEPTH_CAP = 8;
const LISTED_CAP = 2_000;
const LISTINGS = /^(find|ls|e?grep|fgrep|rg|fd|git)$/;
/** Looks at one shell text; `say` is told everything that matters. */
function inspectScript(text, outer, inspection, depth = 0) {
    const script = parsed(text, outer, inspection, depth);
    if (script === undefined)
        return;
    const crafts = script.commands.some(({ words: [first] }) => {
        const name = first?.text ?? '';
        return !PLAIN_SOURCES.has(name) && /^(echo|printf|base64|rev|tr|cat|sed|awk)$/.test(name);
    });
    const ctx = { ...outer, reach: outer.reach || reachesState(script, outer) };
    const here = {
        ...ctx,
        functions: script.functions,
        stdin: unknownWord(crafts ? CRAFTED : FROM_OUTSIDE),
        script: (more) => inspectScript(more, ctx, inspection, depth + 1),
        peek: (more) => inspectScript(more, onlyGrave(ctx), inspection, depth + 1),
    };
    for (const cmd of script.commands)
        inspectCommand(cmd, here);
}
function parsed(text, ctx, inspection, depth) {
    try {
        inspection.scripts -= 1;
        if (depth > DEPTH_CAP || inspection.scripts < 0)
            throw new Unclear('commands nested too deep');
        if (text.length > TEXT_CAP)
            throw new Unclear('too many characters');
        return parseShell(text, inspection.known);
    }
    catch (error) {
        // Too deep for the stack, or not understood: both mean that nothing is known about it.
        if (MENTIONS_STATE.test(text))
            ctx.say('state', 'shell text that names the workflow state and cannot be parsed');
        const what = error instanceof Unclear ? `with ${error.message}` : 'that cannot be parsed';
        ctx.say('opaque', `shell text ${what}`);
        return undefined;
    }
}
/** Whether a script names the files around the state by way of a loop or a listing, and then uses those names. */
function reachesState({ commands, listed }, ctx) {
    if (listed.length > LISTED_CAP || listed.some((w) => w.doubt === 0 && touchesState(ctx, w)))
        return true;
    const uses = commands.some(({ words }) => words.some((w, k) => w.doubt > 0 || (k === 0 && w.text === 'xargs')));
    return (uses &&
        commands.some(({ words: [first, ...args] }) => {
            const name = nameOf(first?.text ?? '');
            return LISTINGS.test(name) && listsState(name, args, ctx);
        }));
}
/** A patch names the files it changes; one that comes through a pipe cannot be read, so it is refused. */
function inspectPatch(name, args, cmd, ctx) {
    const operands = args
        .map((w) => ({ ...w, text: w.text.replace(/^(-i|--input=)(?=.)/, '') }))
        .filter((w) => !isOption(w));
    const redirected = cmd.redirects.filter(({ kind }) => kind === '<').map(({ target }) => target);
    const files = [...operands, ...redirected].map((w) => (w.doubt > 0 ? undefined : ctx.files.read(w.text)));
    const texts = [...cmd.input.map(({ text }) => text), ...files.filter((text) => text !== undefined)];
    if (texts.some((text) => MENTIONS_STATE.test(withoutOctals(text))) ||
        touchesState(ctx, literal('.')) ||
        MENTIONS_STATE.test(ctx.whole))
        return ctx.say('state', `${name} of a patch on the workflow state`);
    if (cmd.piped && texts.length === 0)
        ctx.say('state', `${name} of a patch from a pipe, which may change the workflow state`);
}
function withoutOctals(text) {
    return text.replace(/\\([0-7]{3})/g, (_all, octal) => String.fromCharCode(Number.parseInt(octal, 8)));
}
const NAMES_PATHS = /^(rm|mv|checkout|restore|apply|am|update-index|checkout-index|submodule|clone|init|worktree)$/;
/** Git commands that can remove or replace the state file although it is ignored or untracked. */
function inspectGitState(verb, rest, cmd, ctx) {
    const paths = rest.filter((w) => !isOption(w));
    const has = (pattern) => rest.some((w) => pattern.test(w.text));
    if (verb === 'clean')
        inspectClean(rest, ctx);
    if (/^(update-index|mktree|read-tree|fast-import)$/.test(verb) && MENTIONS_STATE.test(ctx.whole))
        ctx.say('state', `git ${verb} on the workflow state`);
    if (verb === 'worktree' && textOf(rest[0]) === 'remove' && paths.some((w) => touchesState(ctx, w, true)))
        ctx.say('state', 'git worktree remove of the workflow state');
    if (verb === 'stash' && has(/^(-[a-zA-Z]*[ua]|--all|--include-untracked)$/))
        ctx.say('state', 'git stash of untracked files, which removes the workflow state');
    if (NAMES_PATHS.test(verb) && anyTouchesState(ctx, paths))
        ctx.say('state', `git ${verb} on the workflow state`);
    if (verb !== 'apply' && verb !== 'am')
        return;
    const looks = has(/^--(check|stat|numstat|summary|abort|continue|skip|quit|show-current-patch)/);
    if (!looks || has(/^--apply/))
        inspectPatch(`git ${verb}`, rest, cmd, ctx);
}
function inspectClean(rest, ctx) {
    const has = (pattern) => rest.some((w) => pattern.test(w.text));
    // The value of -e is no path; git expands patterns by itself, and `:/` is the top.
    const isValue = (k) => /^(-[a-zA-Z]*e|--exclude)$/.test(textOf(rest[k - 1]));
    const paths = rest.filter((w, k) => !isOption(w) && !isValue(k));
    const sweeps = (w) => w.doubt > 0 || /^:|^[^/]*[*?[]/.test(w.text) || touchesState(ctx, w, true);
    const all = paths.length === 0 || paths.some(sweeps);
    if (has(/^-[a-zA-Z]*[xXd]/) && !has(/^(-[a-zA-Z]*n[a-zA-Z]*|--dry-run)$/) && all)
        ctx.say('state', 'git clean, which removes the workflow state');
    if (anyTouchesState(ctx, paths))
        ctx.say('state', 'git clean of the workflow state');
}
const ALWAYS_READS = names(`
  status log diff show rev-parse rev-list ls-files ls-tree ls-remote cat-file describe blame annotate shortlog grep name-rev merge-base
  for-each-ref show-ref count-objects fsck verify-commit verify-tag verify-pack whatchanged cherry range-diff diff-tree diff-index diff-files
  check-ignore check-attr check-mailmap check-ref-format var version help show-branch merge-tree request-pull patch-id stripspace add stage fetch --version --help
`);
const FINISHES = names('push commit send-pack http-push commit-tree update-ref fast-import send-email imap-send');
const FINISHES_AND_WRITES = names('merge rebase cherry-pick revert am pull subtree svn p4 lfs citool gui');
const WRITES = names(`
  checkout switch restore reset stash clean rm mv apply init clone worktree submodule sparse-checkout read-tree checkout-index update-index
  unpack-file mergetool format-patch bundle gc prune repack config remote branch tag notes replace bisect filter-branch rerere maintenance
  archive symbolic-ref reflog hash-object mktree mktag pack-refs pack-objects write-tree interpret-trailers merge-file merge-index bugreport diagnose
`);
/** Verbs that also write: with one of these words they read. */
const READING_FORMS = {
    branch: anyOf(/^(-a|-r|-v+|-l|--(list|show-current|all|remotes|contains|merged|no-merged|points-at|verbose))$/, /^--(sort|format)=.*$/),
    tag: /^(-l|--list|-n\d*|--contains|--merged|--no-merged|--sort=.*|--format=.*|--points-at)$/,
    config: /^(--get|--get-all|--get-regexp|--list|-l|get|list|--get-urlmatch)$/,
    remote: /^(-v|--verbose|show|get-url)$/,
    stash: /^(list|show)$/,
    worktree: /^list$/,
    submodule: /^(status|summary)$/,
    notes: /^(list|show)$/,
    reflog: /^(show|exists)$/,
    bisect: /^(log|view|visualize)$/,
    apply: /^--(check|stat|numstat|summary)$/,
    clean: /^(-[a-zA-Z]*n[a-zA-Z]*|--dry-run)$/,
    'format-patch': /^--stdout$/,
    bundle: /^(verify|list-heads)$/,
    'sparse-checkout': /^list$/,
};
/** Verbs that read when nothing stands behind them. */
const READS_ALONE = names('branch tag remote reflog notes submodule');
/** Verbs with a word of their own behind them: it stands first, elsewhere it is a name. */
const NESTED = names('stash worktree submodule notes bisect bundle sparse-checkout remote');
const CHANGING_LONG = 'delete move copy force edit add replace-all edit-description 3way apply index cached output unset-upstream set-upstream-to unset unset-all';
const CHANGING = anyOf(/^(-[dDmMcCfu]|--(delete|move|copy|force|set-upstream.*|unset.*|edit|add|replace-all))$/, /^--(edit-description|3way|apply|index|cached|output.*)$/, /^-o/);
const CONFIG_WORD = anyOf(/^([\w-]+\..*|-z)$/, /^--(global|local|system|worktree|show-origin|show-scope|null|includes|name-only|bool|int|path)$/);
/** Git takes the beginning of a long option for the whole of it. */
function abbreviates(text, options) {
    if (!/^--[a-z0-9]/.test(text))
        return false;
    const [said = ''] = text.slice(2).split('=', 1);
    return options.split(' ').some((name) => name.startsWith(said));
}
const alwaysReads = (verb) => ALWAYS_READS.has(verb);
/** Whether a verb with these words only reads. */
function readsOnlyGit(verb, rest) {
    if (ALWAYS_READS.has(verb) || (READS_ALONE.has(verb) && rest.length === 0))
        return true;
    if (hasReadingForm(verb, rest))
        return true;
    const has = (pattern) => rest.some((w) => pattern.test(w.text));
    switch (verb) {
        case 'reflog':
            return !/^(expire|delete|drop|write)$/.test(textOf(rest[0]));
        case 'rm':
            return has(/^(-n|--dry-run)$/);
        case 'config': {
            const keys = rest.filter((w) => /^[\w-]+\./.test(w.text));
            return keys.length === 1 && rest.every((w) => CONFIG_WORD.test(w.text));
        }
        case 'symbolic-ref':
            return rest.filter((w) => !isOption(w)).length === 1;
        case 'archive':
            return !has(/^(-o|--output|--exec|--remote)/);
        default:
            return false;
    }
}
function hasReadingForm(verb, rest) {
    const form = entryOf(READING_FORMS, verb);
    if (form === undefined)
        return false;
    const at = firstOperand(rest);
    const heads = NESTED.has(verb) ? rest.slice(0, at + 1) : rest;
    if (!heads.some((w) => form.test(w.text)))
        return false;
    if (verb === 'remote' && /^(add|rename|remove|rm|set-.*|prune|update)$/.test(textOf(rest[at])))
        return false;
    return !rest.some((w) => w.doubt === 0 && (abbreviates(w.text, CHANGING_LONG) || CHANGING.test(w.text)));
}
const GIT_FLAG = anyOf(/^-[pPvh]$/, /^--(paginate|no-pager|no-replace-objects|bare|no-optional-locks|no-lazy-fetch|no-advice)$/, /^--((no)?(literal|glob|icase)-pathspecs|noglob-pathspecs|(html|man|info|exec)-path|list-cmds=.*)$/);
/** Settings that name no program. */
const HARMLESS_CONFIG = anyOf(/^(color|user|advice|log|i18n|safe|status|column|blame|pull)\./i, /^(gc\.auto|init\.defaultbranch|push\.default|commit\.gpgsign|tag\.gpgsign|merge\.conflictstyle)/i, /^core\.(quotepath|abbrev|autocrlf|safecrlf|ignorecase|filemode|longpaths|pager=(cat)?$)/i, /^diff\.(renames|renamelimit|algorithm|context|noprefix|mnemonicprefix|colormoved)/i, /^pager\.\w+=(false|cat)$/i);
const RUNNING_LONG = 'output ext-diff upload-pack receive-pack exec open-files-in-pager';
const inspectGit = (args, cmd, ctx) => {
    const start = verbAt(args, ctx);
    if (start === undefined)
        return;
    const verb = textOf(args[start.at]);
    const rest = args.slice(start.at + 1);
    if (verb === 'submodule' && rest.some((w) => w.text === 'foreach'))
        return ctx.say('opaque', 'git submodule foreach');
    if (verb === 'bisect' && textOf(rest[0]) === 'run')
        return ctx.say('opaque', 'git bisect run');
    inspectGitState(verb, rest, cmd, ctx);
    if (start.inState && !alwaysReads(verb))
        ctx.say('state', `git ${verb} in the folder of the workflow state`);
    if (readsOnlyGit(verb, rest))
        return inspectReading(verb, rest, ctx);
    if (FINISHES.has(verb))
        return ctx.say('finish', `git ${verb}`);
    if (runsOthers(verb, rest))
        ctx.say('opaque', `git ${verb}, which runs other commands`);
    if (FINISHES_AND_WRITES.has(verb)) {
        ctx.say('finish', `git ${verb}, which makes commits`);
        return ctx.say('write', `git ${verb}, which changes files`);
    }
    if (verb === 'config' && !isHarmlessConfig(rest))
        ctx.say('opaque', 'git config of something that can run other commands');
    if (WRITES.has(verb))
        return ctx.say('write', `git ${verb}, which changes files`);
    ctx.say('opaque', `git ${verb}, an alias or an extension`);
};
/** Where the verb stands behind git's own options; undefined where there is none, or that is said already. */
function verbAt(args, ctx) {
    let inState = false;
    const refuse = (what) => {
        ctx.say('opaque', what);
        return undefined;
    };
    const visit = (folder) => {
        inState ||= folder !== undefined && touchesState(ctx, folder);
    };
    for (let at = 0; at < args.length; at += 1) {
        const { text, doubt, glob } = args[at] ?? literal('');
        if (doubt > 0 || glob)
            return refuse('git with a subcommand that is not written out');
        const value = args[at + 1];
        if (text === '-c' || text === '--config-env') {
            if (value === undefined || value.doubt > 0 || !HARMLESS_CONFIG.test(value.text))
                return refuse('git -c with a setting that can run other commands');
            at += 1;
        }
        else if (text === '-C') {
            if (value !== undefined)
                ctx.files.enter(value);
            at += 1;
        }
        else if (/^--(git-dir|work-tree|namespace|super-prefix|attr-source)$/.test(text)) {
            visit(value);
            at += 1;
        }
        else if (/^--(git-dir|work-tree)=/.test(text))
            visit(literal(text.slice(text.indexOf('=') + 1)));
        else if (/^--(exec-path=|config-env=)/.test(text))
            return refuse(`git ${text.split('=', 1)[0]}`);
        else if (!text.startsWith('-') || /^--(version|help)$/.test(text))
            return { at, inState };
        // Some take the next word, which is then not the verb.
        else if (!GIT_FLAG.test(text))
            return refuse(`git ${text}, an option that is not known`);
    }
    return undefined;
}
function inspectReading(verb, rest, ctx) {
    const dashes = rest.findIndex((w) => w.text === '--');
    const options = dashes === -1 ? rest : rest.slice(0, dashes);
    if (options.some((w) => w.doubt === CRAFTED))
        return ctx.say('opaque', `git ${verb} with an option that is not written out`);
    const runs = ({ text }) => abbreviates(text, RUNNING_LONG) ||
        /^--(output(=|$)|ext-diff|upload-pack|receive-pack|exec|open-files-in-pager)|^ext::/.test(text) ||
        (verb === 'grep' && /^-[a-zA-Z]*O/.test(text));
    // Behind `--` too, which may be the value of an option.
    if (rest.some(runs))
        ctx.say('opaque', `git ${verb} with an option that writes or runs something`);
}
function runsOthers(verb, rest) {
    if (/^(filter-branch|mergetool)$/.test(verb))
        return true;
    if (!/^(archive|clone|submodule|remote|pull|fetch)$/.test(verb))
        return false;
    return rest.some((w) => w.doubt === CRAFTED ||
        abbreviates(w.text, 'exec upload-pack config template') ||
        /^(-c|-u|ext::.*)$/.test(w.text));
}
function isHarmlessConfig(rest) {
    if (rest.some((w) => w.doubt > 0 || /^(-e|--edit|edit)$/.test(w.text)))
        return false;
    return rest.some((w) => HARMLESS_CONFIG.test(w.text));
}
/** A script that is about to run: a shell script is read like a command, others are searched. */
function inspectScriptFile(w, ctx, asShell = false) {
    const texts = w.doubt > 0 ? [] : ctx.files.texts(w.text);
    if (texts.length === 0)
        return ctx.say('opaque', 'a script that cannot be read');
    for (const text of texts)
        inspectText(nameOf(w.text), text, ctx, asShell);
}
function inspectText(name, text, ctx, asShell) {
    if (text === undefined)
        return ctx.say('opaque', `${name}, a script that the same command writes`);
    if (asShell || /^#!.*\b(ba|da|z|k|a)?sh\b/.test(text.slice(0, 128)))
        return ctx.script(text.replace(/^#!.*/, ''));
    if (mentionsFinish(text))
        ctx.say('finish', `${name}, a script that names git or gh`);
    if (MENTIONS_STATE.test(text))
        ctx.say('state', `${name}, a script that names the workflow state`);
}
const SHELLS = names('sh bash dash zsh ksh mksh ash fish rbash');
const CHANGES_FILES = /\b(rm|mv|cp|tee|dd|truncate|shred|chmod|chown|ln|touch)\b|>|-i\b/;
/** A shell: its script is on the command line, in a file or on its input. */
function inspectShellProgram(args, cmd, ctx) {
    if (onlyChecksSyntax(args))
        return;
    let k = 0;
    for (; k < args.length; k += 1) {
        const { text, doubt } = args[k] ?? { text: '', doubt: 0 };
        if (!/^[-+]./.test(text))
            break;
        if (doubt > 0)
            return ctx.say('opaque', 'a shell with options that are not written out');
        if (text === '--version' || text === '--help')
            return;
        if (text === '--') {
            k += 1;
            break;
        }
        if (/rcfile|init-file/.test(text))
            return ctx.say('opaque', 'a shell with a start file');
        if (/^-[a-zA-Z]*c[a-zA-Z]*$/.test(text))
            return inspectCode(args, k + 1, ctx);
        if (/^-[a-zA-Z]*s[a-zA-Z]*$/.test(text))
            return inspectInput(cmd, ctx);
        if (/^([-+]o|-O)$/.test(text))
            k += 1;
    }
    const file = args[k];
    if (file !== undefined && file.text !== '-')
        return inspectScriptFile(file, ctx, true);
    inspectInput(cmd, ctx);
}
function onlyChecksSyntax([option, file]) {
    return textOf(option) === '-n' && file !== undefined && !/^[-+]/.test(file.text) && file.doubt < CRAFTED;
}
function inspectCode(args, from, ctx) {
    const code = args.slice(from).find((w) => !/^[-+]/.test(w.text));
    if (code === undefined || code.doubt > 0)
        return ctx.say('opaque', 'a shell command that is not written out');
    // What it is given as $1 may be the state.
    const isGiven = ctx.reach && args.some((w) => w.doubt > 0) && /\$[\d@*{]/.test(code.text);
    if (isGiven && CHANGES_FILES.test(code.text))
        ctx.say('state', 'a shell that is given the workflow state');
    ctx.script(code.text);
}
function inspectInput({ input, piped }, ctx) {
    if (input.length === 0 || piped)
        return ctx.say('opaque', 'a shell that reads its commands from elsewhere');
    for (const doc of input)
        if (doc.doubt > 0)
            ctx.say('opaque', 'a shell whose input is not written out');
        else
            ctx.script(doc.text);
}
const SEARCHED_CAP = 20_000;
const ARGS_CAP = 200;
const EDITOR = /^(\+|-[a-zA-Z]*[cSsuP]|--(cmd|remote|server))/;
/** Options, or words, with which a program that changes or reads files runs something else. */
const RUNNING_OPTIONS = {
    vi: EDITOR,
    vim: EDITOR,
    nvim: EDITOR,
    ex: EDITOR,
    emacs: /^--?(eval|execute|l|load|f|funcall|script|batch)/,
    less: /^\+/,
    more: /^\+/,
    tar: /^(--(to-command|checkpoint-action|use-compress|info-script|new-volume|rsh|rmt)|-[a-zA-Z]*[IF])/,
    rsync: /^(-[a-zA-Z]*e|--rsh|--rsync-path)/,
    zip: /^(-[a-zA-Z]*TT|--unzip-command)/,
    split: /^--fi/,
    sort: /^--comp/,
    scp: /^-[a-zA-Z0-9]*[SoF]/,
    sftp: /^-[a-zA-Z0-9]*[SoFbD]/,
    wget: /^(--use-askpass|-e|--execute|--config)/,
    curl: /^(-[a-zA-Z]*K|--conf)/,
    sqlite3: /(^|\n)\s*\.(sh|sy|imp|re|o|on|ex)|\b(load_extension|edit)\b|^-(init|cmd)/,
    psql: /\\!|\bprogram\b|^-[a-zA-Z]*f|^--file/i,
};
const READS_COMMANDS = names('ed ex vi vim nvim emacs sqlite3 psql mysql ftp sftp bc dc');
const COMPRESSORS = names('gzip pigz zstd xz bzip2 lz4 lzma zstdmt pzstd');
const FINISHING = /(^|[^\w-])(git|gh|hub)\s+(\S+\s+){0,6}?(push|commit|send-pack|pr)(\s|\W|$)/;
/** What the arguments of a program that may run others would run. */
function inspectInner(name, args, cmd, ctx) {
    const runs = entryOf(RUNNING_OPTIONS, name);
    if (runs !== undefined &&
        args.some((w, k) => w.doubt === CRAFTED || (runs.test(w.text) && !isCompressor(name, args, k))))
        ctx.say('opaque', `${name} with an option that runs other commands`);
    const isFed = cmd.piped || cmd.input.some((doc) => doc.doubt > 0 || /[!.\\]/.test(doc.text));
    if (READS_COMMANDS.has(name) && isFed)
        ctx.say('opaque', `${name}, which reads what to do from elsewhere`);
    const said = [...args, ...cmd.input].map(({ text }) => text);
    const text = said.join(' ').slice(0, SEARCHED_CAP);
    if (FINISHING.test(text))
        ctx.say('finish', `${name}, which is told to run git or gh`);
    if (tellsGate(text))
        ctx.say('state', `${name}, which is told to change the workflow state`);
    // Many of them take patterns apart by themselves.
    const isPattern = (w) => w.doubt === 0 && /[*?]/.test(w.text) && w.text.includes('.');
    if (args.some((w) => isPattern(w) && touchesState(ctx, { ...w, glob: true, quoted: false })))
        ctx.say('state', `${name} on the workflow state`);
    if (name === 'cargo' && args.some((w) => /^(smart-)?release$/.test(w.text)))
        ctx.say('finish', 'cargo release');
    const starts = ({ text: program }) => SHELLS.has(nameOf(program)) || /^(git|gh|env)$/.test(nameOf(program));
    const at = args.findIndex((w) => w.doubt === 0 && starts(w));
    if (at !== -1 && args.length < ARGS_CAP)
        ctx.inspect(args.slice(at), cmd, onlyGrave(ctx));
}
/** `tar -I zstd`, or the same in one word. */
function isCompressor(name, args, k) {
    if (name !== 'tar')
        return false;
    const text = textOf(args[k]);
    const joined = /^--use-compress[\w-]*=(.*)$/.exec(text)?.[1];
    return COMPRESSORS.has(joined ?? args[k + 1]?.text ?? text);
}
const WORDS_CAP = 2_000;
const WRITERS = names(`
  rm rmdir mv cp install ln link unlink mkdir touch tee dd truncate shred split csplit chmod chown chgrp chattr setfacl mkfifo mknod mktemp
  patch ed ex vi vim nvim nano emacs rsync scp sftp zip unzip gunzip gzip bzip2 bunzip2 xz unxz zstd unzstd 7z cpio ar sponge trash rename
  alternatives ldconfig wget fallocate sqlite3 gofmt prettier black isort rustfmt oxfmt ditto pax uudecode
`);
/** Writers that run nothing, whatever their arguments say. */
const PLAIN_WRITERS = names('rm rmdir mv cp install ln link unlink mkdir touch tee dd truncate shred chmod chown chgrp chattr mkfifo mktemp sponge gzip gunzip bzip2 xz');
const REMOVERS = names('rm mv shred trash chmod chown rsync rename unlink');
const COPIERS = names('cp mv install ln link tee dd rsync scp curl wget sponge ditto patch gunzip unzip tar');
const TO_LAST = names('cp mv install ln rsync scp ditto');
const SENDERS = names('curl wget http https xh nc ncat telnet openssl');
const BUILDERS = names('make gmake just task rake');
const BUILD_FILES = ['Makefile', 'makefile', 'GNUmakefile', 'justfile', 'Taskfile.yml', 'Rakefile'];
/** A program that changes files, or one we do not know. */
function inspectWriter(name, first, args, cmd, ctx) {
    if (args.length > WORDS_CAP)
        return ctx.say('state', `${name} with more arguments than can be checked`);
    const operands = args.filter((w) => !isOption(w));
    inspectOnState(name, args, operands, cmd, ctx);
    if (SENDERS.has(name) && args.some((w) => w.doubt > 0 || FORGE_ADDRESS.test(w.text)))
        ctx.say('finish', `${name} with data for a forge`);
    if (operands.some((w) => RUN_BY_GIT.test(w.text)))
        ctx.say('finish', GIT_RUNS_IT);
    rememberCopies(name, operands, ctx);
    if (!PLAIN_WRITERS.has(name))
        inspectInner(name, args, cmd, ctx);
    if (WRITERS.has(name))
        return ctx.say('write', `${name}, which changes files`);
    if (BUILDERS.has(name) && BUILD_FILES.some((file) => mentionsFinish(ctx.files.read(file) ?? '')))
        ctx.say('finish', `${name}, whose file names git or gh`);
    if (first.text.includes('/'))
        inspectScriptFile(first, ctx);
    // Not a program: a shell alias or function of the user's profile, which may be anything.
    else if (!ctx.files.isProgram(name))
        return ctx.say('opaque', `${name}, which is not a program that can be found`);
    ctx.say('program', `${name}, which may change files`);
}
const FORGE_ADDRESS = /git(hub|lab|ea)|bitbucket|\/(pulls|merge)/i;
function inspectOnState(name, args, operands, cmd, ctx) {
    const has = (pattern) => args.some((w) => pattern.test(w.text));
    const removes = (REMOVERS.has(name) && (name !== 'rsync' || has(/^--(del|remove)/))) ||
        (name === 'tar' && has(/^--remove-files$/));
    const removed = name === 'mv' && operands.length > 1 ? operands.slice(0, -1) : operands;
    if (anyTouchesState(ctx, args) ||
        (removes && removed.some((w) => touchesState(ctx, w, true))) ||
        cmd.input.some((doc) => MENTIONS_STATE.test(doc.text)))
        ctx.say('state', `${name} on the workflow state`);
    if (name === 'patch')
        inspectPatch(name, args, cmd, ctx);
    const last = operands.at(-1);
    if (!/^(cp|mv|rsync|ditto|install)$/.test(name) || last === undefined || operands.length < 2)
        return;
    if (touchesState(ctx, last, true) && operands.slice(0, -1).some((w) => bringsState(name, w, ctx)))
        ctx.say('state', `${name} of a folder that holds a workflow state`);
}
/** Whether copying this would bring a state of its own along. */
function bringsState(name, w, { files }) {
    if (w.doubt > 0)
        return false;
    if (w.glob)
        return globMatches(nameOf(w.text), STATE_FOLDER);
    return files.holdsState(w.text) && (name !== 'mv' || /\/\.?$/.test(w.text));
}
/** The files a copy leaves behind hold something else than before. */
function rememberCopies(name, operands, { files }) {
    const last = operands.at(-1);
    if (!COPIERS.has(name) || last === undefined)
        return;
    for (const w of TO_LAST.has(name) ? [last] : operands)
        files.wrote({ ...w, text: w.text.replace(/^of=/, '') });
    if (last.doubt > 0)
        return;
    for (const w of operands.slice(0, -1))
        files.wrote({ ...w, text: `${last.text}/${nameOf(w.text)}` });
}
/** What a script of package.json would do to the forge or the state; that it may write files is known anyway. */
function inspectPackageScript(script, ctx) {
    if (ctx.files.isFresh('package.json'))
        ctx.say('opaque', 'package.json, which the same command writes');
    for (const scripts of scriptsOf(ctx))
        for (const key of [`pre${script}`, script, `post${script}`]) {
            const text = scripts.get(key);
            if (typeof text === 'string')
                ctx.peek(text);
        }
}
function hasScript(name, ctx) {
    return scriptsOf(ctx).some((scripts) => scripts.has(name));
}
/** The scripts of package.json in each folder the command may stand in. */
function scriptsOf(ctx) {
    return ctx.files.texts('package.json').flatMap((text) => {
        try {
            const { scripts } = JSON.parse(text || '{}');
            return typeof scripts === 'object' && scripts !== null ? [new Map(Object.entries(scripts))] : [];
        }
        catch {
            return [];
        }
    });
}
const READING_SCRIPTS = /^(test|lint|check|type|types|typecheck|spec|unit|e2e|integration|verify|coverage|audit|dead|ci)([:._-]|$)|[:._-](check|test|lint)$/;
/** Names that scripts and goals have which look and do not change anything. */
function isReadingScript(name) {
    return (READING_SCRIPTS.test(name) || /^(t|tst)$/.test(name)) && !/fix|write|update/.test(name);
}
/** Options before the command that take the next word, and those that do not; of others it is not known. */
const PACKAGE_VALUED = '--prefix -C --filter -F -w --workspace --cwd --dir --loglevel --reporter';
const PACKAGE_FLAG = /^(-[sqdrR]|-dd|-ddd|-ws|--[\w-]+=.*|--(silent|quiet|verbose|recursive|workspaces|workspace-root|if-present|include-workspace-root|offline|prefer-offline|no-audit|no-fund|ignore-scripts|no-color|color|parallel|stream|version|help|json|yes|aggregate-output|no-bail))$/;
const RUNS_OTHER = /^--(script-shell|shell|node-options|userconfig|globalconfig|use-node-version|shell-emulator)/;
const ASKS = /^(--version|-v|--help|-h)$/;
const READING_COMMANDS = names('ls list ll la outdated view info show why explain root prefix bin search ping whoami help licenses');
/** They replace node_modules, and are no scripts of that name. */
const CLEAN_INSTALLS = names('ci clean-install ic install-clean install-ci-test cit');
/** Programs of node_modules, as in `yarn tsc`. */
const PROGRAMS = names('autodev tsc eslint vitest jest mocha prettier playwright oxlint biome knip');
const inspectPackageManager = (args, cmd, ctx, name) => {
    visitFolders(args, ctx);
    const at = firstOperand(args, PACKAGE_VALUED);
    const before = args.slice(0, at);
    const asks = before.every((w) => ASKS.test(w.text));
    if (args.some((w) => RUNS_OTHER.test(w.text)) || (hasUnknownOption(before) && !asks))
        return ctx.say('opaque', `${name} with an option that may change what it does`);
    const verb = args[at];
    if (verb === undefined) {
        if (!args.some((w) => ASKS.test(w.text)))
            ctx.say('program', `${name} install`);
        return;
    }
    if (verb.doubt > 0)
        return ctx.say('opaque', `${name} with a command that is not written out`);
    const rest = args.slice(at + 1);
    if (inspectVerb(name, verb.text, args, rest, cmd, ctx))
        return;
    inspectRun(name, verb, args, rest, cmd, ctx);
};
/** Folders they are told to go to. */
function visitFolders(args, { files }) {
    for (const [k, w] of args.entries()) {
        const found = /^(--prefix|-C|--cwd|--dir)(?:=(.*))?$/.exec(w.text);
        if (found !== null)
            files.enter(found[2] === undefined ? (args[k + 1] ?? literal('.')) : literal(found[2]));
    }
}
const hasUnknownOption = (options) => options.some((w) => isOption(w) &&
    w.text !== '--' &&
    !PACKAGE_FLAG.test(w.text) &&
    !` ${PACKAGE_VALUED} `.includes(` ${w.text} `));
/** Commands of the package manager itself. Whether it was one. */
function inspectVerb(name, verb, args, rest, cmd, ctx) {
    const write = () => inspectWriter(name, literal(name), args, cmd, ctx);
    if (/^(exec|x|dlx)$/.test(verb)) {
        if (rest.some((w) => /^(-c|--call)/.test(w.text)))
            ctx.say('opaque', `${name} ${verb} --call`);
        else
            ctx.inspect(rest.slice(firstOperand(rest, '-p --package')), cmd, ctx);
    }
    else if (verb === 'explore')
        ctx.inspect(rest.slice(1).filter((w) => w.text !== '--'), cmd, ctx);
    else if (verb === 'pack' && rest.some((w) => w.text === '--dry-run'))
        inspectPackageScript('pack', ctx);
    else if (name === 'yarn' && verb === 'workspace' && rest.length > 1)
        inspectPackageManager(rest.slice(1), cmd, ctx, name);
    else if (verb === 'audit') {
        if (rest.some((w) => w.text === 'fix' || w.text === '--fix'))
            write();
    }
    else if (verb === 'version' && name !== 'bun')
        inspectVersion(name, rest, ctx);
    else if (CLEAN_INSTALLS.has(verb)) {
        inspectPackageScript('install', ctx);
        write();
    }
    else
        return (READING_COMMANDS.has(verb) || (/^(config|pkg)$/.test(verb) && /^(get|list|ls)$/.test(textOf(rest[0]))));
    return true;
}
function inspectVersion(name, rest, ctx) {
    if (rest.every((w) => w.doubt === 0 && /^(--json|-h|--help)$/.test(w.text)))
        return;
    ctx.say('finish', `${name} version, which commits and tags`);
    ctx.say('write', `${name} version, which changes package.json`);
}
/** A script of package.json, by `run` or by its name alone. */
function inspectRun(name, verb, args, rest, cmd, ctx) {
    const runs = /^(run|run-script|rum|urn)$/.test(verb.text);
    const named = firstOperand(rest, PACKAGE_VALUED);
    if (runs && hasUnknownOption(rest.slice(0, named)))
        return ctx.say('opaque', `${name} run with an option that is not known`);
    const script = runs ? rest[named] : verb;
    if (script === undefined)
        return;
    const { text } = script;
    if (script.doubt > 0)
        return ctx.say('opaque', `${name} with a script that is not written out`);
    if (/^(yarn|pnpm)$/.test(name) && !runs && PROGRAMS.has(text) && !hasScript(text, ctx))
        return ctx.inspect([script, ...rest], cmd, ctx);
    inspectPackageScript(text, ctx);
    if (/^(install|i|add)$/.test(text))
        inspectPackageScript('prepare', ctx);
    const changes = (w) => w.doubt === CRAFTED || CHANGING_OPTION.test(w.text);
    if (isReadingScript(text) && !withoutWorkspaces(args).some(changes))
        return;
    if (verb.text === 'publish')
        ctx.say('finish', `${name} publish`);
    inspectWriter(name, literal(name), args, cmd, ctx);
}
/** `-w web` names a workspace; behind `--` it is the script's own. */
function withoutWorkspaces(args) {
    const dashes = args.findIndex((w) => w.text === '--');
    return args.filter((w, k) => (dashes !== -1 && k > dashes) || w.text !== '-w');
}
const AUTODEV_READS = /^(hook|sessions|status|list|why|logs|doctor|costs|report|help|completion)$/;
const SPEC_READS = /^(parse|validate|tree|index|graph|status|exports|diff|impact|drift)$/;
const inspectAutodev = (args, cmd, ctx) => {
    const [group, verb] = args.filter((w) => !isOption(w));
    if (group === undefined)
        return;
    if (group.doubt > 0 || (verb !== undefined && verb.doubt > 0)) {
        if (/^(auto|sessions|why|logs)$/.test(group.text))
            return;
        if (group.doubt > 0 || group.text === 'develop')
            ctx.say('state', 'autodev develop with a command that is not written out');
        return ctx.say('opaque', 'autodev with a command that is not written out');
    }
    const said = textOf(verb);
    if (group.text === 'develop') {
        // Without a sandbox it is the command itself.
        const dashes = args.findIndex((w) => w.text === '--');
        if (said === 'run')
            ctx.inspect(dashes === -1 ? [] : args.slice(dashes + 1), cmd, ctx);
        else if (said === 'gate' || said === 'reset')
            ctx.say('state', `autodev develop ${said}, which is for people at a terminal`);
        return;
    }
    if (AUTODEV_READS.test(group.text))
        return;
    if (/^(config|repo)$/.test(group.text) && /^(show|get|list|schema)$/.test(said))
        return;
    if (group.text === 'spec' && (verb === undefined || SPEC_READS.test(said)))
        return;
    ctx.say('program', `autodev ${group.text}, which may change files`);
};
const LOADERS = /^(tsx(\/\w+)?|ts-node\/(register|esm)|@swc-node\/register|dotenv\/config|source-map-support\/register)$/;
const NODE_RUNS = anyOf(/^-[a-zA-Z]*[epri]/, /^--(eval|print|interactive|run|require|import|loader|experimental-loader|cpu-prof|heap-prof)/, /^--(test-update|env-file|build-|redirect-warnings|trace-event|diagnostic-dir|report|snapshot-blob)/, /^--openssl-config/, /^--test-reporter-destination(?!=std(out|err)$)/, /^--test-reporter=(?!(spec|tap|dot|junit|lcov)$)/);
/** Whether an option of node runs or writes something besides the program; the usual loaders are known. */
function nodeOptionRuns(args, k) {
    const text = textOf(args[k]).replaceAll('_', '-');
    const preload = /^(-r|--require|--import|--loader|--experimental-loader)(?:=(.*))?$/.exec(text);
    if (preload !== null)
        return !LOADERS.test(preload[2] || textOf(args[k + 1]));
    return NODE_RUNS.test(text);
}
/** `node --test` and `node --check`. */
function onlyTests(args) {
    const tests = args.some((w) => /^(--test|--check|-c)$/.test(w.text));
    return tests && !args.some((w, k) => w.doubt === CRAFTED || nodeOptionRuns(args, k));
}
/** A program that runs what it is given, in a way that is not read here. */
const opaqueRule = (args, cmd, ctx, name) => {
    const said = [...args, ...cmd.input].map(({ text }) => text).join(' ');
    if (MENTIONS_STATE.test(said) || tellsGate(said))
        ctx.say('state', `${name} on the workflow state`);
    ctx.say('opaque', `${name}, which runs what it is given`);
};
const INTERPRETER = anyOf(/^(python[\d.]*|pypy[\d.]*|node|nodejs|bun|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua(jit|[\d.]*)|Rscript|julia)$/, /^(tclsh|osascript|pwsh|powershell|groovy|scala|guile|racket|ghci|irb|erl|elixir|iex|swipl|gdb|expect|m4)$/, /^(tsx|ts-node|esno)$/);
const BUN_WRITES = /^(-u|--update|--reporter-outfile|--coverage-dir|--preload|-r)/;
const AUTODEV = /(^|\/)autodev(\.m?js)?$|autodev[^/]*\/(src\/main\.ts|dist\/main\.js)$/;
/** A substitution of perl without anything that could run code: no variable, no `(?{`, no flag e. */
const PLAIN_SUBSTITUTION = /^s([/|,#!])(?:(?!\1)[^$@`?\\]|\\[^$@`])*\1(?:(?!\1)[^$@`\\]|\\[^$@`]|\$\d)*\1[gimsx]*;?$/;
const inspectInterpreter = (args, cmd, ctx, name) => {
    if (/^(pwsh|powershell)$/.test(name))
        return opaqueRule(args, cmd, ctx, name);
    if (args.length > 0 && args.every((w) => /^(--version|-V|-v|--help|-h)$/.test(w.text)))
        return;
    if (/^(node|nodejs|tsx)$/.test(name) && onlyTests(args))
        return;
    if (name === 'bun') {
        const verb = textOf(args[0]);
        if (verb === 'test' && !args.some((w) => w.doubt === CRAFTED || BUN_WRITES.test(w.text)))
            return;
        if (/^(run|x)$/.test(verb))
            return inspectPackageManager(args, cmd, ctx, name);
    }
    const at = firstOperand(args, '-W -X -Q -I -m --conditions -C');
    const module = args.findIndex((w) => w.text === '-m');
    if (name.startsWith('py') && module !== -1 && module < at)
        return inspectModule(args.slice(module + 1), cmd, ctx);
    const script = args[at];
    const inline = name.startsWith('py')
        ? /^-[A-Za-z]*c/
        : /^-[A-Za-z0-9]*[eEpri]|^--(eval|print|run|exec|require|import|loader)/;
    const options = args.slice(0, at);
    const hasCode = options.some((w) => w.doubt > 0 || inline.test(w.text));
    if (hasCode || script === undefined || script.text === '-' || script.doubt > 0)
        return inspectInline(name, args, cmd, ctx);
    inspectProgramFile(name, script, args, at, cmd, ctx);
};
/** `python -m`. */
function inspectModule(words, cmd, ctx) {
    const [target, ...args] = words;
    if (target === undefined || target.doubt > 0)
        return ctx.say('opaque', 'a Python module that is not written out');
    if (target.text === 'json.tool' && args.filter((w) => !isOption(w)).length < 2)
        return;
    ctx.inspect(words, cmd, ctx);
}
function inspectInline(name, args, cmd, ctx) {
    const code = [...args, ...cmd.input].map(({ text }) => text).join('\n');
    if (namesState(code) || anyTouchesState(ctx, args))
        ctx.say('state', `${name} code that names the workflow state`);
    if (!name.startsWith('perl') || !isPlainPerl(args))
        return ctx.say('opaque', `code given to ${name} on the command line`);
    if (args.some((w) => RUN_BY_GIT.test(w.text)))
        ctx.say('finish', GIT_RUNS_IT);
    ctx.say('write', 'perl -i, which changes files');
}
/** `perl -pi -e 's/a/b/' f`: it changes files and runs nothing. */
function isPlainPerl(args) {
    const at = args.findIndex((w) => !/^-(p|i(\.\w+)?|pi(\.\w+)?)$/.test(w.text));
    const [option, code, ...files] = at === -1 ? [] : args.slice(at);
    if (code === undefined || !/^-(e|pe|ne)$/.test(textOf(option)) || code.doubt > 0)
        return false;
    const plain = (w) => w.doubt < CRAFTED && !/^-|[|<>]/.test(w.text);
    return PLAIN_SUBSTITUTION.test(code.text) && files.every(plain);
}
function inspectProgramFile(name, script, args, at, cmd, ctx) {
    const rest = args.slice(at + 1);
    if (AUTODEV.test(script.text))
        return inspectAutodev(rest, cmd, ctx, 'autodev');
    if (textOf(rest[0]) === 'develop')
        inspectAutodev(rest, cmd, ctx, 'autodev');
    if (anyTouchesState(ctx, args))
        ctx.say('state', `${name} on the workflow state`);
    const runs = args.slice(0, at).some((_w, k) => nodeOptionRuns(args, k));
    if (/^(node|nodejs)$/.test(name) && runs)
        ctx.say('opaque', `${name} with an option that runs other code`);
    if (ctx.files.texts(script.text).length > 0)
        inspectScriptFile(script, ctx);
    ctx.say('program', `${name} ${nameOf(script.text)}, which may change files`);
}
/** Programs that run another one, which stands behind their options. */
const WRAPPERS = {
    ...Object.fromEntries('command builtin nohup setsid unbuffer unshare catchsegv bunx cross-env winpty rlwrap busybox toybox eatmydata proxychains'
        .split(' ')
        .map((name) => [name, {}])),
    exec: { valued: '-a' },
    time: { valued: '-f -o', writes: /^(-[apqvV]*o|--o)/ },
    nice: { valued: '-n' },
    ionice: { valued: '-c -n -p' },
    timeout: { valued: '-s -k --signal --kill-after', before: 1 },
    gtimeout: { valued: '-s -k', before: 1 },
    stdbuf: { valued: '-i -o -e' },
    chrt: { valued: '-p', before: 1 },
    taskset: { before: 1 },
    sudo: { valued: '-u -g -h -p -C -T -D -R -r -t -U' },
    doas: { valued: '-u -C' },
    caffeinate: { valued: '-t -w' },
    strace: { valued: '-o -e -p -s', writes: /^(-[cCdDfFhikqrtTvVwxyYzZ]*o|--o)/ },
    ltrace: { valued: '-o -e', writes: /^(-[bcCfhiLrStTV]*o|--o)/ },
    chroot: { before: 1 },
    npx: { valued: '-p --package -c --call' },
    dotenv: { valued: '-e -f' },
    c8: { valued: '-r --reporter -o', writes: /^(-o|--o|--reports?-dir|--temp-d|--merge-async)/ },
    nyc: { valued: '--reporter', writes: /^(-o|--o|--reports?-dir|--temp-d|-t$|--in-?place)/ },
};
const WRAPPER_FLAG = /^--(yes|no|no-install|quiet|silent|foreground|preserve-status|verbose|append|portability|all|check-coverage|preserve-env|non-interactive|login|background|bun|wait|fork|ctty|ignore-existing|version|help|prefer-offline|workspaces|follow-forks|summary-only)$/;
const isWrapper = (name) => entryOf(WRAPPERS, name) !== undefined;
const inspectWrapper = (args, cmd, ctx, name) => {
    const { valued = '', before = 0, writes } = entryOf(WRAPPERS, name) ?? {};
    const at = firstOperand(args, valued);
    const options = args.slice(0, at);
    if (name === 'command' && options.some((w) => /^-[pvV]*[vV]/.test(w.text)))
        return;
    if (writes !== undefined && options.some((w) => writes.test(w.text))) {
        if (anyTouchesState(ctx, args))
            ctx.say('state', `${name} on the workflow state`);
        ctx.say('write', `${name} with an output file`);
    }
    // Whether an unknown long option takes the next word decides which word is the program.
    if (options.some((w) => isUnknown(w.text, valued)))
        ctx.say('opaque', `${name} with an option that is not known`);
    if (name === 'npx' && args.some((w) => /^(-c|--call)/.test(w.text)))
        return ctx.say('opaque', 'npx --call');
    if (/^(sudo|doas)$/.test(name) && /^-[a-zA-Z]*[sie]$/.test(textOf(args[0])))
        return ctx.say('opaque', `${name} with a shell or an editor`);
    const rest = args.slice(at + before);
    const start = rest.findIndex((w) => !/^[A-Za-z_]\w*=/.test(w.raw));
    for (const { text, doubt } of start === -1 ? rest : rest.slice(0, start)) {
        const sign = text.indexOf('=');
        inspectVariable(text.slice(0, sign), { text: text.slice(sign + 1), doubt }, ctx);
    }
    ctx.inspect(wrapped(name, start === -1 ? [] : rest.slice(start)), cmd, ctx);
};
function isUnknown(text, valued) {
    if (!text.startsWith('--') || text === '--' || text.includes('='))
        return false;
    return !` ${valued} `.includes(` ${text} `) && !WRAPPER_FLAG.test(text);
}
/** `npx eslint@9` runs eslint. */
function wrapped(name, words) {
    const [first, ...args] = words;
    if (first === undefined || !/^(npx|bunx)$/.test(name))
        return words;
    const { text } = first;
    const version = text.indexOf('@', Math.max(1, text.lastIndexOf('/') + 1));
    return [{ ...first, text: version === -1 ? text : text.slice(0, version) }, ...args];
}
const GOALS_CAP = 200;
const FILL_DEPTH_CAP = 4;
/** Lines are taken apart by patterns that look at some signs more than once. */
const LINE_CAP = 10_000;
const VALUE_CAP = 10_000;
/** What the recipes behind some goals of a Makefile or justfile would do to the forge or the state. */
function inspectRecipes(path, goals, ctx) {
    if (ctx.files.isFresh(path))
        ctx.say('opaque', `${nameOf(path)}, which the same command writes`);
    for (const text of ctx.files.texts(path)) {
        if (text === undefined)
            continue;
        if (text.split('\n').some((line) => line.length > LINE_CAP)) {
            ctx.say('opaque', `${nameOf(path)}, which has a very long line`);
            continue;
        }
        // What other files and patterns add is not followed: then the whole text counts.
        const unclear = /^-?(s?include|import)\b|^[^\t\n#]*%[^\n]*:/m.test(text) || /\$[({](shell|eval|call|file)\b/.test(text);
        if (unclear && mentionsFinish(text))
            ctx.say('finish', `${nameOf(path)}, which names git or gh`);
        inspectGoals(rulesOf(text), goals, ctx);
    }
}
function rulesOf(text) {
    const file = { rules: new Map(), values: new Map() };
    let open = [];
    for (const line of text.replace(/\\\r?\n/g, ' ').split(/\r?\n/)) {
        if (/^[ \t]/.test(line)) {
            for (const rule of open)
                rule.lines.push(line.trim());
            continue;
        }
        const [, name, value = ''] = /^(?:export |override )?\s*([\w.-]+)\s*[:?+!]*=\s*(.*)$/.exec(line) ?? [];
        if (name !== undefined)
            file.values.set(name, value.replace(/^(['"])(.*)\1$/, '$2'));
        const found = name === undefined ? /^([^\s#:=][^:=#]*?)\s*::?(?!=)\s*([^;#]*)(?:;(.*))?/.exec(line) : null;
        if (found !== null)
            open = openRules(file, found);
        else if (line.trim() !== '' && !line.startsWith('#'))
            open = [];
    }
    return file;
}
function openRules({ rules }, [, targets = '', needs = '', line]) {
    return targets.split(/\s+/).map((target) => {
        const rule = rules.get(target) ?? { needs: [], lines: [] };
        rules.set(target, rule);
        rule.needs.push(...needs.split(/\s+/));
        if (line)
            rule.lines.push(line.trim());
        return rule;
    });
}
function inspectGoals(file, goals, ctx) {
    const seen = new Set(goals.map(({ text }) => text));
    for (const goal of seen) {
        const rule = file.rules.get(goal);
        if (rule === undefined || seen.size > GOALS_CAP)
            continue;
        for (const need of rule.needs)
            for (const each of filledLine(file, need).split(/\s+/))
                seen.add(each);
        for (const line of rule.lines) {
            const run = filledLine(file, line)
                .replace(/^[@+\-\s]+/, '')
                .replaceAll('$$', '$');
            const again = /^make\s+([\w.-]+)\s*$/.exec(run)?.[1];
            if (again !== undefined)
                seen.add(again);
            else
                ctx.peek(run);
        }
    }
}
/** A line with the values of its variables. */
function filledLine(file, value, depth = 0) {
    if (depth > FILL_DEPTH_CAP || value.length > VALUE_CAP)
        return value;
    return value.replace(/\$[({]([\w.-]+)[)}]|\{\{\s*(\w+)\s*\}\}/g, (all, a, b) => {
        if (a === 'MAKE')
            return 'make';
        const held = file.values.get(a ?? b ?? '');
        return held === undefined ? all : filledLine(file, held, depth + 1);
    });
}
/** Programs whose first word says what they do: the words that only read, build nothing and change nothing. */
const READING_WORDS = {
    cargo: 'test check clippy tree metadata bench version search nextest',
    go: 'test vet list version doc env',
    sbt: 'test',
    lein: 'test',
    artisan: 'test',
    dotnet: 'test',
    swift: 'test',
    just: 'test check lint --list',
    task: 'test check lint',
    mvn: 'test verify',
    mvnw: 'test verify',
    gradle: 'test check tasks',
    gradlew: 'test check tasks',
    rake: 'test spec',
    mix: 'test',
    composer: 'test show validate',
    docker: 'ps images logs inspect version info top stats port',
    podman: 'ps images logs inspect',
    kubectl: 'get describe logs explain version',
    pip: 'list show freeze check',
    pip3: 'list show freeze check',
    gem: 'list',
    bundle: 'list show',
    brew: 'list info',
    apt: 'list show',
    terraform: 'validate show plan',
    pyenv: 'versions version which root',
    helm: 'list status template',
    systemctl: 'status',
    deno: 'test check lint info',
    'claude-md-core': 'parse-claude-md symbol-index',
    biome: 'lint ci check',
    black: '--check',
    isort: '--check --check-only',
    prettier: '--check -c -l --list-different',
    gofmt: '-l -d',
    rustfmt: '--check',
    oxfmt: '--check',
    claude: '--version --help',
    codex: '--version',
    gemini: '--version',
    tmux: 'ls',
    poetry: 'check show',
    uv: 'tree',
    coverage: 'report',
};
/** Programs that take several such words and do them all. */
const MANY_GOALS = names('mvn mvnw gradle gradlew rake just task sbt');
/** Options of theirs that take the next word; of others it is not known, so the word behind them is no verb. */
const VERB_VALUED = {
    kubectl: '-n --namespace --context --cluster',
    helm: '-n --namespace',
    mvn: '-pl -P -T',
    mvnw: '-pl -P -T',
    gradle: '-p --project-dir --tests -x',
    gradlew: '-p --project-dir --tests -x',
};
const VERB_FLAG = /^(-[qvsBDUeoi]|-D.*|-P.*|\+[\w.-]+|--[\w-]+=.*|--(quiet|verbose|offline|locked|frozen|info|debug|stacktrace|no-daemon|continue|parallel|no-color|silent|batch-mode|all|rerun-tasks|help|version))$/;
/** Options with which those words run or write something after all. */
const VERB_UNLESS = {
    go: /^--?(test\.)?(exec|toolexec|vettool|o|c|\w*profile|outputdir|trace|overlay|modfile|fix|update|w|u)(=|$)/,
    terraform: /^--?(out|generate)/,
    cargo: /^(--config|-Z)/,
    tmux: /;$|^-/,
    gradle: /^(-I|--init-script|-b|--build-file)/,
    gradlew: /^(-I|--init-script|-b|--build-file)/,
    just: /^(-f|--justfile|--shell|--set|-c|--command|-d)/,
    task: /^(-t|--taskfile|-d|--dir)/,
    rake: /^(-[a-zA-Z]*[efrR]|--(execute|rakefile|require))/,
    mvn: /^-D.*exec|^-f/,
    mvnw: /^-D.*exec|^-f/,
    docker: /^(-H|--host|-c|--context)/,
    kubectl: /^--kubeconfig/,
    helm: /^--post-renderer/,
    deno: /^(--allow-run|-A|--config|-c$|--import-map|--preload)/,
};
const hasVerbs = (name) => entryOf(READING_WORDS, name) !== undefined;
/** Whether a program with such words only reads. What it may run instead is said. */
function readsByVerb(name, args, ctx) {
    const reads = entryOf(READING_WORDS, name);
    if (reads === undefined)
        return false;
    const bars = entryOf(VERB_UNLESS, name);
    const isBarred = ({ text }) => bars?.test(text) === true;
    const isListed = ({ text }) => ` ${reads} `.includes(` ${text.replace(/^(:[\w-]+)*:(?=\w)/, '')} `);
    const verb = reads.startsWith('-')
        ? args.find(isListed)
        : (verbOf(name, args) ?? args.find((w) => isOption(w) && isListed(w)));
    if (verb !== undefined && checksFormat(name, verb, args))
        return true;
    const changes = (w) => w.doubt === CRAFTED || (w !== verb && CHANGING_OPTION.test(w.text)) || isBarred(w);
    const allListed = !MANY_GOALS.has(name) || goalsOf(name, args).every(isListed);
    if (verb?.doubt === 0 && isListed(verb) && allListed && !args.some(changes)) {
        if (name === 'just')
            inspectRecipes('justfile', args, ctx);
        return true;
    }
    if (name === 'tmux' || args.some(isBarred))
        ctx.say('opaque', `${name} with words that may run something else`);
    return false;
}
function checksFormat(name, verb, args) {
    const checks = args.some((w) => /^--check(-formatted)?$/.test(w.text));
    return /^(cargo|mix)$/.test(name) && /^(fmt|format)$/.test(verb.text) && checks;
}
const isValued = (name, option) => ` ${entryOf(VERB_VALUED, name) ?? ''} `.includes(` ${option} `);
/** The word that says what to do, unless an option before it might have taken it. */
function verbOf(name, args) {
    for (let k = 0; k < args.length; k += 1) {
        const w = args[k];
        const text = textOf(w);
        if (isValued(name, text))
            k += 1;
        else if (!/^[-+]/.test(text))
            return text.includes('=') ? undefined : w;
        else if (!VERB_FLAG.test(text))
            return undefined;
    }
    return undefined;
}
function goalsOf(name, args) {
    return args.filter((w, k) => !/^[-+]/.test(w.text) && !isValued(name, args[k - 1]?.text ?? '-'));
}
/** Reading programs, unless an argument like this makes them write or run something. */
const READ_UNLESS = {
    sort: /^(-[a-zA-Z]*o|--o|--comp)/,
    tree: /^(-[a-zA-Z]*[oR]|--output)/,
    shuf: /^(-[a-zA-Z]*o|--o)/,
    less: /^(-[a-zA-Z]*[oOkP+]|--log-file|\+)/,
    more: /^\+/,
    file: /^(-[a-zA-Z]*C|--comp)/,
    date: /^(-[a-zA-Z]*s|--s)/,
    hostname: /^[^-]/,
    iconv: /^(-[a-zA-Z]*o|--o)/,
    rg: /^--(pre|hostname-bin)/,
    fd: /^(-[a-zA-Z]*[xX]|--exec)/,
    yq: /^(-[a-zA-Z]*i|--inplace|--in-place|-s|--split)/,
    column: /^--output$/,
    top: /^[^-]/,
    xmllint: /^(-o|--output|--shell)/,
    objdump: /^--debug-file/,
    zip: /^/,
    openssl: /^/,
    curl: /^(-[a-zA-Z]*[oOTdFXKJcD]|--(o|remo|req|up|da|form|js|conf|cookie-j|du|tr|std|lib|etag-s|hs|cr|url-q))|%output\{/,
    tsc: /^--(init|generateTrace|tsBuildInfoFile|generateCpuProfile)$/i,
    jest: /^(-[a-zA-Z]*u|--update|--init|--outputFile|--coverageDirectory)/,
    vitest: /^(-[a-zA-Z]*u|--update|--outputFile|--coverage\.reportsD|init)/,
    eslint: /^(--fix|-o|--output|--init|--cache-(location|file))/,
    rubocop: /^(-[a-zA-Z]*[aAo]|--(auto|fix|out|regenerate|init))/,
    oxlint: /^(--fix|--init)/,
    stylelint: /^(--fix|-o|--output)/,
    playwright: /^(-u|--update|codegen|install|open)/,
    ruff: /^(--fix|--unsafe-fixes|format|-o|--output|clean|--add-noqa)/,
    'golangci-lint': /^--fix/,
    cypress: /^(open|install)/,
};
/** Programs with a word that runs another program. */
const RUN_ANOTHER = {
    bundle: 'exec',
    poetry: 'run',
    uv: 'run',
    pipenv: 'run',
    pdm: 'run',
    hatch: 'run',
    rye: 'run',
    pyenv: 'exec',
    rbenv: 'exec',
};
const OTHER_FORGES = names('np release-it standard-version semantic-release commit-and-tag-version lerna hub lab glab tea jj hg svn sl gt ghstack lazygit gitui bzr fossil arc git-town spr');
/** Whether a name is that of a program which is known here. */
function isListed(name) {
    const inTable = isWrapper(name) || hasVerbs(name) || entryOf(READ_UNLESS, name) !== undefined;
    return inTable || WRITERS.has(name) || OTHER_FORGES.has(name) || INTERPRETER.test(name);
}
/** A program without a rule of its own: one that runs others, one that only reads in some forms, or a writer. */
function inspectProgram(name, first, args, cmd, ctx) {
    if (INTERPRETER.test(name))
        return inspectInterpreter(args, cmd, ctx, name);
    if (isWrapper(name))
        return inspectWrapper(args, cmd, ctx, name);
    if (tellsVersion(first, args))
        return;
    const found = readsUnless(name, args);
    if (found === 'reads')
        return;
    if (found === 'opaque')
        return ctx.say('opaque', `${name} with an option that is not written out`);
    if (looksAtContainers(name, args))
        return;
    const [verb, inner] = args;
    const runs = entryOf(RUN_ANOTHER, name);
    if (runs !== undefined && textOf(verb) === runs && inner?.doubt === 0 && !isOption(inner))
        return ctx.inspect(args.slice(1), cmd, ctx);
    if (readsByVerb(name, args, ctx))
        return;
    if (/^(mvnw?|gradlew?|sbt)$/.test(name) && args.some((w) => w.text.startsWith('release')))
        ctx.say('finish', `${name} release, which commits and pushes`);
    if (OTHER_FORGES.has(name))
        ctx.say('finish', `${name}, which can commit and push`);
    inspectWriter(name, first, args, cmd, ctx);
}
/** `x --version`, where a script of the project cannot do anything with that. */
function tellsVersion({ text }, args) {
    const installed = !text.includes('/') || /^\/(usr|bin|opt)\/|(^|\/)node_modules\/\.bin\//.test(text);
    const asks = args.every((w) => /^(--version|--help|-h|-V|-v|version)$/.test(w.text));
    return installed && args.length > 0 && asks;
}
function readsUnless(name, args) {
    const unless = entryOf(READ_UNLESS, name);
    if (unless === undefined)
        return undefined;
    const bad = args.find((w, k) => {
        if (name === 'curl' && onlyGets(w, args[k + 1]))
            return false;
        return w.doubt === CRAFTED || unless.test(w.text);
    });
    if (bad?.doubt === CRAFTED)
        return 'opaque';
    return bad === undefined && (name !== 'tsc' || checksTypes(args)) ? 'reads' : undefined;
}
/** The method of a request that sends nothing. */
function onlyGets({ text }, next) {
    if (/^(-[sSLkfiIv]*X|--request=)(GET|HEAD)$/.test(text))
        return true;
    if (!/^(-[sSLkfiIv]*X|--request)$/.test(text))
        return false;
    return next?.doubt === 0 && /^(GET|HEAD)$/.test(next.text);
}
/** A tsc that prints what it found and writes nothing. */
function checksTypes(args) {
    const at = args.findIndex((w) => /^--noemit$/i.test(w.text));
    if (at !== -1)
        return textOf(args[at + 1]) !== 'false';
    const has = (pattern) => args.some((w) => pattern.test(w.text));
    return has(/^(--showConfig|--listFilesOnly|--dry|-d|--help|--all)$/) && !has(/^--clean$/);
}
function looksAtContainers(name, args) {
    const composed = /^(docker|podman)-compose$/.test(name)
        ? args
        : /^(docker|podman)$/.test(name) && textOf(args[0]) === 'compose'
            ? args.slice(1)
            : [];
    const looks = /^(ps|logs|ls|images|top|port|version|events|stats|config)$/.test(textOf(composed[0]));
    return looks && !args.some((w) => w.doubt === CRAFTED);
}
/** Programs and words of the shell that look and print. */
const READERS = names(`
  ls cat head tail wc grep egrep fgrep zgrep ag nl tac rev cut tr paste comm join cmp diff diff3 sdiff stat du df od hexdump
  strings md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum basename dirname realpath readlink pwd
  echo printf true false test [ : seq sleep whoami id groups uname arch nproc uptime free ps pgrep lsof ss netstat printenv
  locale which whereis type hash help man apropos jq expr bc factor numfmt fold fmt expand unexpand tsort getconf tty cal
  tput clear nslookup dig host ping zcat bzcat xzcat zstdcat base64 base32 nm size ldd zipinfo lscpu lsblk kill wait
  cd pushd popd dirs export declare typeset local readonly unset set shopt umask ulimit jobs fg bg exit return break
  continue shift read mapfile readarray getopts let unalias history logout bat colordiff delta cloc tokei scc
  ack journalctl dmesg markdownlint markdownlint-cli2 staticcheck py_compile pip-audit
  mocha ava tap pytest py.test rspec phpunit bats ctest shellcheck hadolint actionlint mypy pyright flake8 pylint
  unittest doctest tsc-watch publint attw knip
`);
const PYTEST_WRITES = /^(--(junit-?xml|basetemp|snapshot-update|pastebin|result-log|report-log|html|log-file|json-report|force-regen|inline-snapshot)|(--cov-report=)?(html|xml|json|lcov|annotate):)/;
/** Arguments with which they write or run something after all. */
const READER_UNLESS = {
    mapfile: /^-[a-zA-Z]*C/,
    readarray: /^-[a-zA-Z]*C/,
    history: /^-[a-z]*[aw]/,
    sdiff: /^(-[a-zA-Z]*o|--o|--di)/,
    diff3: /^--di/,
    base64: /^(-[a-zA-Z]*o|--output)/,
    arch: /^/,
    ag: /^--pager/,
    diff: /^(-[a-zA-Z]*l|--pag)/,
    knip: /^--(fix|allow-remove)/,
    bat: /^(--pager|cache$)/,
    delta: /^--pager/,
    man: /^(-[a-zA-Z0-9]*[PHC]|--(pa|ht|conf|br))/,
    cloc: /^--(out|report|sql|write|diff-list|strip)/,
    scc: /^(-o|--output)/,
    ss: /^(-[a-zA-Z]*[KD]|--(kill|diag))/,
    declare: /^-[a-zA-Z]*[ni]/,
    typeset: /^-[a-zA-Z]*[ni]/,
    local: /^-[a-zA-Z]*[ni]/,
    pyright: /^--createstub/,
    journalctl: /^--(vac|rot|fl|cursor-f|sync)/,
    dmesg: /^(-[a-zA-Z]*[cCDEn]|--(c|console))/,
    markdownlint: /^(-f|--fix|-o|--output)/,
    'markdownlint-cli2': /^--fix/,
    ack: /^--(pager|ackrc|bar|thpppt)/,
    'pip-audit': /^(--fix|-o|--output)/,
    pytest: PYTEST_WRITES,
    'py.test': PYTEST_WRITES,
    mocha: /^(-O|--reporter-option|-r$|--require)/,
    ava: /^(-[a-z]*u|--update)/,
    tap: /^(-S|--snapshot|-[a-z]*o|--(output|save|coverage-report))/,
    rspec: /^(--init|-o|--out|-r$|--require)/,
    phpunit: /^--(log-|coverage-|testdox-(html|text|xml)|generate|migrate|bootstrap|prepend)/,
    bats: /^(-o|--output|--gather|--report-f)/,
    mypy: /^--(install-types|junit-xml|[a-z-]+-report)/,
    flake8: /^--(output-file|tee)/,
    pylint: /^--(output(=|$)|init-hook|load-plugins|generate)/,
};
/** Their names and numbers are evaluated, and an index may hold a substitution. */
const EVALUATES = names('let test [ read mapfile readarray getopts unset declare typeset local readonly export wait');
const SETS = names('read mapfile readarray getopts unset hash');
function inspectReader(name, args, cmd, ctx) {
    if (name === 'cd' || name === 'pushd')
        enterFolder(ctx, args[firstOperand(args)] ?? literal('~'));
    const unless = entryOf(READER_UNLESS, name);
    if (unless !== undefined && args.some((w) => w.doubt === CRAFTED || unless.test(w.text))) {
        if (anyTouchesState(ctx, args))
            ctx.say('state', `${name} on the workflow state`);
        return ctx.say('opaque', `${name} with an option that writes or runs something`);
    }
    const printsToVariable = name === 'printf' && args.some((w) => w.text.startsWith('-v'));
    const runs = (w) => RUNNING_INDEX.test(w.text) || (name === 'let' && w.doubt === CRAFTED);
    if ((EVALUATES.has(name) || printsToVariable) && [...args, ...cmd.input].some(runs))
        return ctx.say('opaque', `${name} with an index that runs a command`);
    const changes = (w) => w.doubt > 0 || RISKY_VARIABLE.test(w.text) || (name === 'hash' && w.text.startsWith('-p'));
    if ((SETS.has(name) || printsToVariable) && args.some(changes))
        ctx.say('opaque', `${name}, which changes what commands do`);
}
const PROGRAM_CAP = 4_000;
const AWK_LONG = new RegExp(`^--(${[
    'field-separator assign version help posix traditional re-interval csv lint characters-as-bytes bignum',
    'non-decimal-data sandbox',
]
    .join(' ')
    .replaceAll(' ', '|')})?(=|$)`);
const OWN_FILES = /^(-f|--file|-i|--include|-l|--load|-E|--exec|-D|-d|-o|-p|--(dump|pretty|profile))/;
const PRINTS_TO_FILE = /\bprintf?\b[^;}\n]*>/;
const AWK_RUNS = /\bsystem\s*\(|(^|[^|])\|([^|]|$)/;
const READS_ELSEWHERE = /\bgetline\b.*<|@\w+/;
const inspectAwk = (args, _cmd, ctx) => {
    const program = awkProgram(args, ctx);
    if (program === undefined)
        return;
    if (program.text.length > PROGRAM_CAP)
        return ctx.say('opaque', 'a long awk program');
    const bare = withoutTexts(program.text);
    const changes = PRINTS_TO_FILE.test(bare) || AWK_RUNS.test(bare);
    const others = args.filter((w) => w !== program);
    if (changes && (namesState(program.text) || anyTouchesState(ctx, others)))
        ctx.say('state', 'awk on the workflow state');
    if (program.doubt === CRAFTED)
        return ctx.say('opaque', 'an awk program that is not written out');
    if (PRINTS_TO_FILE.test(bare))
        return ctx.say('write', 'awk that prints to a file');
    if (AWK_RUNS.test(bare) || READS_ELSEWHERE.test(bare))
        ctx.say('opaque', 'awk that runs other commands');
};
/** What awk is told to do; undefined where that is said already, or nothing. */
function awkProgram(args, ctx) {
    const sources = [];
    let program;
    for (let k = 0; k < args.length && program === undefined; k += 1) {
        const w = args[k] ?? literal('');
        const { text } = w;
        if (/^(-e|--source)$/.test(text)) {
            k += 1;
            const source = args[k];
            if (source !== undefined)
                sources.push(source);
        }
        else if (/^(-e.|--source=)/.test(text))
            sources.push({ ...w, text: text.replace(/^(-e|--source=)/, '') });
        else if (text.startsWith('--') && !AWK_LONG.test(text)) {
            ctx.say('opaque', 'awk with an option that is not known');
            return undefined;
        }
        else if (OWN_FILES.test(text)) {
            if (anyTouchesState(ctx, args))
                ctx.say('state', 'awk on the workflow state');
            ctx.say('opaque', 'awk with files of its own');
            return undefined;
        }
        else if (/^(-F|-v|--field-separator|--assign)$/.test(text))
            k += 1;
        else if (!isOption(w))
            program = w;
    }
    if (sources.length === 0)
        return program;
    const doubt = sources.map((w) => w.doubt).reduce(morePossible, 0);
    return { text: sources.map(({ text }) => text).join('\n'), doubt };
}
/** The program without its strings and patterns, in which signs mean something else. */
function withoutTexts(program) {
    const pattern = /(^|[~!({};,&|]|\s)\/((?:\\.|[^/\\\n])*)\//g;
    return program
        .replace(/\\\n/g, ' ')
        .replace(/"(\\.|[^"\\])*"/g, '""')
        .replace(pattern, (all, before, inner) => /print|"|getline|system/.test(inner) ? all : `${before}0`);
}
/** find, with the commands it runs and the files it writes or removes. */
const inspectFind = (args, cmd, ctx) => {
    const hits = findReaches(args, ctx);
    const found = { ...ctx, reach: hits || ctx.reach };
    let exec;
    for (const [k, w] of args.entries()) {
        if (exec !== undefined) {
            if (w.text === ';' || (w.text === '+' && textOf(args[k - 1]) === '{}')) {
                ctx.inspect(exec, cmd, found);
                exec = undefined;
            }
            else
                exec.push(w.text.includes('{}') && !isCodeNext(exec) ? filled(w) : w);
        }
        else if (/^-(exec|ok)(dir)?$/.test(w.text))
            exec = [];
        else if (w.text === '-delete') {
            if (hits)
                ctx.say('state', 'find -delete, which reaches the workflow state');
            ctx.say('write', 'find -delete');
        }
        else if (/^-f(printf?|print0|ls)$/.test(w.text))
            ctx.say('write', `find ${w.text}`);
        else if (w.doubt === CRAFTED)
            ctx.say('opaque', 'find with an argument that is not written out');
    }
    if (exec !== undefined)
        ctx.say('opaque', 'find -exec without an end');
};
/** The next word is a script of a shell: what stands there for a name is read as one. */
function isCodeNext(exec) {
    return exec.length > 1 && /^-[a-z]*c$/.test(textOf(exec.at(-1)));
}
function filled(w) {
    return { ...unknownWord(FROM_OUTSIDE), text: w.text.replaceAll('{}', UNKNOWN) };
}
const SCRIPT_CAP = 4_000;
const SED_LONG = new RegExp(`^--(${[
    'expression file quiet silent regexp-extended null-data zero-terminated posix separate unbuffered',
    'line-length debug sandbox help version follow-symlinks',
]
    .join(' ')
    .replaceAll(' ', '|')})?(=|$)`);
const ADDRESS = String.raw `/(?:\\.|[^/\\\n])*/[IM]*`;
const DELIMITED = (group) => String.raw `(?:\\[\s\S]|(?!\k<${group}>)[^\\])*\k<${group}>`;
/** What a sed script that only reads is made of: no `w`, no `e`, no file behind them. */
const PLAIN = new RegExp([
    String.raw `[\s;{}!]+`,
    String.raw `#[^\n]*`,
    String.raw `(?:\d+(?:~\d+)?|\$|${ADDRESS})(?:\s*,\s*(?:\d+|\$|[+~]\d+|${ADDRESS}))?`,
    String.raw `[pdqQ=nNgGhHxDPlFz](?=\s*\d*\s*(?:[;}\n]|$))\s*\d*`,
    String.raw `[:bt]\s*\w*`,
    String.raw `[aic]\\?[^\n]*`,
    String.raw `s(?<s>[^\w\s\\])${DELIMITED('s')}${DELIMITED('s')}[gpiIM\d]*(?=\s*(?:[;}\n]|$))`,
    String.raw `y(?<y>[^\w\s\\])${DELIMITED('y')}${DELIMITED('y')}`,
].join('|'), 'y');
const inspectSed = (args, _cmd, ctx) => {
    const scripts = [];
    let first;
    for (let k = 0; k < args.length; k += 1) {
        const w = args[k] ?? literal('');
        const { text } = w;
        if (isOption(w) && text !== '-' && w.doubt > 0)
            return ctx.say('opaque', 'sed with an option that is not written out');
        if (/^(-[a-zA-Z]*[iI]|--in-place)/.test(text) && !text.startsWith('-e'))
            inspectInPlace(args, ctx);
        else if (text.startsWith('--') && !SED_LONG.test(text))
            return ctx.say('opaque', 'sed with an option that is not known');
        else if (/^(-[a-zA-Z]*f|--file)/.test(text) && !text.startsWith('-e'))
            return ctx.say('opaque', 'sed with a script file');
        else if (/^(-[nErsuz]*e|--expression)$/.test(text)) {
            k += 1;
            const script = args[k];
            if (script !== undefined)
                scripts.push(script);
        }
        else if (/^(-e.|--expression=)/.test(text))
            scripts.push({ ...w, text: text.replace(/^(-e|--expression=)/, '') });
        else if (!isOption(w))
            first ??= w;
    }
    if (scripts.length === 0 && first !== undefined)
        scripts.push(first);
    for (const script of scripts)
        inspectSedScript(script, ctx);
    if (args.some((w) => w.doubt === CRAFTED))
        ctx.say('opaque', 'sed with an argument that may be an option');
};
function inspectInPlace(args, ctx) {
    if (anyTouchesState(ctx, args))
        ctx.say('state', 'sed on the workflow state');
    for (const w of args)
        ctx.files.wrote(w);
    if (args.some((w) => RUN_BY_GIT.test(w.text)))
        ctx.say('finish', GIT_RUNS_IT);
    ctx.say('write', 'sed -i, which changes files');
}
function inspectSedScript(w, ctx) {
    if (w.text.length > SCRIPT_CAP)
        return ctx.say('opaque', 'a long sed script');
    const text = w.text.replaceAll(UNKNOWN, '1');
    if (w.doubt < CRAFTED && isPlainSed(text))
        return;
    // Without the file name behind a last `w` it is plain: it writes, but runs nothing.
    if (w.doubt === CRAFTED || !isPlainSed(text.replace(/w\s+[^\s;}]+\s*$/, '')))
        return ctx.say('opaque', 'a sed script that may run other commands');
    const file = /\S*\s*$/.exec(text)?.[0].trim() ?? '';
    if (MENTIONS_STATE.test(text) || touchesState(ctx, literal(file)))
        ctx.say('state', 'sed on the workflow state');
    ctx.say('write', 'a sed script that writes files');
}
function isPlainSed(script) {
    for (let at = 0; at < script.length; at = PLAIN.lastIndex) {
        PLAIN.lastIndex = at;
        if (!PLAIN.test(script))
            return false;
    }
    return true;
}
/** Programs that only read with some arguments, and write with all others. */
const writerUnless = (reads) => (args, cmd, ctx, name) => {
    if (!reads(args))
        inspectWriter(name, literal(name), args, cmd, ctx);
};
/** Programs that write where they are given one file more. */
const readerUnless = (writes) => (args, _cmd, ctx, name) => {
    if (!writes(args))
        return;
    if (anyTouchesState(ctx, args))
        ctx.say('state', `${name} on the workflow state`);
    ctx.say('write', `${name} with an output file`);
};
const has = (args, pattern) => args.some((w) => pattern.test(w.text));
const TAR_RUNS = /^(--to-command|--checkpoint-action|--use-compress|-I|--extract|--create|-x|-c)/;
const RUFF_WRITES = /^(--fix|--unsafe-fixes|format|-o|--output|clean|--add-noqa)/;
const SOMETIMES_WRITING = {
    tee: writerUnless((args) => args.every((w) => w.doubt === 0 && (isOption(w) || DEVICE.test(w.text)))),
    uniq: readerUnless((args) => args.length - firstOperand(args, '-f -s -w') > 1),
    xxd: readerUnless((args) => has(args, /^-r/) || args.length - firstOperand(args, '-l -c -g -s') > 1),
    tar: (args, cmd, ctx, name) => {
        const mode = textOf(args[0]);
        const lists = /^-?[a-zA-Z]*t[a-zA-Z]*$|^--list$/.test(mode) && !/^-?[a-zA-Z]*[xcruA]/.test(mode);
        if (lists && !args.some((w) => w.doubt === CRAFTED || TAR_RUNS.test(w.text)))
            return;
        inspectWriter(name, literal(name), args, cmd, ctx);
        ctx.say('write', 'tar, which changes files');
    },
    unzip: writerUnless((args) => has(args, /^-[a-zA-Z]*[lpvtZ]/)),
    gzip: writerUnless((args) => has(args, /^-[a-z0-9]*[clt]/)),
    wget: writerUnless((args) => args.some(({ text }, k) => /^(-q?O-|--spider|--output-document=-)$/.test(text) ||
        (/^-q?O$/.test(text) && textOf(args[k + 1]) === '-'))),
    ruff: writerUnless((args) => {
        const verb = textOf(args[0]);
        if (verb === 'format' && has(args, /^--(check|diff)$/))
            return true;
        const writes = args.some((w) => w.doubt === CRAFTED || RUFF_WRITES.test(w.text));
        return /^(check|version|rule|config)$/.test(verb) && !writes;
    }),
};
const READING_ENVIRONMENTS = /^(py[\d.]*|pypy[\d.]*|tests?|lint|types?|typing|mypy|check|unit|integration|coverage|pytest|flake8|ruff|pylint)([-_.,]|$)/;
const CHANGES = /^(--notest|--devenv|-c$|-f$|--force-dep|-x|--override)/;
/** tox and nox run the environments they are asked for, or all of them. */
const inspectEnvironments = (args, cmd, ctx, name) => {
    for (const file of ['tox.ini', 'noxfile.py', 'pyproject.toml', 'setup.cfg']) {
        const runs = file === 'tox.ini' || file === 'noxfile.py';
        if (ctx.files.texts(file).some((text) => text === undefined || (runs && mentionsFinish(text))))
            ctx.say('finish', `${name}, whose ${file} names git or gh`);
    }
    const isAsked = (k) => /^(-[a-z]*[es]|--(env|session)s?|run)$/.test(textOf(args[k - 1]));
    const fine = (w, k) => w.doubt < CRAFTED &&
        !CHANGES.test(w.text) &&
        (!isAsked(k) || (w.doubt === 0 && (isOption(w) || READING_ENVIRONMENTS.test(w.text))));
    if (!args.every(fine))
        inspectWriter(name, literal(name), args, cmd, ctx);
};
const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'];
const DRY = /^(-[a-zA-Z]*n|--dry-run|--just-print|--recon|-v|--version|-h|--help)$/;
/** What a variable holds is run where the file uses it. */
const RUNNING_VALUE = /^(SHELL|MAKEFLAGS|\.SHELLFLAGS|MAKE)\b|[$`;|&]|\b(git|gh)\b|::?=/;
const inspectMake = (args, cmd, ctx, name) => {
    const asked = askedOf(args, ctx);
    if (asked === undefined)
        return opaqueRule(args, cmd, ctx, name);
    const { goals, file, dry } = asked;
    if (dry)
        return;
    const reads = (w) => w.doubt === 0 &&
        isReadingScript(w.text.replace(/^tests\b/, 'test')) &&
        !/install|publish|release/.test(w.text);
    if (goals.length === 0 || !goals.every(reads))
        return inspectWriter(name, literal(name), args, cmd, ctx);
    if (file !== undefined && ctx.files.read(file) === undefined)
        return ctx.say('opaque', `${name} with a file that cannot be read`);
    for (const path of file === undefined ? MAKEFILES : [file])
        inspectRecipes(path, goals, ctx);
};
/** What make is asked to do; undefined where that cannot be told. */
function askedOf(args, { files }) {
    const asked = { goals: [], file: undefined, dry: false };
    for (let k = 0; k < args.length; k += 1) {
        const w = args[k] ?? literal('');
        const { text, doubt } = w;
        const value = args[k + 1];
        if (doubt === CRAFTED || /^(--ev|-E|-[a-zA-Z]*I|--inc)/.test(text))
            return undefined;
        if (/^\w+\s*[:?+!]*=/.test(text)) {
            if (doubt > 0 || RUNNING_VALUE.test(text))
                return undefined;
        }
        else if (/^(-f|--file|--makefile)$/.test(text)) {
            asked.file = textOf(value);
            k += 1;
        }
        else if (/^(-f.|--(make)?file=)/.test(text))
            asked.file = text.replace(/^(-f|--(make)?file=)/, '');
        else if (/^(-C|--directory)$/.test(text)) {
            if (value !== undefined)
                files.enter(value);
            k += 1;
        }
        else if (/^(-C.|--directory=)/.test(text))
            files.enter(literal(text.replace(/^(-C|--directory=)/, '')));
        else if (DRY.test(text))
            asked.dry = true;
        else if (/^(-[jlo]|--(jobs|load-average|old-file))$/.test(text))
            k += /^\d/.test(textOf(value)) ? 1 : 0;
        else if (!isOption(w))
            asked.goals.push(w);
    }
    return asked;
}
const GH_READS = /^(view|list|status|diff|checks|watch|verify|ls)$/;
const GROUPS = /^(issue|repo|release|run|workflow|label|gist|org|project|ruleset|cache|secret|variable|codespace|ssh-key|gpg-key|config|help|version|browse|auth)$/;
const inspectGh = (args, _cmd, ctx) => {
    const { plain, unknownOptions } = plainWords(args);
    const [group, verb] = plain;
    if (group === undefined)
        return;
    if (unknownOptions && verb !== undefined && group.text !== 'api')
        return ctx.say('opaque', 'gh with an option before its subcommand');
    if (group.doubt > 0 || (verb !== undefined && verb.doubt > 0 && group.text !== 'api'))
        return ctx.say('opaque', 'gh with a subcommand that is not written out');
    const reads = verb === undefined || GH_READS.test(verb.text);
    const said = `gh ${group.text} ${textOf(verb)}`;
    if (group.text === 'pr') {
        if (reads)
            return;
        if (/^(checkout|co)$/.test(verb.text))
            ctx.say('write', 'gh pr checkout, which changes files');
        return ctx.say('finish', said);
    }
    if (group.text === 'api')
        return inspectApi(args, ctx);
    if (group.text === 'search' || (/^(status|auth)$/.test(group.text) && (reads || verb.text === 'token')))
        return;
    if (!GROUPS.test(group.text))
        return ctx.say('opaque', `gh ${group.text}, an alias or an extension`);
    if (reads)
        return;
    if (/^(release|repo|workflow|run)$/.test(group.text))
        ctx.say('finish', said);
    if (group.text === 'config')
        return ctx.say('opaque', 'gh config of something that can run other commands');
    ctx.say('program', `${said}, which changes something`);
};
/** gh takes the word behind an option it does not know yet for its value: `gh pr -t view create` creates. */
function plainWords(args) {
    const plain = [];
    let unknownOptions = false;
    for (let k = 0; k < args.length; k += 1) {
        const w = args[k] ?? literal('');
        if (/^(-R|--repo|--hostname)$/.test(w.text))
            k += 1;
        else if (!isOption(w))
            plain.push(w);
        else if (plain.length < 2 && !/^(-R.+|--(repo|hostname)=.*|--help|-h|--version)$/.test(w.text))
            unknownOptions = true;
    }
    return { plain, unknownOptions };
}
function inspectApi(args, ctx) {
    const methods = args.flatMap(({ text }, k) => /^(-i*X|--method)/.test(text)
        ? [text.replace(/^(-i*X|--method)=?/, '') || textOf(args[k + 1]) || '?']
        : []);
    if (methods.length > 1)
        return ctx.say('opaque', 'gh api with more than one method');
    const [method = 'GET'] = methods;
    const sends = args.some((w) => w.doubt === CRAFTED || /^(-i*[fF]|--field|--raw-field|--input)/.test(w.text));
    if (method.toUpperCase() === 'GET' && !sends)
        return;
    if (methods.length === 0 && onlyAsks(args))
        return;
    ctx.say('finish', 'gh api with data to send');
}
/** A GraphQL request whose document is written out and holds no mutation. */
function onlyAsks(args) {
    if (!args.some((w) => w.text === 'graphql') || args.some((w) => w.text.startsWith('--input')))
        return false;
    const [document, ...more] = args.filter((w) => /^(-[fF])?query=/.test(w.text));
    return (document !== undefined &&
        more.length === 0 &&
        document.doubt === 0 &&
        /query=\s*(query\b|\{)/.test(document.text) &&
        !/\b(mutation|subscription)\b/.test(document.text));
}
const ENV_FLAG = /^(-|--|-i|-0|-v|-i0|-iv|--ignore-environment|--null|--debug|--version|--help)$/;
const inspectEnv = (args, cmd, ctx) => {
    const unset = (name) => inspectVariable(name, { text: '?', doubt: 0 }, ctx);
    let k = 0;
    for (; k < args.length; k += 1) {
        const { text, raw, doubt } = args[k] ?? literal('');
        const value = args[k + 1];
        if (/^(-S|--split-string(=|$))/.test(text)) {
            const rest = [text.replace(/^(-S|--split-string=?)/, ''), ...args.slice(k + 1).map((w) => w.text)];
            if (args.slice(k).some((w) => w.doubt > 0))
                ctx.say('opaque', 'env -S that is not written out');
            else
                ctx.script(rest.join(' '));
            return;
        }
        if (/^(-u|--unset)$/.test(text)) {
            if (value !== undefined)
                unset(value.text);
            k += 1;
        }
        else if (/^(-C|--chdir)$/.test(text)) {
            if (value !== undefined)
                ctx.files.enter(value);
            k += 1;
        }
        else if (text.startsWith('--chdir='))
            ctx.files.enter(literal(text.slice('--chdir='.length)));
        else if (/^(--unset=|-u.)/.test(text))
            unset(text.replace(/^(--unset=|-u)/, ''));
        else if (/^[A-Za-z_]\w*=/.test(raw) || /^[A-Za-z_]\w*=/.test(text)) {
            const sign = text.indexOf('=');
            inspectVariable(text.slice(0, sign), { text: text.slice(sign + 1), doubt }, ctx);
        }
        else if (!text.startsWith('-'))
            break;
        else if (!ENV_FLAG.test(text))
            return ctx.say('opaque', 'env with an option that is not known');
    }
    ctx.inspect(args.slice(k), cmd, ctx);
};
/** Words that are joined to one shell text. */
function inspectJoined(words, ctx, name) {
    if (words.some((w) => w.doubt > 0))
        ctx.say('opaque', `${name} of something that is not written out`);
    else
        ctx.script(words.map(({ text }) => text).join(' '));
}
/** Where the text behind `-c` stands, or undefined. */
function commandOption(args) {
    const at = args.findIndex((w) => /^(-[a-zA-Z]*c|--command)$/.test(w.text));
    return at === -1 ? undefined : args.slice(at + 1, at + 2);
}
const inspectSource = ([file], _cmd, ctx) => {
    if (file === undefined)
        return;
    // What Python writes there is long and needs no reading; it names neither git nor a push.
    const isEnvironment = /(^|\/)bin\/activate$/.test(file.text) &&
        ctx.files
            .texts(file.text)
            .every((text) => text !== undefined && !mentionsFinish(text) && !MENTIONS_STATE.test(text));
    if (!isEnvironment)
        inspectScriptFile(file, ctx, true);
};
/** Programs and words of the shell that run others. */
const RUNNERS = {
    eval: (args, _cmd, ctx) => inspectJoined(args, ctx, 'eval'),
    source: inspectSource,
    '.': inspectSource,
    alias: (args, _cmd, ctx) => {
        for (const { text, doubt } of args) {
            const sign = text.indexOf('=');
            if (sign === -1)
                continue;
            if (doubt > 0) {
                ctx.say('opaque', 'an alias that is not written out');
                continue;
            }
            // It is used with more words behind it.
            ctx.script(`${text.slice(sign + 1)} "$@"`);
            ctx.functions.add(text.slice(0, sign));
        }
    },
    trap: (args, _cmd, ctx) => {
        if (args.length > 1 && !/^-?$|^-[lp]/.test(textOf(args[0])))
            inspectJoined(args.slice(0, 1), ctx, 'a trap');
    },
    watch: (args, _cmd, ctx) => inspectJoined(args.slice(firstOperand(args, '-n --interval -d')), ctx, 'watch'),
    su: (args, cmd, ctx) => {
        const command = commandOption(args);
        if (command === undefined)
            opaqueRule(args, cmd, ctx, 'su');
        else
            inspectJoined(command, ctx, 'su');
    },
    script: (args, _cmd, ctx) => {
        const command = commandOption(args);
        if (command !== undefined)
            inspectJoined(command, ctx, 'script');
        ctx.say(command === undefined ? 'opaque' : 'write', 'script, which writes a transcript');
    },
    flock: (args, cmd, ctx) => {
        const command = commandOption(args);
        if (command !== undefined)
            inspectJoined(command, ctx, 'flock');
        else
            ctx.inspect(args.slice(firstOperand(args, '-w -E --timeout') + 1), cmd, ctx);
    },
    crontab: (args, cmd, ctx, name) => {
        if (args.length !== 1 || textOf(args[0]) !== '-l')
            opaqueRule(args, cmd, ctx, name);
    },
};
const XARGS_VALUED = '-I -n -P -L -d -a -s -E --max-args --max-procs --delimiter --replace';
const REPLACE = /^(-I|-i|--replace=?)/;
const inspectXargs = (args, cmd, ctx) => {
    const at = firstOperand(args, XARGS_VALUED);
    const options = args.slice(0, at);
    const rest = args.slice(at);
    if (rest.length === 0)
        return;
    if (WRITERS.has(nameOf(textOf(rest[0]))) && MENTIONS_STATE.test(ctx.whole))
        ctx.say('state', 'xargs on the workflow state');
    const replace = options.findIndex((w) => REPLACE.test(w.text));
    if (replace === -1)
        return ctx.inspect([...rest, ctx.stdin], cmd, ctx);
    const option = textOf(options[replace]);
    const mark = option.replace(REPLACE, '') || (option === '-I' && textOf(options[replace + 1])) || '{}';
    ctx.inspect(filledWords(rest, mark, ctx), cmd, ctx);
};
/** The words with what comes from the pipe where the mark stands. */
function filledWords(words, mark, { stdin }) {
    // A name in a script of a shell is read as one, unless somebody wrote the names here.
    const isCode = (k) => stdin.doubt === FROM_OUTSIDE && /^-[a-z]*c$/.test(textOf(words[k - 1]));
    return words.map((w, k) => w.text.includes(mark) && !isCode(k)
        ? { ...w, text: w.text.replaceAll(mark, UNKNOWN), doubt: morePossible(w.doubt, stdin.doubt) }
        : w);
}
/** Programs with a rule of their own. */
const RULES = {
    git: inspectGit,
    gh: inspectGh,
    autodev: inspectAutodev,
    'autodev.js': inspectAutodev,
    'autodev.mjs': inspectAutodev,
    ...each('npm pnpm yarn', inspectPackageManager),
    ...each('make gmake', inspectMake),
    ...each('tox nox', inspectEnvironments),
    find: inspectFind,
    ...each('sed gsed', inspectSed),
    ...each('awk gawk mawk nawk', inspectAwk),
    ...SOMETIMES_WRITING,
    env: inspectEnv,
    xargs: inspectXargs,
    ...RUNNERS,
    ...each('ssh parallel screen at batch fc sg newgrp runuser nsenter capsh systemd-run start-stop-daemon socat expect entr', opaqueRule),
};
function each(list, rule) {
    return Object.fromEntries(list.split(' ').map((name) => [name, rule]));
}
/** Where programs are installed; a file elsewhere may have the name of any program. */
const INSTALLED = new RegExp([
    String.raw `^/(usr|bin|sbin|opt|nix|snap)/`,
    String.raw `^/(home|Users)/[^/]+/\.[\w-]+/`,
    String.raw `^/root/\.[\w-]+/`,
    String.raw `/(node_modules/\.bin|\.?v?env/bin|vendor/bin)/[^/]+$`,
    '/libexec/',
    '/git-core/',
].join('|'));
/** Commands of PowerShell that look and print; a block in braces is not understood anyway. */
const POWERSHELL_READS = names(`
  get-childitem get-content get-item get-itemproperty get-location get-process get-service get-command get-help get-date
  get-member get-filehash get-variable get-history get-host get-alias select-string select-object test-path
  test-connection measure-object compare-object resolve-path split-path join-path sort-object group-object format-list
  format-table format-wide out-string out-host out-null convertfrom-json convertto-json write-output write-host
  gci gc sls gl
`);
const POWERSHELL_RUNS = /^-(scriptblock|filterscript|process|begin|end|outfile|method|body)/i;
/** Looks at a program with its words. */
function inspectWords(list, cmd, ctx) {
    const [first, ...args] = list;
    if (first === undefined)
        return;
    if (first.doubt > 0 || (first.glob && first.text !== '['))
        return ctx.say('opaque', 'a command whose name is not written out');
    const named = nameOf(first.text).replace(/\.exe$/, '');
    if (/^git-[a-z]/.test(named))
        return inspectGit([literal(named.slice(4)), ...args], cmd, ctx, 'git');
    const name = first.text.includes('/') ? linkedName(first.text, named, ctx) : named;
    if (first.text.includes('/') && name === named && isOurs(first.text, name, ctx)) {
        ctx.say('program', `${first.text}, which may change files`);
        if (ctx.files.texts(first.text).length > 0)
            return inspectScriptFile(first, ctx);
        ctx.say('opaque', `${first.text}, which cannot be read`);
    }
    // A function may be unset again, or live in a subshell only: its name hides no program.
    if (ctx.functions.has(first.text) && !isKnown(name) && !ctx.files.isProgram(name))
        return;
    if (READERS.has(name))
        return inspectReader(name, args, cmd, ctx);
    if (ctx.powershell && POWERSHELL_READS.has(name.toLowerCase()))
        if (!args.some((w) => POWERSHELL_RUNS.test(w.text)))
            return;
    const rule = entryOf(RULES, name);
    if (rule !== undefined)
        return rule(args, cmd, ctx, name);
    if (SHELLS.has(name))
        return inspectShellProgram(args, cmd, ctx);
    inspectProgram(name, first, args, cmd, ctx);
}
/** A link with a harmless name is still what it points to. */
function linkedName(path, name, { files }) {
    const target = nameOf(realPlace(files.look, absolute(files.folders[0] ?? '/', path)));
    return target === 'git' || target === 'gh' || SHELLS.has(target) ? target : name;
}
/** Whether a file of the project has the name of a program that we know. */
function isOurs(path, name, { files }) {
    return !INSTALLED.test(absolute(files.folders[0] ?? '/', path)) && (READERS.has(name) || hasRule(name));
}
const hasRule = (name) => (entryOf(RULES, name) !== undefined && !name.startsWith('autodev')) || SHELLS.has(name);
const isKnown = (name) => hasRule(name) || name === 'autodev' || isListed(name);
const SCRIPTS_CAP = 100;
/** Where no sandbox works, what a shell command does is read from its text. Why it may not run, or null. */
function readShell(around, call, states) {
    const { command, start, foreign } = call;
    const said = [];
    const say = (kind, what) => void said.push({ kind, what });
    // After a `cd` the variable is another.
    const known = { HOME: around.home };
    if (!/\b(cd|pushd|popd|chdir)\b/.test(command))
        known['PWD'] = start;
    const ctx = {
        files: openFiles(around, states, start, say),
        whole: command,
        powershell: foreign,
        reach: false,
        functions: new Set(),
        stdin: unknownWord(FROM_OUTSIDE),
        say,
        script: () => undefined,
        peek: () => undefined,
        inspect: inspectWords,
    };
    inspectScript(command, ctx, { known, scripts: SCRIPTS_CAP });
    for (const state of states)
        for (const { kind, what } of said) {
            const why = refusal(kind, state);
            if (why !== null)
                return `${what}: ${why}`;
        }
    return null;
}
const UNCHECKED = ' (what cannot be checked is refused while a gate is closed)';
/** Why something of this kind is refused while a state holds what it holds, or null. */
function refusal(kind, { write, finish }) {
    const doubted = (why) => (why === null ? null : why + UNCHECKED);
    switch (kind) {
        case 'state':
            return STATE_IS_OURS;
        case 'write':
            return write;
        case 'finish':
            return finish;
        case 'program':
            return doubted(write);
        case 'opaque':
            return doubted(write ?? finish);
        default:
            return kind;
    }
}
module.exports = { readShell };
