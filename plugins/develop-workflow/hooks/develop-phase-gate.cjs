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
// This runs on every tool call and must cost no more than starting Node: synchronous node:fs, nothing else. What a
// shell command does is known in gate/, one room per kind of program; a room is loaded when a command leads there.
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
const PHASES = ['DESIGN', 'REVIEW', 'IMPLEMENT', 'PR', 'MERGE', 'DONE'];
const GATES = ['review_clean_pass', 'architect_verified', 're_review_clean'];
const OPENED_BY = {
  review_clean_pass: 'autodev develop review',
  architect_verified: 'autodev develop verify',
  re_review_clean: 'autodev develop re-review',
};
const FILE_TOOLS = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);
const SHELL_TOOLS = new Set(['Bash', 'PowerShell', 'Monitor']);
// Programs that read whatever their arguments are, and verbs of git that do with these.
const LOOKS = /^(ls|cat|head|tail|wc|grep|egrep|fgrep|cd|pwd|echo|which|basename|dirname|stat|du|df|cut|tr|diff|cmp|jq|true|sleep)$/;
const GIT_LOOKS = /^git (status|diff|log|show|blame|rev-parse|ls-files)( (?!--)[^ ]+| --(short|porcelain|stat|oneline|cached|staged|name-only|name-status|graph|all|abbrev-ref|show-toplevel))*$/;

// ---- paths ----

// A thrown and caught error costs about a millisecond the first time, so absence is asked for, not caught.
const QUIET = { throwIfNoEntry: false };

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
    if (onlyLooks(args.command)) return null;
    // No workflow here, and nothing that leads elsewhere: the usual case, answered without reading the command.
    if (findStates(folders).length === 0 && !/\/|\bcd\b|pushd|chdir|-C|git-dir|work-tree|\$/.test(args.command)) return null;
    require('./gate/shell.cjs').inspectCall(args.command, { start, home, path: env.PATH || '', folders, said, place, protects });
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

  if (isShell) return judge(said, states);
  if (SHELL_TOOLS.has(tool)) return judge([{ kind: 'opaque', what: `${tool} without a command` }], states);
  if (FILE_TOOLS.has(tool)) {
    if (targets.some((target) => protects(target, null, false))) said.push({ kind: 'state', what: `${tool} on the workflow state` });
    said.push({ kind: 'write', what: targets.length === 0 ? `${tool} without a file` : `${tool} of ${targets[0]}` });
    return judge(said, states);
  }
  if (tool.startsWith('mcp__')) {
    const action = tool.slice(tool.lastIndexOf('__') + 2);
    if (targets.length > 0 && /(^|_)(write|edit|create|update|delete|remove|move|rename|patch|apply|insert|replace|save|append)(_|$)/i.test(action)) {
      if (targets.some((target) => protects(target, null, false))) said.push({ kind: 'state', what: `${tool} on the workflow state` });
      said.push({ kind: 'write', what: tool });
    }
    if (/(^|_)(push|commit|merge|pull_?request|pr)(_|$)/i.test(action) && !/^(get|list|search|read|view)/i.test(action)) said.push({ kind: 'finish', what: tool });
    return judge(said, states);
  }
  return tool === '' ? judge([{ kind: 'opaque', what: 'a tool call without a name' }], states) : null;

  /**
   * Whether a path is the workflow's state (or, with `above`, a folder that holds it), also by way of a link.
   * `matches` is given for a pattern of the shell: it compares one part of it with a name.
   */
  function protects(path, matches, above) {
    protects.states ||= findStates([start, ...(env.CLAUDE_PROJECT_DIR ? [absolute(start, env.CLAUDE_PROJECT_DIR)] : [])]);
    const evidence = `${env.AUTODEV_HOME ? absolute(start, env.AUTODEV_HOME) : place('~/.autodev')}/develop`;
    const within = (child, parent) => child === parent || child.startsWith(`${parent}/`);
    const lower = path.toLowerCase();
    if (lower.split('/').includes(FOLDER) || within(path, evidence)) return true;
    for (const state of protects.states) {
      const folder = state.slice(0, -'/state.json'.length);
      if (above && (within(folder, path) || within(real(folder), real(path)))) return true;
      if (matches === null) continue;
      const pattern = path.split('/');
      const wanted = state.split('/');
      const hits = pattern.length <= wanted.length && pattern.every((part, k) => matches(part, wanted[k]));
      if (hits && (above || pattern.length >= wanted.length - 1)) return true;
    }
    if (matches !== null) return false;
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

/**
 * Plainly written commands that only look, the greater part of a session: answered without reading shell. Quotes may
 * hide an operator, never make one, so every real command begins one of the pieces; a piece that begins with anything
 * but a plain word of the list is left to the reader.
 */
function onlyLooks(command) {
  if (command.length > 400 || !/^(?:[\w ./:=@,+%&|;-]|"[\w ./:=@,+%&|;'-]*"|'[\w ./:=@,+%&|;"-]*')+$/.test(command)) return false;
  const pieces = command.split(/ (?:&&|\|\|?|;) /);
  return pieces.length < 9 && pieces.every((piece) => !/[&|;]/.test(piece) && (LOOKS.test(piece.split(' ', 1)[0]) || GIT_LOOKS.test(piece)));
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

// Before the process's own work: the rooms of gate/ take what they need from here.
module.exports = { FOLDER, absolute, decide, findStates, present, readState, real };

if (require.main === module) {
  main();
  // Everything was written synchronously; leaving now saves Node a round of its event loop and its exit handlers.
  (process.reallyExit || process.exit).call(process, 0);
}
