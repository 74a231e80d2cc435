#!/usr/bin/env node
'use strict';
// Made from src/gate by `node bin/hooks.mjs`. Do not edit.
const fs = require('node:fs');

/** What a hook reads of its environment, without loading anything else: it runs on every tool call. */
function hookEnvironment() {
    return process.env;
}
// A thrown and caught error costs about a millisecond the first time, so absence is asked for, not caught.
const QUIET = { throwIfNoEntry: false };
const TEXT_CAP = 64 * 1024 * 1024;
const NOT_A_FILE = 'it is not a file, or too large for one';
const lookUp = {
    entry: (path) => {
        try {
            const found = fs.lstatSync(path, QUIET);
            return found === undefined ? undefined : told(found);
        }
        catch (error) {
            // Only a clear "not there" counts as not there: below a file, or a name no file can have.
            const code = codeOf(error);
            return code === 'ENOTDIR' || code === 'ENAMETOOLONG' ? undefined : 'unknown';
        }
    },
    target: (path) => quietly(() => {
        const found = fs.statSync(path, QUIET);
        return found && told(found);
    }),
    link: (path) => quietly(() => fs.readlinkSync(path)),
    real: (path) => quietly(() => fs.realpathSync.native(path)),
    text: (path) => {
        try {
            return regular(path, TEXT_CAP, (fd) => fs.readFileSync(fd, 'utf8')) ?? { error: NOT_A_FILE };
        }
        catch (error) {
            return { error: codeOf(error) };
        }
    },
    bytes: (path, cap) => quietly(() => regular(path, cap, (fd) => fs.readFileSync(fd))),
    readOnly: (path) => {
        try {
            fs.accessSync(path, fs.constants.W_OK);
            return false;
        }
        catch (error) {
            return codeOf(error) === 'EROFS';
        }
    },
    names: (path) => quietly(() => (fs.statSync(path, QUIET)?.isDirectory() ? fs.readdirSync(path) : [])) ?? [],
};
/**
 * The same until a process is this old: a hook that is late is no hook, and a command can name what takes long to look
 * at. Then every look fails, and who asked has to refuse.
 */
function inTime(look, seconds) {
    const timed = (one) => {
        return (...given) => {
            if (process.uptime() > seconds)
                throw new Error(`it took longer than ${seconds} seconds`);
            return one(...given);
        };
    };
    const { entry, target, link, real, text, bytes, names, readOnly } = look;
    return {
        entry: timed(entry),
        target: timed(target),
        link: timed(link),
        real: timed(real),
        text: timed(text),
        bytes: timed(bytes),
        names: timed(names),
        readOnly: timed(readOnly),
    };
}
/**
 * Reads only what has an end: a pipe or a terminal at this place would keep the gate waiting for ever, and a hook that
 * is late is no hook. Asked of what was opened, not of the name, which may lead elsewhere a moment later.
 */
function regular(path, cap, read) {
    const fd = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    try {
        const found = fs.fstatSync(fd);
        return found.isFile() && found.size <= cap ? read(fd) : undefined;
    }
    finally {
        fs.closeSync(fd);
    }
}
function told(found) {
    const kind = found.isFile()
        ? 'file'
        : found.isDirectory()
            ? 'folder'
            : found.isSymbolicLink()
                ? 'link'
                : found.isSocket()
                    ? 'socket'
                    : 'other';
    return { kind, ino: found.ino, dev: found.dev, uid: found.uid, size: found.size };
}
function quietly(look) {
    try {
        return look();
    }
    catch {
        return undefined;
    }
}
function codeOf(error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
/** All of standard input, at once. */
function readStandardInput() {
    // One native call where the pipe is an ordinary one, which it always was so far.
    try {
        return fs.readFileSync(0, 'utf8');
    }
    catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN'))
            throw error;
    }
    // Its writer made it non-blocking: wait for more without spinning. What was lost above makes broken JSON, and so a denial.
    const chunks = [];
    const buffer = Buffer.allocUnsafe(65_536);
    for (;;) {
        try {
            const size = fs.readSync(0, buffer, 0, buffer.length, null);
            if (size === 0)
                return Buffer.concat(chunks).toString('utf8');
            chunks.push(Buffer.from(buffer.subarray(0, size)));
        }
        catch (error) {
            if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN'))
                throw error;
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
        }
    }
}
/** Writes to standard output at once, before the process leaves. */
function writeStandardOutput(text) {
    fs.writeSync(1, text);
}
/** The folder this process stands in, which may have been removed under it. */
function standing(otherwise) {
    try {
        return process.cwd();
    }
    catch {
        return otherwise;
    }
}
function writeStandardError(text) {
    fs.writeSync(2, text);
}
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
/** What the shell does itself, whatever lies on the path. */
const BUILTIN = new Set('cd echo printf test true false pwd type command'.split(' '));
/**
 * Where a program is found, if that is a place that no work of an agent lies in: a file in the project, or in a folder
 * for temporary files, may have the name of any program.
 */
function installedProgram(around, name, roots) {
    const { look, path, cwd } = around;
    for (const folder of path.split(':')) {
        const at = absolute(cwd, `${folder}/${name}`);
        const found = look.target(at);
        if (found === undefined || found.kind !== 'file')
            continue;
        const places = [at, realPlace(look, at)];
        return folder.startsWith('/') && !places.some((place) => isOpenToAgents(around, place, roots))
            ? at
            : undefined;
    }
    return undefined;
}
function isInstalled(around, name, roots) {
    if (name.includes('/'))
        return false;
    return (BUILTIN.has(name) || installedProgram(around, name, roots) !== undefined || isNowhere(around, name, roots));
}
/** Not on the path, and no agent can put it there: a function of the person's shell, or nothing. */
function isNowhere(around, name, roots) {
    const { look, path } = around;
    return path
        .split(':')
        .every((at) => at.startsWith('/') &&
        !isOpenToAgents(around, realPlace(look, at), roots) &&
        look.entry(`${at}/${name}`) === undefined);
}
/** Whether an agent may ever have written there: in this phase or in one that left more open. */
function isOpenToAgents(around, place, roots) {
    const { look, home, runFile, node } = around;
    if (roots.some((root) => inside(root, place)))
        return true;
    // The program's own package is read-only in every sandbox, wherever it lies.
    if (inside(absolute(runFile, '../../../..'), place))
        return false;
    const homes = [home, realPlace(look, home)].filter((each) => each !== '/');
    if (![...TEMPORARY, ...homes].some((each) => inside(each, place)))
        return false;
    return place !== node && !programFolders(around, roots).some((folder) => inside(folder, place));
}
const TEMPORARY = ['/tmp', '/var/tmp', '/dev/shm'];
/**
 * The folders of the path, in places that commands may write in, where plain commands are looked for: no agent may
 * write there in any phase, or what it left would run outside when a gate is closed. One that holds the home, a project
 * or all temporary files cannot be closed.
 */
function programFolders({ look, path, home }, roots) {
    const homes = [home, realPlace(look, home)].filter((place) => place !== '/');
    const open = [...homes, ...TEMPORARY];
    const found = path.split(':').filter((folder) => folder.startsWith('/'));
    return [...new Set(found.flatMap((folder) => [absolute('/', folder), realPlace(look, folder)]))].filter((folder) => open.some((place) => inside(place, folder)) &&
        ![...open, ...roots].some((place) => inside(folder, place)) &&
        !roots.some((place) => inside(place, folder)));
}
/** The folders of the path in which no agent could have put a program. */
function trustedFolders(around, roots) {
    return around.path.split(':').filter((folder) => isTrusted(around, folder, roots));
}
function isTrusted(around, folder, roots) {
    return folder.startsWith('/') && !isOpenToAgents(around, realPlace(around.look, folder), roots);
}
/** Whether no agent could have put a program into any folder of the path: what a program starts by name is then known. */
function isPathTrusted(around, roots) {
    return trustedFolders(around, roots).length === around.path.split(':').length;
}
function bubblewrap(around, roots) {
    // Only where one lies is asked who could have put it there: that takes a look at every part of the way.
    const holds = (folder) => around.look.target(`${folder}/bwrap`)?.kind === 'file';
    const folder = around.path.split(':').find((each) => holds(each) && isTrusted(around, each, roots));
    return folder === undefined ? undefined : `${folder}/bwrap`;
}
/** The words before a command that run it in the sandbox. */
function runWords(around, roots) {
    return installedProgram(around, 'autodev', roots) !== undefined
        ? ['autodev', 'develop', 'run', '--']
        : ['node', around.runFile, '--'];
}
/** Whether a command is one that runs another in the sandbox, by a program that no agent could have put there. */
function isSandboxRun(around, words, roots) {
    const [program = '', ...rest] = words;
    if (program !== 'node' && nameOf(program) !== 'autodev')
        return false;
    if (installedProgram(around, 'node', roots) === undefined)
        return false;
    if (nameOf(program) === 'autodev') {
        if (rest[0] !== 'develop' || rest[1] !== 'run' || rest[2] !== '--' || rest.length < 4)
            return false;
        // Where there is none, and no agent can put one there, nothing runs at all.
        if (program === 'autodev')
            return isInstalled(around, 'autodev', roots);
        return program === installedProgram(around, 'autodev', roots);
    }
    return program === 'node' && rest[0] === around.runFile && rest[1] === '--' && rest.length > 2;
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
/**
 * In a folder of Claude Code: what a session only reads as text, or keeps of its own. Everything else decides what it
 * runs, its settings, hooks, skills, commands, agents and plugins, and the snapshot that every shell of it begins with.
 */
const TEXT_ONLY = '(?!CLAUDE(\\.local)?\\.md$|(plans|rules|todos|agent-memory[\\w-]*|worktrees|projects/[^/]+/memory)(/|$))';
const SETTINGS = new RegExp(`(^|/)\\.claude/${TEXT_ONLY}|(^|/)\\.claude\\.json$|(^|/)\\.mcp\\.json$`, 'i');
/** The same in a folder that CLAUDE_CONFIG_DIR names. */
const OWN_SETTINGS = new RegExp(`^${TEXT_ONLY}`, 'i');
/** What a shell reads before every command, and git, ssh, gpg, gh and rg before every command of their own. */
const START_UP = /^\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|zlogout|gitconfig|npmrc|ripgreprc)$|^\.ssh(\/(?!known_hosts)|$)|^\.gnupg\/[\w-]+\.conf$|^\.config\/(git|gh|fish)(\/|$)/;
const CONFIG_START_UP = /^(git|gh|fish)(\/|$)/;
/** Where git keeps what it runs by itself. */
const GIT_OWN = /(^|\/)\.git\/(modules\/.{0,4096})?(hooks|config|info)(\/|$|\.)|(^|\/)\.git$/i;
/** What the state file, its folder and AUTODEV_HOME are called in a refusal. */
const STATE = 'the workflow state';
/** Why no agent may write there while a workflow runs, whatever its gates say; undefined when it may. */
function protectedPlace(around, states, path) {
    const { look, home, configHome, autodevHome, claudeHome } = around;
    const roots = states.map(({ root }) => root);
    // One that holds the home or the project cannot be closed as a whole.
    const sessions = claudeHome !== undefined && ![home, ...roots].some((each) => inside(claudeHome, each))
        ? claudeHome
        : undefined;
    for (const place of new Set([path, realPlace(look, path)])) {
        if (place.toLowerCase().split('/').includes(STATE_FOLDER))
            return STATE;
        if (inside(autodevHome, place) &&
            !states.some(({ root }) => inside(autodevHome, root) && inside(root, place)))
            return STATE;
        const ofSession = sessions !== undefined &&
            inside(sessions, place) &&
            OWN_SETTINGS.test(place.slice(sessions.length + 1));
        // A project may lie below such a folder itself.
        const root = roots.find((each) => inside(each, place)) ?? '';
        if (ofSession || SETTINGS.test(place.slice(root.length)))
            return 'the settings of the session';
        const steers = (inside(home, place) && START_UP.test(place.slice(home.length + 1))) ||
            (inside(configHome, place) && CONFIG_START_UP.test(place.slice(configHome.length + 1)));
        if (steers)
            return 'what runs before every command';
        if (inside(above(above(around.runFile)), place) || place === around.node)
            return 'the gate itself';
        if (inside('/etc', place))
            return 'the settings of the system';
    }
    const folders = trustedFolders(around, roots);
    for (const place of new Set([path, realPlace(look, path)]))
        if (folders.some((folder) => inside(realPlace(look, folder), place)))
            return 'a folder that programs are started from';
    const found = look.target(path);
    for (const state of states) {
        if (realPlace(look, state.path) === realPlace(look, path))
            return STATE;
        // A second name of the same file.
        const own = look.target(state.path);
        if (found?.kind === 'file' && own !== undefined && found.ino === own.ino && found.dev === own.dev)
            return STATE;
    }
    return undefined;
}
/** A path a tool was given, as an absolute one. */
function placeOf(around, from, path) {
    return absolute(from, path.replace(/^file:\/\//, '').replace(/^~(?=\/|$)/, around.home));
}
const DEVELOP = /^(start|status|resume|phase|checkpoint|review|verify|re-review)$/;
const READS = /^(status|list|why|logs|help|--help|--version|hook|costs)$/;
/** autodev's own commands: they keep the state and the gates, so they run as they are, but not those for people. */
function ownCommand(args) {
    const words = args.filter((word) => !word.startsWith('-') || word === '--help' || word === '--version');
    const [group = '', verb] = words;
    if (group === 'develop') {
        if (verb === undefined || DEVELOP.test(verb))
            return 'own';
        if (verb === 'gate' || verb === 'reset')
            return `!autodev develop ${verb}, which is for people at a terminal`;
        return 'unknown';
    }
    if (group === 'config' && verb !== undefined && /^(show|schema)$/.test(verb))
        return 'own';
    return READS.test(group) ? 'own' : 'unknown';
}
const SEARCHED_CAP = 64 * 1024;
const GIT_VERBS = /^(push|commit|send-pack|commit-tree|send-email)$/;
const GH_VERBS = /^(create|merge|edit|ready|close|reopen|review|comment|update-branch)$/;
const OPTIONS_CAP = 20;
/**
 * The plain finishing command a line names, if it names one. This only decides which words a refusal has: what is not
 * recognised is refused all the same, or runs where it cannot finish anything. Words are walked, not matched by one
 * pattern: a pattern that tries every way takes longer than a hook may (`git -C -C -C …`), and a late hook is no hook.
 */
function finishingCommand(command) {
    const words = command.slice(0, SEARCHED_CAP).split(/[\s;&|()`'"{}]+/);
    for (const [at, word] of words.entries()) {
        const program = nameOf(word);
        if (program === 'git') {
            const verb = words[operandAt(words, at + 1, /^-[Cc]$/)] ?? '';
            if (GIT_VERBS.test(verb))
                return `git ${verb}`;
        }
        else if (program === 'gh') {
            const group = operandAt(words, at + 1, /^(-R|--repo|--hostname)$/);
            const verb = words[group + 1] ?? '';
            if (words[group] === 'pr' && GH_VERBS.test(verb))
                return `gh pr ${verb}`;
        }
    }
    return undefined;
}
/** Where the first word stands that is neither an option nor the value of one. */
function operandAt(words, from, valued) {
    let at = from;
    for (let seen = 0; seen < OPTIONS_CAP && words[at]?.startsWith('-'); seen += 1)
        at += valued.test(words[at] ?? '') ? 2 : 1;
    return at;
}
/** Without blanks around it. A pattern would look at every blank inside as well, as often as there are blanks. */
function trimmed(text) {
    let from = 0;
    let to = text.length;
    while (from < to && isBlank(text[from]))
        from += 1;
    while (to > from && isBlank(text[to - 1]))
        to -= 1;
    return text.slice(from, to);
}
const isBlank = (sign) => sign === ' ' || sign === '\t' || sign === '\n';
const LENGTH_CAP = 128 * 1024;
/** Each program of a line is looked up, and git's settings are read for each: a long line would take too long. */
const COMMANDS_CAP = 64;
const ONE = /^(?!\w+=)[\w./:@,+%-][\w./:=@,+%-]*(?: [\w./:@,+%-][\w./:=@,+%-]*)*$/;
const NONE = new Set();
const BLANK = /[ \t]+/y;
/** Letters by ranges, none of them invisible: `\p{L}` takes 12 ms to compile, a third of the start of Node. */
const BARE = /[\w./:=@,+%^~\u00c0-\u024f\u0370-\u052f\u3041-\u30ff\u3131-\u3163\u4e00-\u9fff\uac00-\ud7a3-]+/y;
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
function plainLine(text) {
    if (text.length > LENGTH_CAP)
        return undefined;
    const line = trimmed(text);
    // The most frequent case: one command of plain words.
    if (ONE.test(line))
        return [{ words: line.split(' '), patterns: NONE }];
    const commands = [];
    let words = [];
    let patterns = new Set();
    let at = 0;
    const take = (shape) => {
        shape.lastIndex = at;
        const found = shape.exec(line)?.[0];
        if (found !== undefined)
            at += found.length;
        return found;
    };
    const close = () => {
        if (words.length === 0 || commands.length >= COMMANDS_CAP)
            return false;
        commands.push({ words, patterns });
        words = [];
        patterns = new Set();
        return true;
    };
    while (at < line.length) {
        // `ls 12>/dev/null`: a number before it is no word, but which output it speaks of.
        if (line[at] === '>' && /\d/.test(line[at - 1] ?? ''))
            return undefined;
        if (take(NOWHERE) !== undefined)
            continue;
        if (take(JOINT) !== undefined) {
            if (!close())
                return undefined;
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
            if (pattern === undefined)
                break;
            // A name of a file could begin with a dash, and so be an option, where the pattern begins the word.
            if (word === '' || word.startsWith('-'))
                patterns.add(-1);
            patterns.add(words.length);
            word += pattern;
        }
        if (at === start)
            return undefined;
        // zsh takes `=name` for a path, and an assignment changes what programs do.
        const raw = line.slice(start, at);
        if (raw.startsWith('=') || (words.length === 0 && /^\w+\+?=/.test(raw)))
            return undefined;
        words.push(word);
    }
    // `ls;` is plain, `ls &&` is not.
    if (words.length === 0)
        return commands.length > 0 && /;\s*$/.test(line) ? commands : undefined;
    return close() ? commands : undefined;
}
/** Where git keeps what belongs to this folder, given by its real name: its `.git`, and for a worktree the clone's too. */
function gitPlaces(look, root) {
    const own = `${root}/.git`;
    const found = look.entry(own);
    if (found === undefined || found === 'unknown')
        return { isWorktree: false };
    if (found.kind === 'link')
        return { elsewhere: own, isWorktree: false };
    const text = found.kind === 'file' ? look.text(own) : undefined;
    const named = typeof text === 'string' ? /^gitdir: (.+)$/m.exec(text)?.[1] : undefined;
    if (named === undefined)
        return { own, isWorktree: false };
    const folder = absolute(root, named.trim());
    const common = look.text(`${folder}/commondir`);
    if (typeof common !== 'string')
        return { own, elsewhere: folder, isWorktree: false };
    const elsewhere = absolute(folder, common.trim());
    const back = look.text(`${folder}/gitdir`);
    const isNamed = typeof back === 'string' && realPlace(look, absolute(folder, back.trim())) === own;
    return { own, elsewhere, isWorktree: isNamed && above(folder) === `${elsewhere}/worktrees` };
}
/** Remotes that are folders of this machine: a push to one needs no network. */
function localRemotes(look, root) {
    const { own, elsewhere } = gitPlaces(look, root);
    return [own, elsewhere].flatMap((place) => {
        const text = place === undefined ? undefined : look.text(`${place}/config`);
        return typeof text === 'string' ? localFolders(text, root) : [];
    });
}
const URLS = /^[ \t]*(?:(?:push)?url[ \t]*=[ \t]*"?|\[url[ \t]+")([^"\n]+)/gim;
/** The folders that a repository's settings name as remotes, or put in the place of the beginning of one. */
function localFolders(config, root) {
    const urls = [...config.matchAll(URLS)].map(([, url = '']) => url.trim().replace(/^file:\/\//, ''));
    // Anything without a host before it is a folder, also `url = other.git`.
    return urls.filter((url) => !/^[^/]+:/.test(url)).map((url) => absolute(root, url));
}
const CONFIG_CAP = 256 * 1024;
const INDEX_CAP = 16 * 1024 * 1024;
/** Settings of a repository that name no program and no file to include. */
const HARMLESS = /^(core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|quotepath|abbrev|longpaths|safecrlf)|remote\.[^\n]*\.(url|fetch|pushurl|tagopt|prune|gh-resolved)|branch\.[^\n]*\.(remote|merge|rebase|description|pushremote|vscode-merge-base|github-pr-owner-number)|user\.(name|email)|init\.defaultbranch|pull\.(rebase|ff)|push\.(default|autosetupremote)|color\..*|advice\..*|gc\.(auto|autodetach)|commit\.gpgsign|tag\.gpgsign|merge\.conflictstyle|diff\.(algorithm|renames|colormoved|mnemonicprefix)|log\.date|rebase\.autostash|fetch\.prune|submodule\.active|lfs\.repositoryformatversion|extensions\.objectformat)$/;
/** Settings of a person that would run what lies in the repository, or that stand in another file. */
const ELSEWHERE = /(^|\])[ \t]*(hookspath|fsmonitor|splitindex|path)[ \t]*=|^[ \t]*\[[ \t]*include/im;
/** Settings of a person that name a program, which is looked for on the path. */
const BY_NAME = /(^|\])[ \t]*(external|textconv|command|cmd|clean|smudge|process|program|driver|helper|sshcommand|askpass|pager)[ \t]*=/im;
/** A tracked submodule in the index: the mode 160000. git runs `git status` in it, with the submodule's own settings. */
const GITLINK = Buffer.from([0x00, 0x00, 0xe0, 0x00]);
/**
 * Whether git, asked to read here, runs no program that the repository names: no hook that reading starts, no pager,
 * filter, text conversion, external difference, file system monitor, signature check or fetch of missing objects.
 */
function repositoryRunsNothing(around, cwd, roots) {
    const { look } = around;
    const folder = gitFolder(look, cwd);
    if (folder === undefined || around.isSteered('git'))
        return false;
    const common = commonFolder(look, folder);
    if (common === undefined)
        return false;
    if (!harmlessConfig(look, `${common}/config`) || look.entry(`${folder}/config.worktree`) !== undefined)
        return false;
    if (!harmlessPerson(around, roots))
        return false;
    // Reading refreshes the index, and writing the index calls a hook.
    if (look.entry(`${common}/hooks/post-index-change`) !== undefined)
        return false;
    if (look.names(folder).some((name) => name.startsWith('sharedindex.')))
        return false;
    if (look.entry(`${folder}/index`) === undefined)
        return true;
    const index = look.bytes(`${folder}/index`, INDEX_CAP);
    return (index !== undefined && Buffer.from(index.buffer, index.byteOffset, index.length).indexOf(GITLINK) === -1);
}
function harmlessPerson(around, roots) {
    const { look, home, configHome } = around;
    for (const path of [`${home}/.gitconfig`, `${configHome}/git/config`, '/etc/gitconfig']) {
        const text = look.entry(path) === undefined ? '' : look.text(path);
        if (typeof text !== 'string' || ELSEWHERE.test(text))
            return false;
        if (BY_NAME.test(text) && !isPathTrusted(around, roots))
            return false;
    }
    return true;
}
/** Whether no hook of git would run here, whatever is done. */
function repositoryHasNoHooks(look, cwd) {
    const common = repositoryOf(look, cwd);
    return common !== undefined && hasNoHooks(look, common);
}
/** Whether a push to this folder of the machine would run nothing: what is pushed to runs its own hooks. */
function receivesQuietly(look, place) {
    const folder = look.entry(`${place}/.git`) === undefined ? place : `${place}/.git`;
    return hasNoHooks(look, folder) && harmlessConfig(look, `${folder}/config`);
}
const hasNoHooks = (look, folder) => look.names(`${folder}/hooks`).every((name) => name.endsWith('.sample'));
/** The folder with the settings, hooks and objects of the repository around a place. */
function repositoryOf(look, cwd) {
    const folder = gitFolder(look, cwd);
    return folder && commonFolder(look, folder);
}
/** The folder git would use from here; undefined where there is none, or where it is not where one expects it. */
function gitFolder(look, cwd) {
    for (let here = cwd;; here = above(here)) {
        const found = look.entry(`${here}/.git`);
        if (found !== undefined && found !== 'unknown') {
            if (found.kind === 'folder')
                return `${here}/.git`;
            const text = found.kind === 'file' && found.size < 4_096 ? look.text(`${here}/.git`) : undefined;
            const named = typeof text === 'string' ? /^gitdir: (.+)\n?$/.exec(text)?.[1] : undefined;
            return named === undefined ? undefined : absolute(here, named);
        }
        // A folder that is itself a repository, with settings of its own.
        if (found === 'unknown' || look.entry(`${here}/HEAD`) !== undefined)
            return undefined;
        if (here === '/')
            return undefined;
    }
}
function commonFolder(look, folder) {
    if (look.entry(`${folder}/commondir`) === undefined)
        return folder;
    const text = look.text(`${folder}/commondir`);
    return typeof text === 'string' && text.length < 4_096 ? absolute(folder, text.trim()) : undefined;
}
function harmlessConfig(look, path) {
    const found = look.target(path);
    if (found === undefined || found.kind !== 'file' || found.size > CONFIG_CAP)
        return false;
    const text = look.text(path);
    // A line that goes on in the next one, also with a carriage return between: git would see other sections than we do.
    if (typeof text !== 'string' || /\\\r*\n|\\$|[\r\0]/.test(text))
        return false;
    let section = '';
    for (const line of text.split('\n')) {
        const part = line.trim();
        if (part === '' || part.startsWith('#') || part.startsWith(';'))
            continue;
        const named = /^\[[ \t]*([A-Za-z0-9.-]+)(?:[ \t]+"([^"\\\]]*)")?[ \t]*\]$/.exec(part);
        if (named !== null) {
            section = named[1].toLowerCase() + (named[2] === undefined ? '' : `.${named[2]}`);
            continue;
        }
        const [, key, value = ''] = /^([A-Za-z][A-Za-z0-9-]*)[ \t]*(?:=(.*))?$/.exec(part) ?? [];
        if (key === undefined || !HARMLESS.test(`${section}.${key.toLowerCase()}`))
            return false;
        // A remote of the form `name::` is a program; quotes in the middle could hide it.
        if (/url$/i.test(key) && /::|["\\]/.test(value.trim().replace(/^"([^"\\]*)"$/, '$1')))
            return false;
    }
    return true;
}
const ADD = /^(-A|-u|-v|--all|--update|--verbose|--)$/;
const COMMIT = /^(-[amqvs]+|--(all|message(=.*)?|amend|no-edit|quiet|signoff|allow-empty))$/;
const PUSH = /^(-[uqfv]|--(set-upstream|force-with-lease(=.*)?|tags|follow-tags|dry-run|quiet|verbose|porcelain))$/;
const FETCH = /^(-[qvpt]|--(all|prune|tags|quiet|verbose|dry-run))$/;
const GH = /^(pr (create|view|list|status|checks|diff|comment|edit|ready|review|close|reopen)|issue (create|view|list|status|comment|edit|close|reopen)|run (list|view|watch)|release (list|view|create)|repo view|auth status|search \w+|status)( |$)/;
/** Options of gh that open a browser or an editor of somebody's choice. */
const GH_OPENS = /^(-[a-z]*[we]|--(web|editor)(=.*)?)$/;
/**
 * Commands that add, commit, fetch, push and speak to the forge, where the repository makes git run nothing: they cannot reach
 * the workflow's state, so with open gates they run as they are.
 */
function finishesPlainly(around, words, cwd, roots) {
    const [program = '', verb = '', ...rest] = words;
    const still = () => isPathTrusted(around, roots) &&
        repositoryHasNoHooks(around.look, cwd) &&
        hasNoModules(around.look, cwd) &&
        repositoryRunsNothing(around, cwd, roots);
    if (program === 'gh')
        return GH.test(words.slice(1).join(' ')) && !words.some((word) => GH_OPENS.test(word)) && still();
    const options = { add: ADD, commit: COMMIT, push: PUSH, fetch: FETCH }[verb];
    if (program !== 'git' || options === undefined)
        return false;
    const messages = verb === 'commit' ? messagesAt(rest) : new Set();
    const isValue = (at) => messages.has(at);
    if (rest.some((word, at) => word.startsWith('-') && !isValue(at) && !options.test(word)))
        return false;
    // Without a message git opens an editor; a remote that is a program, or a file elsewhere, is not plain.
    if (verb === 'commit' && !rest.some((word) => /^(-[aqvs]*m|--message(=.*)?|--no-edit)$/.test(word)))
        return false;
    if (rest.some((word, at) => !isValue(at) && /::|^\//.test(word)))
        return false;
    if ((verb === 'push' || verb === 'fetch') && !reachesQuietly(around.look, cwd, rest))
        return false;
    return still();
}
/**
 * Submodules that were once here: `git fetch` goes into them for commits that it brings, by their own settings, also
 * when the index names none.
 */
function hasNoModules(look, cwd) {
    const common = repositoryOf(look, cwd);
    return common !== undefined && look.entry(`${common}/modules`) === undefined;
}
/**
 * Whether a push or fetch goes to a remote by its name, and none of those is a repository of this machine with hooks or
 * programs of its own.
 */
function reachesQuietly(look, cwd, rest) {
    const place = repositoryOf(look, cwd);
    const config = place === undefined ? undefined : look.text(`${place}/config`);
    if (place === undefined || typeof config !== 'string')
        return false;
    const name = rest.find((word) => !word.startsWith('-'));
    if (name !== undefined && !config.includes(`[remote "${name}"]`))
        return false;
    // What git used before its settings had remotes.
    if (look.names(`${place}/remotes`).length + look.names(`${place}/branches`).length > 0)
        return false;
    return localFolders(config, above(place)).every((remote) => receivesQuietly(look, remote));
}
/** Where messages stand: the word behind `-m`, which may be `-m` too. */
function messagesAt(words) {
    const found = new Set();
    for (const [at, word] of words.entries())
        if (!found.has(at) && /^(-[aqvs]*m|--message)$/.test(word))
            found.add(at + 1);
    return found;
}
const ANY = {};
const NO_WORDS = { options: /^x^/, most: 0 };
const NUMBERS = String.raw `(\d+|\$)(,(\+?\d+|\$))?p`;
const FILE = /^(-$|[^-])/;
/**
 * Programs that only read and print, whatever they are told by the words that are allowed here. Those with no limit
 * have no option and no operand that writes a file or runs a program, on any system.
 */
const PROGRAMS = {
    ...each('ls cat head tail wc grep egrep fgrep cut tr nl tac rev stat du df basename dirname readlink realpath echo cmp ' +
        'comm paste fold expand unexpand od hexdump md5sum sha1sum sha256sum sha512sum cksum seq sleep true false pwd ' +
        'which nproc uname id whoami groups printenv jq strings column join ps free uptime cd lscpu', ANY),
    // On macOS `arch` runs what it is given, and `hostname` sets a name everywhere.
    ...each('arch hostname', NO_WORDS),
    // `%n` sets a variable, and in zsh a number is computed, which may run commands.
    printf: { words: [/^(?!-)(?:[^%]|%[%sbqc]|%-?\d+s)*$/, /^/] },
    type: { options: /^-[at]$/ },
    sort: {
        options: /^(-|--|-[bdfghinrRuVcCmsz]+|-[kt].*|--(reverse|numeric-sort|unique|human-numeric-sort|version-sort|ignore-case|key=.*|field-separator=.*|check|stable|zero-terminated))$/,
    },
    uniq: { options: /^(-|--|-[cdiuDz]+|-[fsw]\d+|--(count|repeated|unique|ignore-case))$/, most: 1 },
    xxd: { options: /^-([abeipu]|[lcgs]\d+)?$/, most: 1 },
    base64: { options: /^(-|-[dDi]|-w\d+|--(decode|wrap=\d+))$/ },
    // Not `-l`, which runs a program to make pages.
    diff: {
        options: /^(-|--|-[abBcdeEiNpqrstTuwy]+|-[UCW]\d+|-[xI].*|--(unified|context|brief|recursive|side-by-side|new-file|text|ignore-case|ignore-all-space|ignore-space-change|ignore-blank-lines|minimal|suppress-common-lines|strip-trailing-cr|width=\d+|(unified|context)=\d+|exclude=.*|color(=\w+)?|label=.*))$/,
    },
    // Not `-z`, which runs programs that unpack.
    file: { options: /^(-|--|-[bhikL]+|--(brief|mime|mime-type|mime-encoding))$/ },
    tree: {
        options: /^(-[adfislphDFCnArtQ]+|-[LIP]|--(dirsfirst|noreport|gitignore|du|prune|filelimit(=\d+)?))$/,
    },
    date: { options: /^(-u|-R|-I\w*|--utc|--iso-8601(=\w+)?)$/, operand: /^\+/ },
    sed: {
        words: [/^(-n|-nE|-En|--quiet|--silent)$/, new RegExp(`^(${NUMBERS}|=)(; ?${NUMBERS})*$`), FILE],
    },
    // `--` ends nothing here: what follows is an expression all the same.
    find: {
        options: /^-(i?name|i?path|i?wholename|i?regex|regextype|type|maxdepth|mindepth|size|mtime|mmin|atime|ctime|newer\w*|not|o|or|a|and|print|print0|prune|empty|depth|ls|perm|user|group|readable|writable|executable|links|samefile|xdev|mount|daystart|quit|printf|\d+[cwbkMG]?|L|P|H)$/,
    },
    // Not `-z`, which runs programs that unpack.
    rg: {
        options: /^(-|--|-[nilLcowvsSFuUxahHNIpP0.]+|-[ABCmgteTjE].*|-\d+|--(files|files-with-matches|files-without-match|count|count-matches|ignore-case|smart-case|case-sensitive|fixed-strings|hidden|no-ignore|no-ignore-vcs|no-heading|heading|line-number|no-line-number|with-filename|no-filename|only-matching|invert-match|word-regexp|multiline|pcre2|json|stats|vimgrep|trim|follow|sort|sortr|max-count|max-depth|max-columns|context|after-context|before-context|glob|iglob|type|type-not|type-list|regexp|color|colors|replace|unrestricted|text|no-messages|column|null|passthru|no-config|threads)(=.*)?)$/,
    },
};
function each(names, allowed) {
    return Object.fromEntries(names.split(' ').map((name) => [name, allowed]));
}
/**
 * How programs are asked for their version. For others the same word means something else (`python3 -v` runs its
 * standard input, `node version` a file, `make version` a target), or the project says which program answers (yarn,
 * pnpm, cargo, rustc, go, tsc: rustup's `cargo --version` ran a program of the folder's choice), or a file in the home
 * (`sqlite3 --version` reads ~/.sqliterc before it answers, `pip --version` imports what lies in ~/.local/lib).
 */
const VERSIONED = [
    [/^(node|npm|npx|perl|make)$/, /^(--version|-v)$/],
    [/^python3?$/, /^(--version|-V)$/],
    [/^(git|gh)$/, /^version$/],
    [/^(java|gcc|clang|git|gh|psql|bwrap|autodev)$/, /^--version$/],
];
/** `test` and `command`, whose words mean something by their place and number. */
const PLACED = {
    test: [
        // Not `-t`: zsh computes its number, which may run commands.
        [/^-[a-hkLprsSuwxzn]$/, /^/],
        [/^!$/, /^-[a-hkLprsSuwxzn]$/, /^/],
        [/^[^-!(]/, /^!?=$/, /^/],
    ],
    command: [[/^-[vV]$/, /^[\w.-]+$/]],
};
/** Whether a program with these words only reads. A pattern counts as anything a file may be called. */
function readsOnly(words, patterns) {
    const [program = '', ...args] = words;
    const [only = ''] = args;
    if (args.length === 1 && VERSIONED.some(([name, asks]) => name.test(program) && asks.test(only)))
        return true;
    if (Object.hasOwn(PLACED, program))
        return patterns.size === 0 && isForm(PLACED[program] ?? [], args);
    const allowed = Object.hasOwn(PROGRAMS, program) ? PROGRAMS[program] : undefined;
    if (allowed === undefined)
        return false;
    if (allowed === ANY)
        return true;
    const { options, operand, most, words: places } = allowed;
    const isLimited = places !== undefined || operand !== undefined || most !== undefined;
    if (patterns.has(-1) || (isLimited && patterns.size > 0))
        return false;
    if (places !== undefined)
        return (args.length >= places.length - 1 && args.every((word, at) => (places[at] ?? places.at(-1))?.test(word)));
    if (options !== undefined && args.some((word) => word.startsWith('-') && !options.test(word)))
        return false;
    if (operand !== undefined && args.some((word) => !word.startsWith('-') && !operand.test(word)))
        return false;
    return most === undefined || operandsOf(args).length <= most;
}
/** Whether words are one of these forms, word by word. */
function isForm(forms, words) {
    return forms.some((form) => form.length === words.length && form.every((shape, at) => shape.test(words[at] ?? '')));
}
/** From the first word that is no option, or from behind `--`, a program may take every word for a file; `-` is one. */
function operandsOf(args) {
    const first = args.findIndex((word) => !/^-./s.test(word) || word === '--');
    if (first === -1)
        return [];
    return args.slice(args[first] === '--' ? first + 1 : first);
}
const DIFF = 'stat|shortstat|numstat|dirstat|name-only|name-status|summary|cached|staged|patch|no-patch|unified|color|no-color|word-diff|color-words|diff-filter|find-renames|no-renames|minimal|histogram|patience|exit-code|quiet|check|full-index|abbrev|no-ext-diff|no-textconv|raw|ignore-space-change|ignore-all-space|ignore-blank-lines|ignore-submodules|relative|merge-base|compact-summary|binary|text|function-context|no-prefix|inter-hunk-context|diff-algorithm';
const LOG = `${DIFF}|oneline|graph|all|decorate|no-decorate|max-count|skip|since|until|after|before|author|committer|grep|format|pretty|date|reverse|follow|merges|no-merges|first-parent|branches|tags|remotes|abbrev-commit|topo-order|date-order|left-right|cherry-pick|walk-reflogs|invert-grep|regexp-ignore-case|no-walk|full-history|simplify-merges|count|children|parents|boundary|not`;
const shape = (long, short) => new RegExp(`^(--(${long})(=.*)?|--|${short})$`);
const LOG_SHORT = String.raw `-[pusRwbziaW]+|-\d+|-[nULSGMC].*|-g`;
/** Verbs that only read, with the options that leave it at that. */
const VERBS = {
    status: shape('short|branch|porcelain|long|untracked-files|ignored|no-renames|ahead-behind|show-stash', '-[sbvz]+|-u\\w*'),
    diff: shape(DIFF, LOG_SHORT),
    log: shape(LOG, LOG_SHORT),
    show: shape(LOG, LOG_SHORT),
    shortlog: shape(LOG, '-[nse]+'),
    whatchanged: shape(LOG, LOG_SHORT),
    blame: shape('date|porcelain|line-porcelain|show-email|since|abbrev|root', '-[wlsetfnpcMC]+|-L.*'),
    'rev-parse': shape('abbrev-ref|show-toplevel|show-prefix|show-cdup|git-dir|git-common-dir|absolute-git-dir|is-inside-work-tree|is-inside-git-dir|is-bare-repository|short|verify|quiet|symbolic-full-name|all|branches|tags|remotes|show-superproject-working-tree', '-q'),
    'rev-list': shape(LOG, LOG_SHORT),
    'ls-files': shape('cached|others|modified|deleted|stage|exclude-standard|full-name|error-unmatch|ignored|directory', '-[comdszitv]+'),
    'ls-tree': shape('name-only|name-status|full-name|full-tree|long', '-[rtdlz]+'),
    'merge-base': shape('all|is-ancestor|fork-point|octopus|independent', '-a'),
    'name-rev': shape('name-only|tags|always', 'x^'),
    'cat-file': shape('batch-check', '-[tpse]'),
    'for-each-ref': shape('format|sort|count|contains|merged|no-merged|points-at', 'x^'),
    'show-ref': shape('heads|tags|head|verify|quiet|hash|abbrev', '-[dqs]'),
    'diff-tree': shape(DIFF, '-[rptzsM]+'),
    'check-ignore': shape('verbose|non-matching|quiet', '-[vqn]+'),
    describe: shape('tags|all|long|always|dirty|abbrev|match|exclude|exact-match|contains', 'x^'),
    'count-objects': shape('verbose|human-readable', '-[vH]+'),
    grep: shape('line-number|count|files-with-matches|ignore-case|word-regexp|extended-regexp|fixed-strings|perl-regexp|name-only|cached|untracked|heading|break|show-function|and|or|not|max-depth|max-count|color|no-color|context|after-context|before-context', '-[nilLcwEFPvhHIo]+|-[ABCem].*|-\\d+'),
};
const GIT_NAME = /^[^-]\S*$/;
const COUNT = /^-\d+$/;
/** Verbs that also write: they read with exactly these words. */
const FORMS = {
    tag: [
        [],
        [/^(-l|--list)$/],
        [/^(-l|--list)$/, GIT_NAME],
        [/^(-n\d*|--sort=\S+|--(contains|points-at)=\S+)$/],
        [/^--(contains|points-at)$/, GIT_NAME],
    ],
    remote: [[], [/^(-v|show)$/], [/^get-url$/, GIT_NAME]],
    stash: [
        [/^(list|show)$/],
        [/^show$/, /^(-p|--stat|stash@\{?\d+\}?)$/],
        [/^show$/, /^(-p|--stat)$/, /^stash@\{?\d+\}?$/],
    ],
    worktree: [[/^list$/], [/^list$/, /^--porcelain$/]],
    reflog: [
        [],
        [/^(show|-n\d+|-\d+)$/],
        [/^-n$/, /^\d+$/],
        [/^show$/, GIT_NAME],
        [/^show$/, COUNT],
        [/^show$/, GIT_NAME, COUNT],
    ],
    config: [[/^(--list|-l|list)$/], [/^[\w-]+\.[\w.-]+$/], [/^(--get|--get-all|get)$/, /^[\w-]+\.[\w.-]+$/]],
    'symbolic-ref': [[/^HEAD$/], [/^--short$/, /^HEAD$/]],
};
/** Without a name `git branch` lists, whatever else it is told by these. */
const BRANCH = /^(--show-current|-[arv]+|--(all|remotes|verbose|list|no-color|column)|--(sort|format|contains|merged|no-merged|points-at)=\S+)$/;
/**
 * Whether a git command only reads, and nothing that the repository itself says makes git run a program: an agent can
 * write `.git/config`, hooks and attributes while the gates are open. Only in the root of the workflow's own repository:
 * any other could be made, or changed, between this look and git's own, by what runs in the sandbox at the same time.
 */
function gitReadsOnly(around, words, cwd, roots) {
    const args = words.slice(1);
    let from = cwd;
    while (args[0] === '--no-pager' || args[0] === '-C') {
        if (args.shift() === '-C')
            from = absolute(from, args.shift() ?? '');
    }
    const [verb = '', ...rest] = args;
    const options = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
    const forms = Object.hasOwn(FORMS, verb) ? FORMS[verb] : undefined;
    const reads = verb === 'branch'
        ? rest.every((word) => BRANCH.test(word))
        : options !== undefined
            ? // Also behind `--`, which is no end where it is the value of an option: `git grep -e -- -Ocommand`.
                rest.every((word) => !word.startsWith('-') || options.test(word))
            : forms !== undefined && isForm(forms, rest);
    if (!reads || !roots.includes(from) || around.look.entry(`${from}/.git`) === undefined)
        return false;
    return repositoryRunsNothing(around, from, roots);
}
/** The same command as a line that can be pasted: it runs in the sandbox. */
function readyLine(run, command, plain) {
    const only = plain?.length === 1 ? plain[0] : undefined;
    // With a pattern, or words that mean something to the shell itself, a shell has to read it.
    const direct = only !== undefined &&
        only.patterns.size === 0 &&
        !NEEDS_SHELL.test(only.words[0] ?? '') &&
        !/[<>]/.test(command);
    const words = direct ? only.words : ['bash', '-c', trimmed(command)];
    return [...run, ...words].map(quoted).join(' ');
}
const NEEDS_SHELL = /^(cd|export|source|\.|eval|exec|set|unset|alias|trap|type|command|builtin|read|declare|local|ulimit|umask|wait|jobs|if|for|while|until|case|function|time|!|test|\[\[?|pushd|popd|echo|printf|shopt|let|enable|hash|mapfile)$/;
function quoted(word) {
    return /^[A-Za-z0-9_./:=@,+%-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
/**
 * What becomes of a shell command where a sandbox works. A refusal holds the line that may run. With open gates a plain
 * command that does not name the state is not refused: it runs, in the sandbox, where it cannot change the state.
 */
function judgeShell(around, call, states) {
    const { command } = call;
    const roots = states.map(({ root }) => root);
    const lines = call.foreign ? undefined : plainLine(command);
    const finish = states.find((state) => state.finish !== null);
    const shut = states.find((state) => state.write !== null) ?? finish;
    if (lines !== undefined && states.every(({ phase }) => phase === DONE) && !namesState(command))
        return null;
    if (lines !== undefined) {
        const kinds = kindsOf(around, lines, call, roots, shut === undefined);
        const refused = kinds.find((kind) => kind.startsWith('!'));
        if (refused !== undefined)
            return `${refused.slice(1)}: ${STATE_IS_OURS}`;
        if (kinds.every((kind) => kind === 'reads' || kind === 'own'))
            return null;
        if (kinds.every((kind) => kind !== 'unknown') && !(call.background && kinds.includes('finishes'))) {
            const away = standsElsewhere(around.look, call.start, states);
            if (away === undefined || !kinds.includes('sandboxed'))
                return null;
            return `the workflow runs in ${away}: go there first (\`cd ${away}\`), so that the sandbox of its phase applies`;
        }
    }
    const finishing = finishingCommand(command);
    if (finish?.finish && finishing !== undefined)
        return `${finishing}: ${finish.finish}`;
    const away = standsElsewhere(around.look, call.start, states);
    const ready = readyLine(runWords(around, roots), command, lines);
    if (lines !== undefined && shut === undefined && away === undefined && !namesState(command))
        return { instead: ready };
    const how = away === undefined ? `\n\n${ready}` : `\n\ncd ${away}\n${ready}`;
    const why = shut?.write ?? shut?.finish;
    const what = namesState(command)
        ? `a command that names the workflow state: ${STATE_IS_OURS}`
        : why === undefined || why === null
            ? 'while a workflow runs, commands that are not plain run where they cannot change its state'
            : `not plainly reading: ${why}`;
    return `${what}. Run it in the sandbox instead, as it is:${how}`;
}
const namesState = (command) => command.toLowerCase().includes(STATE_FOLDER);
/** Whether a command is nothing but plainly reading, which always passes. */
function readsPlainly(around, call, states) {
    const lines = plainLine(call.command);
    if (lines === undefined)
        return false;
    const roots = states.map(({ root }) => root);
    return kindsOf(around, lines, call, roots, false).every((kind) => kind === 'reads');
}
const FOLDERS_CAP = 8;
function kindsOf(around, lines, call, roots, open) {
    // A `cd` that fails leaves the next command where it was.
    let cwds = [call.start];
    return lines.map(({ words, patterns }) => {
        const [program = ''] = words;
        if (isSandboxRun(around, words, roots))
            return cwds.length === 1 ? 'sandboxed' : 'unknown';
        if (program === 'autodev' && isInstalled(around, 'node', roots))
            return ownCommand(words.slice(1));
        if (!isInstalled(around, program, roots))
            return 'unknown';
        if (program === 'cd') {
            const to = words[1] ?? around.home;
            // Each one doubles where the next may run: a line of thirty would take longer than a hook may.
            if (words.length > 2 || cwds.length >= FOLDERS_CAP || patterns.size > 0)
                return 'unknown';
            if (!/^[./]/.test(to) && around.isSteered('cd'))
                return 'unknown';
            cwds = [
                ...cwds,
                ...cwds.map((cwd) => (cwd === undefined || to.startsWith('-') ? undefined : absolute(cwd, to))),
            ];
            return 'reads';
        }
        if (program !== 'git') {
            if (readsOnly(words, patterns))
                return around.isSteered(program) ? 'unknown' : 'reads';
            return open && cwds.length === 1 && finishesPlainly(around, words, call.start, roots)
                ? 'finishes'
                : 'unknown';
        }
        if (patterns.has(-1))
            return 'unknown';
        if (readsOnly(words, patterns))
            return 'reads';
        if (cwds.every((cwd) => cwd !== undefined && gitReadsOnly(around, words, cwd, roots)))
            return 'reads';
        return open && cwds.every((cwd) => cwd !== undefined && finishesPlainly(around, words, cwd, roots))
            ? 'finishes'
            : 'unknown';
    });
}
/** The project to stand in, when `develop run` would not find every state from where the command starts. */
function standsElsewhere(look, start, states) {
    const here = look.real(start) ?? start;
    return states
        .map(({ root }) => look.real(root) ?? root)
        .find((root) => here !== root && !here.startsWith(`${root}/`));
}
/** The same inside a sandbox that holds the gates already: only what a refusal can say better than the system is said. */
function judgeInside(call, states) {
    const finish = states.find((state) => state.finish !== null)?.finish;
    const finishing = finishingCommand(call.command);
    if (finish && finishing !== undefined)
        return `${finishing}: ${finish}`;
    const lines = plainLine(call.command) ?? [];
    const forPeople = lines
        .filter(({ words }) => words[0] === 'autodev')
        .map(({ words }) => ownCommand(words.slice(1)))
        .find((kind) => kind.startsWith('!'));
    return forPeople === undefined ? null : `${forPeople.slice(1)}: ${STATE_IS_OURS}`;
}
/** The longest path a system takes; what is longer names no file. */
const PATH_CAP = 4_096;
const WORDS_CAP = 1_000;
/**
 * Tools of MCP servers: while a gate is closed only those that the config names, and in no phase one that is told of
 * the workflow's state. What a server says of a tool (its read-only annotation) does not reach a hook: Claude Code
 * 2.1.197 sends the tool's name, its arguments and the call's id.
 */
function judgeForeignTool(around, start, tool, args, states) {
    if (around.mcpTools().some((pattern) => matches(pattern, tool)))
        return null;
    const why = states.map((state) => state.write ?? state.finish).find((reason) => reason !== null);
    if (why === undefined) {
        const isDone = states.every(({ phase }) => phase === DONE);
        return !isDone && speaksOfState(around, start, args, states)
            ? `${tool} on ${STATE}: ${STATE_IS_OURS}`
            : null;
    }
    return `${tool}: ${why}. Tools of MCP servers run outside the sandbox; one that only reads can be named in \`develop.mcp_tools\` of autodev's config by a person`;
}
/** Whether anything it is given speaks of the state, or is the path of what belongs to it. */
function speaksOfState(around, start, args, states) {
    const left = [args];
    for (let seen = 0; left.length > 0; seen += 1) {
        // More than anybody gives a tool: it is not looked through for as long as that takes.
        if (seen > WORDS_CAP)
            return true;
        const value = left.pop();
        if (typeof value === 'object' && value !== null)
            left.push(...Object.values(value).slice(0, WORDS_CAP + 1));
        if (typeof value !== 'string')
            continue;
        if (value.toLowerCase().includes(STATE_FOLDER))
            return true;
        const isPath = value.length <= PATH_CAP && !value.includes('\n');
        if (isPath && protectedPlace(around, states, placeOf(around, start, value)) === STATE)
            return true;
    }
    return false;
}
function matches(pattern, tool) {
    const parts = pattern.split('*');
    if (parts.length === 1)
        return pattern === tool;
    let at = 0;
    for (const [k, part] of parts.entries()) {
        const found = k === parts.length - 1 ? Math.max(tool.length - part.length, at) : tool.indexOf(part, at);
        if (found === -1 || (k === 0 && found !== 0) || !tool.startsWith(part, found))
            return false;
        at = found + part.length;
    }
    return at === tool.length;
}
/** Commands in the text of a skill: Claude Code 2.1.197 runs them itself, past every hook and outside every sandbox. */
const RUNS = /(^|\s)!`|^```!/m;
/** Hooks that a skill brings with it. */
const HOOKS = /^---\n(?:.*\n){0,200}?hooks:/;
const NAME = /^(?:([\w.-]+):)?([\w.-]+)$/;
/**
 * A skill runs outside the sandbox what its text says. While a gate is closed only those pass whose text lies where no
 * agent can write, and runs nothing; with open gates those that are not seen to run something.
 */
function judgeSkill(around, given, states) {
    const said = [given['skill'], given['command'], given['name']].find((word) => typeof word === 'string') ?? '';
    const [, plugin, name = ''] = NAME.exec(String(said).replace(/^\//, '').trim()) ?? [];
    const texts = name === '' ? [] : textsOf(around, plugin, name, states);
    const why = states.map((state) => state.write ?? state.finish).find((reason) => reason !== null);
    if (texts.some((text) => RUNS.test(text) || HOOKS.test(text)))
        return `a skill whose text runs commands, which no gate would see${why ? `: ${why}` : ''}. Read its file and do what it says, step by step`;
    if (why === undefined || texts.length > 0)
        return null;
    return `a skill whose text was not found, and which could run commands: ${why}. Read its file and do what it says, step by step`;
}
function textsOf(around, plugin, name, states) {
    const { look, home, claudeHome, runFile } = around;
    const own = above(above(runFile));
    const folders = plugin === undefined
        ? [...states.map(({ root }) => `${root}/.claude`), claudeHome ?? `${home}/.claude`]
        : [...installedPlugins(look, claudeHome ?? `${home}/.claude`, plugin), ...pluginAt(look, own, plugin)];
    return folders
        .flatMap((folder) => [`${folder}/skills/${name}/SKILL.md`, `${folder}/commands/${name}.md`])
        .map((file) => (look.target(file)?.kind === 'file' ? look.text(file) : undefined))
        .filter((text) => typeof text === 'string');
}
/** Where Claude Code keeps a plugin, from its own list. */
function installedPlugins(look, claudeHome, plugin) {
    const text = look.text(`${claudeHome}/plugins/installed_plugins.json`);
    if (typeof text !== 'string')
        return [];
    try {
        const { plugins = {} } = JSON.parse(text);
        return Object.entries(plugins)
            .filter(([name]) => name.split('@')[0] === plugin)
            .flatMap(([, installed]) => (Array.isArray(installed) ? installed : [installed]))
            .map((one) => one?.installPath)
            .filter((path) => typeof path === 'string');
    }
    catch {
        return [];
    }
}
/** The plugin that this hook is of. */
function pluginAt(look, folder, plugin) {
    const text = look.text(`${folder}/.claude-plugin/plugin.json`);
    return typeof text === 'string' && text.includes(`"${plugin}"`) ? [folder] : [];
}
/** Tools by which Claude Code itself makes a worktree: a branch, files, and the repository's post-checkout hook. */
const WORKTREE_TOOLS = new Set(['Task', 'Agent', 'Workflow', 'EnterWorktree', 'ExitWorktree']);
/** Why a worktree may not be made, or taken away, by the session itself; null where none is asked for, or nothing is held. */
function judgeWorktree(around, tool, given, states) {
    if (!asksForWorktree(tool, given))
        return null;
    const why = states.map((state) => state.write ?? state.finish).find((reason) => reason !== null);
    if (why !== undefined)
        return `${tool} with a worktree of its own, which changes the repository: ${why}`;
    const roots = states.map(({ root }) => root);
    const isStill = roots.every((root) => repositoryHasNoHooks(around.look, root) && repositoryRunsNothing(around, root, roots));
    if (isStill)
        return null;
    return `${tool} with a worktree of its own: git would run the hooks or filters of this repository outside the sandbox. Use \`git worktree add\` instead`;
}
function asksForWorktree(tool, given) {
    if (tool === 'EnterWorktree' || tool === 'ExitWorktree')
        return true;
    // A workflow's script starts agents with options of its own; one in a file is not seen.
    if (tool === 'Workflow')
        return typeof given['script'] !== 'string' || given['script'].includes('isolation');
    return given['isolation'] !== undefined;
}
const FILE_TOOLS = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);
/** Tools by which the text of a skill, and what it runs, comes into a session. */
const SKILL_TOOLS = new Set(['Skill', 'SlashCommand']);
/** Tools that change the session itself, or run what they are given outside every sandbox. */
const OUTSIDE_TOOLS = new Set(['Config', 'REPL']);
const SHELL_TOOLS = new Set(['Bash', 'PowerShell', 'Monitor']);
const COMMAND_CAP = 64 * 1024;
/** What Linux takes as one argument, and so as the command of a shell: a longer one could not run. */
const COMMAND_LENGTH_CAP = 128 * 1024;
/** The longest path a system takes. */
const TARGET_CAP = 4_096;
const LED_CAP = 64;
/** What becomes of a tool call. */
function decide(call, around, advisory) {
    const start = absolute(around.cwd, typeof call.cwd === 'string' && call.cwd !== '' ? call.cwd : '.');
    const tool = typeof call.tool_name === 'string' ? call.tool_name : '';
    const args = typeof call.tool_input === 'object' && call.tool_input !== null ? call.tool_input : {};
    const folders = new Set([start, around.look.real(start) ?? start]);
    if (around.project)
        folders.add(absolute(start, around.project));
    const command = SHELL_TOOLS.has(tool) && typeof args['command'] === 'string' ? args['command'] : undefined;
    const named = FILE_TOOLS.has(tool) ? [args['file_path'], args['notebook_path']] : [];
    const targets = named
        .filter((path) => typeof path === 'string' && path.length <= TARGET_CAP)
        .map((path) => placeOf(around, start, path));
    for (const target of targets)
        for (const place of [target, realPlace(around.look, target)])
            folders.add(above(place));
    if (command !== undefined)
        for (const place of ledTo(around, start, command))
            folders.add(place);
    const states = findStates(around.look, folders).map((path) => readState(around.look, path));
    if (states.length === 0)
        return null;
    if (command !== undefined) {
        const shell = {
            command,
            start,
            background: args['run_in_background'] === true,
            foreign: tool === 'PowerShell',
        };
        // Before the sandbox is looked for: the most frequent calls need none.
        if (!shell.foreign && readsPlainly(around, shell, states))
            return null;
        const here = around.sandbox(states);
        if (command.length > COMMAND_LENGTH_CAP && here !== 'inside')
            return `a command of ${command.length} characters, of which ${COMMAND_LENGTH_CAP} are read: put it into a file in parts, or run a script`;
        if (here === 'works' && !shell.foreign)
            return judgeShell(around, shell, states);
        if (here === 'inside')
            return judgeInside(shell, states);
        return advisory()(around, shell, states);
    }
    if (SHELL_TOOLS.has(tool))
        return closed(states, `${tool} without a command`);
    if (FILE_TOOLS.has(tool)) {
        if (named.some((path) => typeof path === 'string' && path.length > TARGET_CAP))
            return `${tool} with a path that is longer than a path can be`;
        return judgeFile(around, tool, targets, states);
    }
    if (SKILL_TOOLS.has(tool))
        return isDone(states) ? null : judgeSkill(around, args, states);
    if (WORKTREE_TOOLS.has(tool))
        return isDone(states) ? null : judgeWorktree(around, tool, args, states);
    if (OUTSIDE_TOOLS.has(tool))
        return closed(states, tool);
    if (tool.startsWith('mcp__'))
        return judgeForeignTool(around, start, tool, args, states);
    return tool === '' ? closed(states, 'a tool call without a name') : null;
}
const isDone = (states) => states.every(({ phase }) => phase === DONE);
function closed(states, what) {
    const why = states.map((state) => state.write ?? state.finish).find((reason) => reason !== null);
    return why === undefined ? null : `${what}: ${why}`;
}
function judgeFile(around, tool, targets, states) {
    for (const target of targets) {
        const what = protectedPlace(around, states, target);
        if (what !== undefined)
            return `${tool} on ${what}: ${STATE_IS_OURS}`;
    }
    const write = states.find((state) => state.write !== null)?.write;
    if (write)
        return `${targets.length === 0 ? `${tool} without a file` : `${tool} of ${targets[0]}`}: ${write}`;
    const finish = states.find((state) => state.finish !== null)?.finish;
    const gitOwn = targets.some((target) => [target, realPlace(around.look, target)].some((place) => GIT_OWN.test(place)));
    return finish && gitOwn ? `${tool} of git's own files, which can run commands: ${finish}` : null;
}
/** Folders that a command names: a workflow may run in one of them, though not here. */
function ledTo(around, start, command) {
    const found = [];
    if (!command.includes('/') && !command.includes('cd'))
        return found;
    const words = command.slice(0, COMMAND_CAP).split(/[\s'"=;&|<>()]+/);
    for (const [at, word] of words.entries()) {
        if (words[at - 1] !== 'cd' && !word.includes('/'))
            continue;
        // `host:path`, `PATH=a:b`.
        for (const path of new Set([word, word.slice(word.lastIndexOf(':') + 1)])) {
            if (path === '' || path.length > 1_000 || found.length >= LED_CAP)
                continue;
            const place = placeOf(around, start, path);
            const real = realPlace(around.look, place);
            for (const at of new Set([place, real]))
                found.push(around.look.target(at)?.kind === 'folder' ? at : above(at));
        }
    }
    return found;
}
/** Set in every sandbox of `develop run`; the daemon's sessions carry AUTODEV_RUN. */
const SANDBOX_MARK = 'AUTODEV_SANDBOX';
const KEPT_FILE = 'develop/gate.json';
/** Variables by which a program takes settings from a file, or another program, of somebody's choice. */
const STEERS = {
    git: /^GIT_(CONFIG(_GLOBAL|_SYSTEM|_COUNT|_PARAMETERS)?|DIR|COMMON_DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|EXEC_PATH|EXTERNAL_DIFF|TRACE\w*)$/,
    rg: /^RIPGREP_CONFIG_PATH$/,
    cd: /^CDPATH$/,
};
/** What surrounds a hook, or `develop run`, from its environment. */
function surroundings(look, env, cwd, runFile) {
    const home = env['HOME'] || '/';
    const autodevHome = env['AUTODEV_HOME'] ? absolute(cwd, env['AUTODEV_HOME']) : absolute(home, '.autodev');
    const around = {
        look,
        cwd,
        home,
        autodevHome,
        configHome: env['XDG_CONFIG_HOME']?.startsWith('/') ? env['XDG_CONFIG_HOME'] : absolute(home, '.config'),
        isSteered: (program) => {
            const steers = Object.hasOwn(STEERS, program) ? STEERS[program] : undefined;
            if (steers === undefined)
                return false;
            return Object.keys(env).some((name) => steers.test(name) && env[name] && env[name] !== '/dev/null');
        },
        claudeHome: env['CLAUDE_CONFIG_DIR'] ? absolute(cwd, env['CLAUDE_CONFIG_DIR']) : undefined,
        project: env['CLAUDE_PROJECT_DIR'],
        path: env['PATH'] ?? '',
        node: process.execPath,
        runFile,
        sandbox: (states) => {
            if ((env[SANDBOX_MARK] || env['AUTODEV_RUN']) && states.every((state) => isShutIn(look, state)))
                return states.every((state) => isHeldHere(look, state)) ? 'inside' : 'none';
            return kept(look, autodevHome).sandbox === false ||
                bubblewrap(around, states.map(({ root }) => root)) === undefined
                ? 'none'
                : 'works';
        },
        mcpTools: () => kept(look, autodevHome).mcp_tools ?? [],
    };
    return around;
}
function kept(look, autodevHome) {
    const text = look.entry(`${autodevHome}/${KEPT_FILE}`) === undefined ? '{}' : look.text(`${autodevHome}/${KEPT_FILE}`);
    try {
        const found = JSON.parse(typeof text === 'string' ? text : '{}');
        return {
            ...(typeof found['sandbox'] === 'boolean' ? { sandbox: found['sandbox'] } : {}),
            databases: found['databases'] === true,
            mcp_tools: listOf(found['mcp_tools']).filter((one) => typeof one === 'string'),
            loopback_ports: listOf(found['loopback_ports']).filter((one) => typeof one === 'number'),
        };
    }
    catch {
        return {};
    }
}
function listOf(value) {
    return Array.isArray(value) ? value : [];
}
/** Facts of the process, which no setting can pretend: no way to more rights, and the state or `.git` out of reach. */
function isShutIn(look, { root }) {
    const status = look.text('/proc/self/status');
    if (typeof status !== 'string' || !/^NoNewPrivs:\t1$/m.test(status))
        return false;
    return look.readOnly(`${root}/${STATE_FOLDER}`) || look.readOnly(`${root}/.git`);
}
/** Whether the sandbox around us closes everything that this state does. */
function isHeldHere(look, { root, write, finish }) {
    if (write !== null && !look.readOnly(root))
        return false;
    return finish === null || look.readOnly(`${root}/.git`);
}
// The gate of develop-workflow: Claude Code runs it before every tool call that may change something.
//
//   no .develop-workflow/state.json          -> silent: there is no workflow
//   allowed                                  -> silent, exit 0
//   allowed in the sandbox only              -> JSON `updatedInput` with the command that runs it there, exit 0
//   not allowed, or it cannot be decided     -> JSON `permissionDecision: "deny"` with the reason, exit 0
//
// Measured on the real CLI: exit 1, a crash, a missing script and a timeout do NOT block. So everything is
// caught here, and the `sh` line in hooks.json turns any other end of this process into exit 2.
// It must cost no more than starting Node: synchronous node:fs, and the reader of shell only where no sandbox works.
const REASON_CAP = 32_000;
/** Of the 60 that hooks.json gives it. */
const SECONDS = 20;
/** Answers the call on standard input. `folder` is where the hooks lie, `advisory` loads the reader of shell. */
function answerCall(folder, advisory) {
    const env = hookEnvironment();
    const cwd = standing(env['PWD'] || '/');
    let answer;
    let call;
    try {
        call = JSON.parse(readStandardInput());
        answer = decide(call, surroundings(inTime(lookUp, SECONDS), env, cwd, `${folder}/develop-run.cjs`), advisory);
    }
    catch (error) {
        const folders = [cwd, env['CLAUDE_PROJECT_DIR'], call?.cwd].filter((at) => typeof at === 'string' && at.startsWith('/'));
        if (findStates(lookUp, folders).length === 0)
            return;
        answer = `the gate could not decide (${error instanceof Error ? error.message : 'unknown error'}), so it stays closed`;
    }
    if (answer === null)
        return;
    const hookEventName = 'PreToolUse';
    // Without a decision of ours: whoever asks for permissions asks as before.
    const hookSpecificOutput = typeof answer === 'string'
        ? {
            hookEventName,
            permissionDecision: 'deny',
            permissionDecisionReason: `develop-workflow: ${cut(answer)}`,
        }
        : { hookEventName, updatedInput: { ...call?.tool_input, command: answer.instead } };
    writeStandardOutput(`${JSON.stringify({ hookSpecificOutput })}\n`);
}
/** A line that is cut would be another command. */
function cut(reason) {
    if (reason.length <= REASON_CAP)
        return reason.includes('\n') ? reason : `${reason}.`;
    return `${reason.slice(0, reason.indexOf('\n') === -1 ? REASON_CAP : reason.indexOf('\n'))} (the command is too long to be repeated here: put \`autodev develop run -- bash -c '…'\` around it)`;
}
answerCall(__dirname, () => require('./shell-reader.cjs').readShell);
(process.reallyExit || process.exit).call(process, 0);
