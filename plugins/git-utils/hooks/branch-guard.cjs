#!/usr/bin/env node
'use strict';
// PreToolUse: keeps an agent from committing or pushing to a protected branch by mistake, and from forcing a push.
// It guards against slips, not against evasion (the gates of develop-workflow do that), so it reads plain commands
// only and lets pass what it does not recognise.
const fs = require('node:fs');

/** Simple commands of a shell line, each as its words; quotes group, operators separate. */
function commandsOf(line) {
  const commands = [[]];
  let word;
  const end = () => {
    if (word !== undefined) commands[commands.length - 1].push(word);
    word = undefined;
  };
  for (let i = 0; i < line.length; i += 1) {
    const c = line[i];
    if (c === "'" || c === '"') {
      const close = line.indexOf(c, i + 1);
      word = (word || '') + line.slice(i + 1, close === -1 ? line.length : close);
      i = close === -1 ? line.length : close;
    } else if (c === '\\') {
      word = (word || '') + (line[i + 1] || '');
      i += 1;
    } else if (/\s/.test(c) && c !== '\n') end();
    else if (/[;&|\n()]/.test(c)) {
      end();
      commands.push([]);
    } else word = (word || '') + c;
  }
  end();
  return commands.filter((words) => words.length > 0);
}

/** `git` with its subcommand and arguments, and the folder it works in; undefined for anything else. */
function gitCall(words, cwd) {
  let at = 0;
  while (/^[A-Za-z_]\w*=/.test(words[at] || '') || /^(env|command|sudo|exec|nohup|time)$/.test(words[at] || '')) at += 1;
  if (!/(^|\/)git$/.test(words[at] || '')) return undefined;
  let folder = cwd;
  for (at += 1; at < words.length && words[at].startsWith('-'); at += 1) {
    if (words[at] === '-C') {
      at += 1;
      folder = (words[at] || '').startsWith('/') ? words[at] : `${folder}/${words[at]}`;
    } else if (words[at] === '-c') at += 1;
  }
  return { verb: words[at], args: words.slice(at + 1), folder };
}

function gitFolder(from) {
  for (let here = from.replace(/\/+$/, ''); ; here = here.slice(0, here.lastIndexOf('/'))) {
    const path = `${here}/.git`;
    const found = fs.lstatSync(path, { throwIfNoEntry: false });
    if (found && found.isDirectory()) return path;
    if (found && found.isFile()) return (/^gitdir: (.*)$/m.exec(fs.readFileSync(path, 'utf8')) || [])[1];
    if (here === '') return undefined;
  }
}

function branchIn(folder, ref) {
  try {
    return (/^ref: refs\/(?:heads|remotes\/origin)\/(.*)$/m.exec(fs.readFileSync(`${folder}/${ref}`, 'utf8')) || [])[1];
  } catch {
    return undefined;
  }
}

function refusal(command, cwd, env) {
  if (env.GIT_UTILS_PROTECTED === '') return undefined;
  let here = cwd;
  for (const words of commandsOf(command)) {
    if (words[0] === 'cd' && words[1]) here = words[1].startsWith('/') ? words[1] : `${here}/${words[1]}`;
    const call = gitCall(words, here);
    if (call === undefined || (call.verb !== 'commit' && call.verb !== 'push')) continue;
    const folder = gitFolder(call.folder);
    if (folder === undefined) continue;
    const named = (env.GIT_UTILS_PROTECTED || 'main,master').split(',').map((name) => name.trim());
    const fallback = env.GIT_UTILS_PROTECTED === undefined ? branchIn(folder, 'refs/remotes/origin/HEAD') : undefined;
    const guarded = new Set([...named, ...(fallback ? [fallback] : [])]);
    const branch = branchIn(folder, 'HEAD');
    if (call.verb === 'commit') {
      if (branch !== undefined && guarded.has(branch)) return `a commit on the protected branch ${branch}: begin a branch with \`git switch -c <name>\``;
      continue;
    }
    if (call.args.some((arg) => arg === '--force' || arg === '--mirror' || /^-[a-zA-Z]*f/.test(arg) || /^\+/.test(arg)))
      return 'a forced push: use --force-with-lease, or ask the user';
    const [, ...refspecs] = call.args.filter((arg) => !arg.startsWith('-'));
    const targets = refspecs.length === 0 ? [branch] : refspecs.map((spec) => (spec.includes(':') ? spec.slice(spec.lastIndexOf(':') + 1) : spec));
    const hit = targets.map((name) => (name === 'HEAD' ? branch : name || '').replace(/^refs\/heads\//, '')).find((name) => guarded.has(name));
    if (hit !== undefined) return `a push to the protected branch ${hit}: push a branch of its own and open a pull request`;
  }
  return undefined;
}

function main() {
  const input = JSON.parse(fs.readFileSync(0, 'utf8'));
  if (input.tool_name !== 'Bash' || typeof input.tool_input?.command !== 'string') return;
  const reason = refusal(input.tool_input.command, input.cwd || process.cwd(), process.env);
  if (reason === undefined) return;
  fs.writeSync(1, JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: `git-utils: ${reason}.` } }));
}

if (require.main === module) main();
else module.exports = { refusal };
