#!/usr/bin/env node
'use strict';
// Made from src/gate by `node bin/hooks.mjs`. Do not edit.
const fs = require('node:fs');
const { dirname } = require('node:path');

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
const EXIT = {
    usage: 2,
    invalid_config: 3,
    invalid_input: 3,
    not_found: 4,
    forge_not_found: 4,
    gate_closed: 5,
    budget: 6,
    interrupted: 130,
};
class AutodevError extends Error {
    code;
    why;
    hint;
    data;
    constructor(code, message, details = {}) {
        super(message, details.cause === undefined ? undefined : { cause: details.cause });
        this.name = 'AutodevError';
        this.code = code;
        this.why = details.why;
        this.hint = details.hint;
        this.data = details.data;
    }
}
function isAutodevError(error, ...codes) {
    return error instanceof AutodevError && (codes.length === 0 || codes.includes(error.code));
}
/** The forge's answer about one thing, which others have nothing to do with; not an outage, a limit or our login. */
function isRefusal(error) {
    return isAutodevError(error, 'forge_forbidden', 'forge_not_found', 'forge_conflict', 'forge_rejected');
}
/** The exit code of the command line for any thrown value. Only this function knows the mapping. */
function exitCodeOf(error) {
    return error instanceof AutodevError ? (EXIT[error.code] ?? 1) : 1;
}
function messageOf(error) {
    return error instanceof Error ? error.message : String(error);
}
const CLOSE_ON_EXEC = 0o2000000;
const ACCESS = 0o3;
const READ_ONLY = 0;
/**
 * Closes the descriptors it is told, then becomes the program. `sh` alone knows no descriptor above 9; bash is ready in
 * 2 ms, perl with POSIX in 15. `-p`: it reads no file that the environment names.
 */
const CLOSERS = [
    ['bash', '-p', '-c', 'for fd in $0; do eval "exec $fd>&-"; done; exec "$@"'],
    ['perl', '-MPOSIX', '-e', 'POSIX::close($_) for split / /, shift; exec { $ARGV[0] } @ARGV; exit 127'],
];
/**
 * Descriptors that whoever started us left open, and that every program we start would have too: a folder among them
 * leads out of any sandbox. Node's own are closed when another program begins.
 */
function inherited(needed) {
    return lookUp
        .names('/proc/self/fd')
        .map(Number)
        .filter((fd) => {
        const info = fd > 2 ? lookUp.text(`/proc/self/fdinfo/${fd}`) : '';
        const flags = typeof info === 'string' ? /^flags:\s*([0-7]+)/m.exec(info)?.[1] : undefined;
        if (flags === undefined || (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) !== 0)
            return false;
        return !(needed.has(fd) && isInput(fd, Number.parseInt(flags, 8)));
    });
}
/** The descriptors that a command names as files: `diff <(a) <(b)` is started with `/dev/fd/63 /dev/fd/62`. */
function inputsOf(words) {
    const named = words.map((word) => /^\/(?:dev|proc\/self)\/fd\/([1-9]\d?)$/.exec(word)?.[1]);
    return new Set(named.filter((fd) => fd !== undefined).map(Number));
}
/** The reading end of a pipe without a name: nothing can be reached by it but what somebody writes there. */
function isInput(fd, flags) {
    return (flags & ACCESS) === READ_ONLY && lookUp.link(`/proc/self/fd/${fd}`)?.startsWith('pipe:[') === true;
}
const NO_FDS = new Set();
/**
 * The same command with nothing open but its standard streams, and of the descriptors that it needs those that only
 * bring it something; in nearly every case that is the command itself.
 */
function withoutInherited(given, path, needed = NO_FDS) {
    const open = inherited(needed);
    if (open.length === 0)
        return given;
    for (const [name, ...words] of CLOSERS) {
        const folder = path.split(':').find((each) => lookUp.target(`${each}/${name}`)?.kind === 'file');
        if (folder === undefined)
            continue;
        const args = [...words, open.join(' '), given.command, ...given.args];
        return { ...given, command: `${folder}/${name}`, args };
    }
    throw new AutodevError('gate_closed', 'descriptors that were left open to autodev would be open in a sandbox', {
        why: `descriptors ${open.join(', ')}, and neither perl nor bash is here to close them`,
        hint: 'start autodev without them',
    });
}
/**
 * Becomes another program, with this process's streams, terminal and place in the tree of processes. Resolves to its
 * exit code where Node (before 23.11) cannot become one and has to wait for it.
 */
async function replaceProcess(file, args, env) {
    const given = Object.fromEntries(Object.entries(env).filter((entry) => entry[1] !== undefined));
    const { execve } = process;
    if (execve !== undefined)
        return execve.call(process, file, args, given);
    const { spawn } = await import('node:child_process');
    const child = spawn(file, args.slice(1), { argv0: args[0], env: given, stdio: 'inherit' });
    for (const name of ['SIGTERM', 'SIGHUP', 'SIGUSR2'])
        process.on(name, () => void child.kill(name));
    // A terminal tells the program itself.
    process.on('SIGINT', () => (process.stdin.isTTY ? undefined : child.kill('SIGINT')));
    return new Promise((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGKILL' ? 137 : 143)));
    });
}
/** Makes a file where none is, if it can be made. */
function makeFileNow(path, text) {
    try {
        fs.writeFileSync(path, text, { flag: 'wx', mode: 0o644 });
    }
    catch {
        // Where it cannot be made, nobody in the sandbox can either.
    }
}
/** Makes a folder, if it can be made. */
function makeFolderNow(path, mode) {
    try {
        fs.mkdirSync(path, { recursive: true, mode });
    }
    catch {
        // Where it cannot be made, nobody in the sandbox can either.
    }
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
const depth = (path) => (path === '/' ? 0 : path.split('/').length);
/** Whether `path` is the folder itself or lies in it. */
function within(folder, path) {
    return path === folder || folder === '/' || path.startsWith(`${folder}/`);
}
/** The mount that decides what is seen at `path`: the deepest above it, of two at one place the later. */
function deciding(mounts, path) {
    let found;
    for (const mount of mounts) {
        if (within(mount.at, path) && (found === undefined || depth(mount.at) >= depth(found.at)))
            found = mount;
    }
    return found;
}
/** Whether what is outside at `path` is not to be seen. */
function covered(mounts, path) {
    const mount = deciding(mounts, path);
    return mount !== undefined && (mount.kind === 'empty' || ('from' in mount && mount.from !== undefined));
}
/**
 * The same mounts as arguments of bubblewrap. The order they were thought of does not matter: what lies deeper is
 * mounted later, so that a worktree inside a hidden folder inside a hidden home is there.
 */
function mountArgs(mounts) {
    const last = new Map(mounts.map((mount) => [mount.at, mount]));
    const sorted = [...last.values()].sort((a, b) => depth(a.at) - depth(b.at));
    const sealed = sorted.filter(({ kind }) => kind === 'empty').map(({ at }) => at);
    return [...sorted.flatMap(argsOf), ...sealed.flatMap((at) => ['--remount-ro', at])];
}
function argsOf(mount) {
    const { at, kind } = mount;
    switch (kind) {
        case 'read':
            return ['--ro-bind-try', mount.from ?? at, at];
        case 'write':
            return ['--bind-try', mount.from ?? at, at];
        case 'empty':
            return ['--tmpfs', at];
        case 'void':
            return ['--ro-bind', '/dev/null', at];
        case 'link':
            return ['--dir', dirname(at), '--symlink', mount.to, at];
    }
    return kind;
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
/** Where databases listen: PostgreSQL, MySQL, Redis, MongoDB, SQL Server, memcached. */
const DATABASE_PORTS = new Set([5432, 5433, 3306, 6379, 27017, 1433, 11211]);
const ANY_OR_LOOPBACK = /^(0{8}|0100007F|0{32}|0{24}01000000)$/;
const LISTENS = '0A';
/** What lies there while a database, or something that offers one, runs. Asking the kernel who listens takes 10 ms. */
const RUNNING = [
    '/run/postgresql',
    '/run/mysqld',
    '/run/redis',
    '/run/mongodb',
    '/run/memcached',
    '/run/docker',
    '/run/containerd',
];
function mayHaveDatabases(look) {
    return (RUNNING.some((folder) => look.names(folder).length > 0) ||
        look.entry('/tmp/mongodb-27017.sock') !== undefined);
}
/**
 * Services of this machine that a command without network still reaches: databases that run as a user of their own,
 * which can write no more of the project than any stranger, and the ports that a person has named.
 */
function loopbackPorts(look, uid, named) {
    const found = new Set();
    for (const file of ['/proc/net/tcp', '/proc/net/tcp6']) {
        const table = look.text(file);
        for (const line of typeof table === 'string' ? table.split('\n').slice(1) : []) {
            const [, local = '', , state, , , , owner] = line.trim().split(/\s+/);
            const [address = '', hex = ''] = local.split(':');
            const port = Number.parseInt(hex, 16);
            if (state !== LISTENS || !ANY_OR_LOOPBACK.test(address))
                continue;
            if (named.includes(port) || (DATABASE_PORTS.has(port) && Number(owner) !== uid))
                found.add(port);
        }
    }
    return [...found].slice(0, 16);
}
const STEERING_FILES = [
    '.gitconfig',
    '.npmrc',
    '.ripgreprc',
    '.bashrc',
    '.bash_aliases',
    '.profile',
    '.zshenv',
];
const GPG_FILES = ['.gnupg/gpg.conf', '.gnupg/gpg-agent.conf'];
const ZSH_FILES = ['.zshrc', '.zprofile', '.zlogin'];
/**
 * What steers later commands is read-only inside, but only what is there: an agent could put the rest into a home that
 * is open now, and it would run outside, before a plain command, when a gate is closed again.
 */
function makeSteering({ home, configHome, look }, shell) {
    if (home === '/' || look.target(home)?.kind !== 'folder')
        return;
    const isMissing = (name) => look.entry(absolute(home, name)) === undefined;
    makeFolderNow(absolute(home, '.claude'), 0o755);
    makeFolderNow(absolute(home, '.ssh'), 0o700);
    for (const name of ['git', 'gh', ...(shell.endsWith('fish') ? ['fish'] : [])])
        makeFolderNow(absolute(configHome, name), 0o755);
    // Of its three files a login of bash reads the first that is there: a new first one leads to the one read until now.
    const login = isMissing('.bash_login') ? '.profile' : '.bash_login';
    if (isMissing('.bash_profile'))
        makeFileNow(absolute(home, '.bash_profile'), `. ~/${login}\n`);
    if (isMissing('.claude.json'))
        makeFileNow(absolute(home, '.claude.json'), '{}\n');
    const gpg = look.target(absolute(home, '.gnupg'))?.kind === 'folder' ? GPG_FILES : [];
    for (const name of [...STEERING_FILES, ...gpg, ...(shell.endsWith('zsh') ? ZSH_FILES : [])])
        if (isMissing(name))
            makeFileNow(absolute(home, name), '');
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
/** What Claude Code 2.1.197 puts around a command before it hands the text to the shell prefix. */
const AROUND = /^(?:source \S+ 2>\/dev\/null \|\| true && )?(?:shopt -u extglob 2>\/dev\/null \|\| true && )?eval '([^']*)'(?: < \/dev\/null)? && pwd -P >\| \S+$/;
/**
 * autodev's own command, where that is all of what is to run: it keeps the state and the gates, which nothing in a
 * sandbox may write. The hook lets the same commands run as they are; only these words run, nothing else of the text.
 */
function ownWords(around, words, roots) {
    const [program, option, text = ''] = words;
    const isText = program === 'bash' && option === '-c' && words.length === 3;
    const own = isText ? onlyCommand(AROUND.exec(text)?.[1] ?? text) : words;
    if (own?.[0] !== 'autodev' || ownCommand(own.slice(1)) !== 'own')
        return undefined;
    const installed = ['autodev', 'node'].every((name) => installedProgram(around, name, roots) !== undefined);
    return installed ? own : undefined;
}
function onlyCommand(text) {
    const [only, ...more] = plainLine(text) ?? [];
    return more.length === 0 && only?.patterns.size === 0 ? only.words : undefined;
}
/** Signals that a program may answer, or that end it. */
const SIGNALS = ['INT', 'QUIT', 'TERM', 'HUP', 'USR1', 'USR2'];
/**
 * Starts what encloses the program and passes on to the program alone what is sent to this process alone. A signal to
 * the whole group must not end what encloses the program before the program has answered it, so that ignores them. A
 * terminal's own signals have reached the program already.
 */
const SUPERVISE = `
t=$1 d=$2 n=$3; shift 3
if [ -n "$d" ]; then
  # A folder of the path may be the project's.
  umask 077; command -p mkdir "$d" && command -p mkfifo "$d/up" || exit 2
  set -f; "$1" "$2" outside "$d" $n > "$d/up" 2>/dev/null < /dev/null & o=$!
  read -r x < "$d/up"; shift 2; set +f
  trap 'kill $o; command -p rm -rf "$d"' EXIT
fi
c= early=
# Before the program begins: it may tell whoever waits for it that it is ready, and be sent a signal at once.
pass() {
  [ -n "$c" ] || { early="$early $1"; return; }
  { read -r k x < "/proc/$c/task/$c/children"; read -r k x < "/proc/$k/task/$k/children"; kill "-$1" "$k"; } 2>/dev/null
}
for s in TERM HUP USR1 USR2; do trap "pass $s" "$s"; done
for s in INT QUIT; do [ $t = 1 ] && trap : "$s" || trap "pass $s" "$s"; done
exec 3<&0
(trap '' ${SIGNALS.join(' ')}; exec "$@" <&3 3<&-) &
c=$!
exec 3<&-
for s in $early; do pass "$s"; done
while :; do
  wait "$c"; r=$?
  kill -0 "$c" 2>/dev/null && continue
  # A signal may have ended the waiting just when the program ended: then its own exit code is still to be had.
  wait "$c" 2>/dev/null; s=$?
  [ "$s" = 127 ] && exit "$r"
  exit "$s"
done
`;
/** The command line of a shell that watches over `enclosed`. */
function supervised(enclosed, terminal, loopback) {
    const way = loopback === undefined ? ['', ''] : [loopback.folder, loopback.ports.join(' ')];
    return [
        'sh',
        '-c',
        SUPERVISE,
        'autodev-develop-run',
        terminal ? '1' : '0',
        ...way,
        ...(loopback?.program ?? []),
        ...enclosed,
    ];
}
/** The program with its signals as they are usually, inside what ignores them. */
function answering(words) {
    return ['/usr/bin/env', `--default-signal=${SIGNALS.join(',')}`, ...words];
}
const INSIDE = `d=$1 n=$2; set -f; mkfifo "$d/in"; "$3" "$4" inside "$d" $n > "$d/in" 2>/dev/null < /dev/null &
read -r x < "$d/in"; shift 4; exec "$@"`;
/** The program beside the inner half of that way. */
function withLoopback(words, { folder, ports, program }) {
    return ['sh', '-c', INSIDE, 'autodev-loopback', folder, ports.join(' '), ...program, ...words];
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
const SOCKETS_CAP = 500;
/** Sockets of services outside (tmux, docker, a debugger) that have a name in the file system. */
function listeningSockets(look) {
    const table = look.text('/proc/net/unix');
    const found = new Set();
    for (const [, path = ''] of typeof table === 'string' ? table.matchAll(/ (\/[^\n]*)$/gm) : []) {
        if (found.size >= SOCKETS_CAP)
            break;
        if (look.target(path)?.kind === 'socket')
            found.add(realPlace(look, path));
    }
    return [...found];
}
/** While files may not be changed nothing can be finished either: what is there was not looked at yet. */
function openOf(states) {
    const write = states.every((state) => state.write === null);
    return { write, finish: write && states.every((state) => state.finish === null) };
}
/** What programs look for in /run: names of hosts, and all programs where the system is NixOS. */
const NEEDED = [
    '/run/systemd/resolve',
    '/run/resolvconf',
    '/run/current-system',
    '/run/wrappers',
    '/run/nscd',
];
/** Sockets of databases, which run as a user of their own. */
const DATABASES = ['/run/postgresql', '/run/mysqld', '/run/redis', '/run/mongodb'];
/** Where tools below a home keep what they can get again. */
const CACHES = [
    '.cache',
    '.npm',
    '.yarn/berry',
    '.bun/install/cache',
    '.cargo/registry',
    '.gradle/caches',
    '.m2/repository',
    'go/pkg/mod',
    '.local/share/pnpm/store',
    '.local/state',
    'Library/Caches',
];
/** What decides, from a home, what runs before or around every command. */
const STEERING = [
    '.bashrc',
    '.bash_profile',
    '.bash_login',
    '.bash_aliases',
    '.profile',
    '.zshrc',
    '.zshenv',
    '.zprofile',
    '.zlogin',
    '.gitconfig',
    '.npmrc',
    '.ripgreprc',
    '.ssh',
    '.gnupg/gpg.conf',
    '.gnupg/gpg-agent.conf',
    '.claude',
    '.claude.json',
];
/** The same from where programs keep their settings. */
const CONFIGS = ['git', 'gh', 'fish'];
const KNOWN_HOSTS = '.ssh/known_hosts';
/**
 * The file system of a command while a workflow runs: everything can be read as outside; what may be written is what
 * the phase leaves open, never the workflow's state, the program's own folder or what steers the session. `agent`
 * sockets (ssh, gpg) stay where finishing is open; every other socket of a service outside is gone, because a service
 * would do outside what cannot be done here.
 */
function commandView(around, states, given) {
    const { look, home, configHome, autodevHome, claudeHome, runFile, node } = around;
    const open = openOf(states);
    const mounts = [];
    const places = new Map();
    const real = (path) => {
        const known = places.get(path) ?? realPlace(look, path);
        places.set(path, known);
        return known;
    };
    const there = (path) => look.target(path) !== undefined;
    const write = (path) => mounts.push({ at: real(path), kind: 'write' });
    const read = (path) => there(path) && mounts.push({ at: real(path), kind: 'read' });
    const roots = [...new Set(states.map(({ root }) => real(root)))];
    for (const place of ['/tmp', '/var/tmp', ...(given.tmpdir?.startsWith('/') ? [given.tmpdir] : [])])
        if (there(place))
            write(place);
    if (there('/run'))
        mounts.push({ at: '/run', kind: 'empty' });
    for (const place of NEEDED)
        read(place);
    for (const place of DATABASES)
        if (look.target(place)?.uid !== given.uid)
            read(place);
    for (const socket of given.agents)
        if (open.finish && there(socket))
            mounts.push({ at: real(socket), kind: 'read' });
    if (open.finish && home !== '/' && there(home))
        write(home);
    else
        for (const place of CACHES)
            if (there(absolute(home, place)))
                write(absolute(home, place));
    mounts.push({ at: real(autodevHome), kind: 'empty' });
    for (const root of roots)
        mounts.push({ at: root, kind: open.write ? 'write' : 'read' });
    // What lies in the project may be a link that an agent made: it must not bring back what is hidden.
    const hold = (path) => deciding(mounts, real(path))?.kind !== 'empty' && read(path);
    for (const root of roots) {
        const git = gitPlaces(look, root);
        for (const place of git.isWorktree ? [git.own, git.elsewhere] : [git.own])
            if (place !== undefined)
                mounts.push({ at: real(place), kind: open.finish ? 'write' : 'read' });
        if (!open.finish)
            for (const place of [git.elsewhere, ...localRemotes(look, root)])
                if (place)
                    hold(place);
        for (const name of ['.claude', '.mcp.json'])
            hold(`${root}/${name}`);
    }
    for (const state of states) {
        hold(`${state.root}/${STATE_FOLDER}`);
        hold(state.path);
    }
    for (const place of STEERING)
        read(absolute(home, place));
    for (const place of CONFIGS)
        read(absolute(configHome, place));
    // Which hosts are known decides nothing about what runs.
    if (open.finish && there(absolute(home, KNOWN_HOSTS)))
        write(absolute(home, KNOWN_HOSTS));
    // A folder that holds the home or the project cannot be closed as a whole.
    if (claudeHome !== undefined && ![home, ...roots].some((place) => inside(real(claudeHome), real(place))))
        read(claudeHome);
    for (const place of [
        above(above(runFile)),
        node,
        ...programFolders(around, roots),
        ...installation(around),
    ])
        if (!roots.includes(real(place)))
            read(place);
    const kept = new Set(given.agents.map(real));
    for (const socket of listeningSockets(look))
        if (!(open.finish && kept.has(socket)) && isSeen(mounts, socket))
            mounts.push({ at: socket, kind: 'void' });
    return [...mounts.filter(({ at }) => at !== '/'), ...fastened(mounts)];
}
/** The program itself, where it is installed as a package: its files decide about the gate. */
function installation({ look, runFile }) {
    const root = absolute(runFile, '../../../..');
    return look.target(`${root}/bin/autodev.mjs`) === undefined ? [] : [root];
}
function isSeen(mounts, path) {
    const mount = deciding(mounts, path);
    return mount === undefined || mount.kind !== 'empty' || mount.at === path;
}
/**
 * The folders above what must stay where it is, each as a mount of its own: a folder that is a mount cannot be renamed,
 * but one that only holds a mount can be moved away with it, and another put in its place.
 */
function fastened(mounts) {
    const added = new Map();
    for (const { at } of mounts) {
        for (let folder = above(at); folder !== '/'; folder = above(folder)) {
            const mount = deciding(mounts, folder);
            if (mount?.kind === 'write' && mount.at !== folder && within(mount.at, folder))
                added.set(folder, { at: folder, kind: 'write' });
        }
    }
    return [...added.values()];
}
/** Nothing inside may make namespaces of its own: in one it could mount the root anew, and writable. */
const WALLS = [
    '--unshare-user',
    '--disable-userns',
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-cgroup-try',
    '--cap-drop',
    'ALL',
    '--die-with-parent',
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
];
/**
 * Read-only as a whole: bubblewrap leaves /proc/sys writable to root, who could name in core_pattern a program that
 * the kernel runs outside. Where parts of /proc are hidden from us, the kernel refuses a new one: then ours stays, read-only. What lies behind
 * the processes in it cannot be reached from a user namespace of its own.
 */
function walls(look) {
    const mounts = look.text('/proc/self/mountinfo');
    const hidden = typeof mounts === 'string' && / \/proc\/(?!sys\/fs\/binfmt_misc)\S+ /.test(mounts);
    return [
        ...WALLS,
        ...(hidden ? ['--ro-bind', '/proc', '/proc'] : ['--proc', '/proc']),
        '--remount-ro',
        '/proc',
    ];
}
const NOT_FOUND = 127;
/** `autodev develop run -- <program> <args…>`: becomes that command. Gives an exit code when it cannot. */
async function developRun(words, runFile) {
    const env = hookEnvironment();
    const around = surroundings(lookUp, env, standing(env['PWD'] || '/'), runFile);
    const found = findStates(lookUp, [realPlace(lookUp, around.cwd)], true);
    const states = found.map((path) => readState(lookUp, path));
    const here = states.length === 0 ? 'inside' : around.sandbox(states);
    const roots = states.map(({ root }) => root);
    const bwrap = here === 'works' ? bubblewrap(around, roots) : undefined;
    if (bwrap === undefined) {
        // No workflow, or a sandbox around us that holds its gates: nothing to add.
        if (here !== 'inside')
            writeStandardError('autodev: no sandbox works here; the command runs as it is, and the gate is advisory\n');
        return become(around, words, env);
    }
    const own = ownWords(around, words, roots);
    if (own !== undefined)
        return become(around, own, env);
    const terminal = hasTerminal();
    const loopback = openOf(states).finish ? undefined : loopbackWay(around);
    const program = loopback === undefined ? answering(words) : withLoopback(answering(words), loopback);
    const enclosed = [bwrap, ...sandboxArgs(around, states, env, terminal), '--', ...program];
    // By this the program finds what is to end when a gate closes.
    const mark = realPlace(lookUp, states[0]?.root ?? '/');
    const [name = '', ...args] = supervised(enclosed, terminal, loopback);
    const watched = withoutInherited({ command: `/bin/${name}`, args }, trustedFolders(around, roots).join(':'), inputsOf(words));
    return replaceProcess(watched.command, [watched.command, ...watched.args], {
        ...env,
        [SANDBOX_MARK]: mark,
    });
}
function sandboxArgs(around, states, env, terminal) {
    // What is not there could be made inside.
    makeFolderNow(around.autodevHome, 0o700);
    const open = openOf(states);
    if (open.write)
        for (const { root } of states)
            makeFolderNow(`${root}/.claude`, 0o755);
    if (around.claudeHome !== undefined)
        makeFolderNow(around.claudeHome, 0o700);
    if (open.finish) {
        makeSteering(around, env['SHELL'] ?? '');
        const roots = states.map(({ root }) => root);
        for (const folder of programFolders(around, roots))
            makeFolderNow(folder, 0o755);
    }
    const view = commandView(around, states, {
        uid: process.getuid?.() ?? 0,
        tmpdir: env['TMPDIR'],
        agents: [env['SSH_AUTH_SOCK'], env['GPG_AGENT_INFO']?.split(':')[0]].filter((path) => path !== undefined),
    });
    const isAgent = Boolean(env['CLAUDECODE'] || env['AUTODEV_RUN']);
    return [
        ...walls(lookUp),
        ...(open.finish ? [] : ['--unshare-net']),
        // A program with the terminal of a person could type into it.
        ...(isAgent && terminal ? ['--new-session'] : []),
        ...mountArgs(view),
        '--chdir',
        around.cwd,
    ];
}
/** The command itself, without anything around it. */
async function become(around, words, env) {
    const [command = ''] = words;
    const places = command.includes('/')
        ? [command]
        : around.path.split(':').map((folder) => `${folder}/${command}`);
    const file = places.find((place) => lookUp.target(place)?.kind === 'file');
    if (file !== undefined)
        return replaceProcess(file, words, env);
    writeStandardError(`autodev: ${command}: command not found\n`);
    return NOT_FOUND;
}
/** Whether this process can be interrupted from a terminal. */
function hasTerminal() {
    const stat = lookUp.text('/proc/self/stat');
    return typeof stat === 'string' && Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[4]) > 0;
}
/** Without network, databases of this machine are reached all the same; where none listens, nothing is made. */
function loopbackWay(around) {
    const { databases = false, loopback_ports: named = [] } = kept(lookUp, around.autodevHome);
    if (!databases && named.length === 0 && !mayHaveDatabases(lookUp))
        return undefined;
    const ports = loopbackPorts(lookUp, process.getuid?.() ?? 0, named);
    if (ports.length === 0)
        return undefined;
    const file = absolute(around.runFile, '../loopback.cjs');
    return { folder: `/tmp/autodev-loopback-${process.pid}`, ports, program: [process.execPath, file] };
}
developRun(process.argv.slice(process.argv.indexOf('--') + 1), __filename).then(
  (code) => (process.reallyExit || process.exit).call(process, code),
  (error) => {
    writeStandardError(`autodev: the command did not run: ${error.message}\n`);
    (process.reallyExit || process.exit).call(process, 2);
  },
);
