'use strict';
// Tools of MCP servers: nobody tells what they do but their name and the names of their arguments.

const READS = /^(get|list|search|read|view|fetch|find|describe|show|compare|check|count|download|diff|log|status|query|tree|stat|info|exists|lookup|grep|glob)$/;
const WRITES = /^(write|edit|create|update|delete|remove|move|rename|patch|apply|insert|replace|save|append|put|upload|copy|modify|overwrite|truncate|mkdir|make|touch|format|fix|refactor|checkout|reset|restore|stash|clean)$/;
const FINISHES = /^(push|commit|commits|merge|pr|rebase|revert|cherrypick)$/;
const FILES = /^(file|files|directory|folder|dir|symbol|line|lines|text|notebook|cell|content|code|path|worktree|checkout)$/;
const RUNS = /^(run|exec|execute|eval|evaluate|shell|bash|terminal|command|process|spawn|invoke|script)$/;
const PATH_KEY = /path|file|uri|folder|director|destination|target|source/i;
const FORGE = /git(hub|lab|ea)|bitbucket|forge/i;
const LOCAL_SHELL_KEYS = ['command', 'cmd', 'script', 'shell_command'];
const DEPTH_CAP = 4;
const PATHS_CAP = 200;

/** What a tool says about itself: `said` for the gates, the paths it names and the commands it would run. */
function inspectTool(tool, args) {
  const [, server = '', ...rest] = tool.split('__');
  const action = rest.join('_').replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase().replace(/pull_?request(s)?/g, 'pr').replace(/cherry_?pick/g, 'cherrypick');
  const parts = action.split(/[^a-z0-9]+/);
  const has = (pattern) => parts.some((part) => pattern.test(part));
  const said = [];
  const paths = pathsIn(args);
  const changes = has(WRITES);
  const reads = has(READS) && !changes;
  if (changes && (paths.length > 0 || has(FILES)) && !/^(issue|comment|label)s?$/.test(parts.at(-1))) {
    said.push({ kind: 'write', what: tool });
    if (FORGE.test(server) && has(FILES)) said.push({ kind: 'finish', what: `${tool}, which commits` });
  }
  if (has(FINISHES) && !reads) said.push({ kind: 'finish', what: tool });
  const commands = LOCAL_SHELL_KEYS.map((key) => args[key]).filter((value) => typeof value === 'string');
  // What a page runs stays in the browser.
  if (commands.length === 0 && has(RUNS) && !/browser|page/.test(action) && ['code', 'expression', 'function', 'source', 'input', 'args'].some((key) => args[key] !== undefined)) said.push({ kind: 'opaque', what: `${tool}, which runs what it is given` });
  return { said, paths, commands: has(RUNS) || changes ? commands : [] };
}

/** Every string under a key that sounds like a place, in nested lists and objects too. */
function pathsIn(value, key = '', depth = 0, found = []) {
  if (found.length > PATHS_CAP || depth > DEPTH_CAP) return found;
  if (typeof value === 'string') {
    if (PATH_KEY.test(key) && !value.includes('\n') && value.length < 4_096) found.push(value);
  } else if (Array.isArray(value)) for (const each of value) pathsIn(each, key, depth + 1, found);
  else if (typeof value === 'object' && value !== null) for (const [name, each] of Object.entries(value)) pathsIn(each, name, depth + 1, found);
  return found;
}

module.exports = { inspectTool };
