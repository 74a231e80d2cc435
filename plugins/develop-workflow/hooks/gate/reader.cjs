'use strict';
// Where no sandbox works: what a shell command does is read from its text, and the gate is advisory.
const fs = require('node:fs');
const { FOLDER, absolute, real } = require('./places.cjs');

const QUIET = { throwIfNoEntry: false };

/** Why a command may not run, or null. */
function readShell(around, call, states) {
  const start = call.start;
  const said = [];
  const folders = new Set([start]);
  const guarded = states.map((state) => state.path);
  const place = (path, from = start) => absolute(from, path.replace(/^~(?=\/|$)/, around.home));
  require('./shell.cjs').inspectCall(call.command, { start, home: around.home, path: around.path, folders, said, place, protects, powershell: call.foreign });
  return judge(said, states);

  /**
   * Whether a path is the workflow's state (or, with `above`, a folder that holds it), also by way of a link.
   * `matches` is given for a pattern of the shell: it compares one part of it with a name.
   */
  function protects(path, matches, above) {
    const evidence = `${around.autodevHome}/develop`;
    const within = (child, parent) => child === parent || child.startsWith(`${parent}/`);
    const lower = path.toLowerCase();
    if (lower.split('/').includes(FOLDER) || within(path, evidence)) return true;
    for (const state of guarded) {
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
    return guarded.some((state) => {
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

module.exports = { readShell };
