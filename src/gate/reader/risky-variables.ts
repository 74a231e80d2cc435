import { anyOf } from './names.ts';
import type { Value } from './word.ts';

/** Variables that change what commands do. */
export const RISKY_VARIABLE = anyOf(
  /^(PATH|CDPATH|LD_.*|DYLD_.*|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS4|SHELL|HOME)$/,
  /^(NODE_OPTIONS|PYTHON(STARTUP|HOME|INSPECT|BREAKPOINT)|PERL5.*|RUBY(OPT|LIB)|npm_config_.*)$/,
  /^(GIT_.*|(.*_)?PAGER|(.*_)?EDITOR|VISUAL|(.*_)?BROWSER|LESS(OPEN|CLOSE)|RIPGREP_CONFIG_PATH)$/,
  /^(XDG_CONFIG_HOME|CLAUDECODE|AUTODEV_.*)$/,
);

const HARMLESS_NAME = /^(GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)|GIT_TERMINAL_PROMPT|GIT_OPTIONAL_LOCKS)$/;
const HARMLESS_VALUE = /^(0|1|true|false|cat|:)?$/;
/** Options of Node that run nothing. */
const NODE_OPTION = anyOf(
  /^--max-old-space-size=\d+$/,
  /^--(no-warnings|no-deprecation|enable-source-maps|trace-(warnings|deprecation|uncaught))$/,
  /^--experimental-(vm-modules|strip-types|transform-types)$/,
  /^--test-concurrency=\d+$/,
);

/** Whether such a variable may be set all the same. */
export function isHarmlessSetting(name: string, { text, doubt }: Value): boolean {
  if (HARMLESS_NAME.test(name)) return true;
  if (doubt > 0) return false;
  return HARMLESS_VALUE.test(text) || text.split(' ').every((part) => part === '' || NODE_OPTION.test(part));
}
