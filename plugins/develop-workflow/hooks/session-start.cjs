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
// SessionStart: tells a new, resumed or compacted session where the work stands. What the state file holds is
// data: it is printed as quoted text, cut and without control characters, and never handed to a shell.
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const data = (value, cap) => JSON.stringify(String(value).replace(HIDDEN, ' ').slice(0, cap));
function tellSession(folder) {
    try {
        const env = hookEnvironment();
        const around = surroundings(lookUp, env, standing(env['PWD'] || '/'), `${folder}/develop-run.cjs`);
        const folders = [around.cwd, around.project].filter((at) => typeof at === 'string' && at !== '');
        const paths = findStates(lookUp, folders);
        if (paths.length > 0)
            writeStandardOutput(`${paths.map((path) => describe(around, path)).join('\n')}\n`);
    }
    catch (error) {
        writeStandardOutput(`develop-workflow: the state could not be read (${error instanceof Error ? error.message : 'unknown error'}).\n`);
    }
}
function describe(around, path) {
    const seen = readState(lookUp, path);
    if (seen.broken !== undefined)
        return `develop-workflow: ${seen.broken}. Tell the user; \`autodev develop status\` says what is wrong.`;
    const text = lookUp.text(path);
    const state = JSON.parse(typeof text === 'string' ? text.replace(/^\uFEFF/, '') : '');
    const gates = ['review_clean_pass', 'architect_verified', 're_review_clean'].map((gate) => `${gate}=${state.gates[gate] === true}`);
    const checkpoints = Object.entries(typeof state.checkpoints === 'object' ? (state.checkpoints ?? {}) : {})
        .slice(0, 50)
        .map(([id, checkpoint]) => {
        const { status, iteration } = checkpoint ?? {};
        const attempt = status === 'in_progress' ? ` (attempt ${Number(iteration) || 0} of 3)` : '';
        return `${data(id, 40)} ${data(status, 12)}${attempt}`;
    });
    return [
        `develop-workflow: feature ${data(state.feature ?? '', 200)} is in phase ${seen.phase}.`,
        `Gates: ${gates.join(', ')}.`,
        ...(checkpoints.length > 0 ? [`Checkpoints: ${checkpoints.join(', ')}.`] : []),
        ...(seen.write ? [`Changing files is closed now: ${seen.write}.`] : []),
        ...(seen.finish ? [`Committing, pushing and gh pr are closed now: ${seen.finish}.`] : []),
        howCommandsRun(around, seen),
        'Go on with `autodev develop resume --continue`; the state is changed only by `autodev develop`, never by hand.',
    ].join('\n');
}
function howCommandsRun(around, state) {
    const run = runWords(around, [state.root]).map(quoted).join(' ');
    const told = {
        works: `Shell commands that do more than plainly read run in a sandbox: put \`${run}\` before the program (\`${run} npm test\`, \`${run} bash -c '<text>'\`).`,
        inside: 'This session runs in a sandbox that holds the gates.',
        none: 'No sandbox works here, so the gate is advisory: it reads commands, and a command that hides what it does may pass. Do not look for one.',
    };
    return told[around.sandbox([state])];
}
tellSession(__dirname);
(process.reallyExit || process.exit).call(process, 0);
