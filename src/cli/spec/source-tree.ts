import type { Command, Option } from '../command.ts';

const ROOT: Option = { value: 'DIR', about: "the project's root (default: the git root, or here)" };

/** The commands that hold specs against the sources. */
export const SOURCE_COMMANDS: readonly Command[] = [
  {
    name: 'exports',
    about: 'List what the sources of a folder export, with signatures.',
    args: ['<dir>'],
    options: { root: ROOT },
    more: 'Reads TypeScript, JavaScript, Python, Go, Rust, Java and Kotlin. Files that do not parse are told on standard error.',
    example: 'autodev spec exports src/auth --json',
    load: () => import('./exports.ts'),
  },
  {
    name: 'diff',
    about: 'Compare what a spec promises with what its source exports.',
    args: ['<dir>'],
    options: { root: ROOT },
    more: 'Exits with 3 when the difference breaks callers: something removed, a required parameter added, a type changed.',
    example: 'autodev spec diff src/auth',
    load: () => import('./diff.ts'),
  },
  {
    name: 'drift',
    about: 'Show where modules and their CLAUDE.md have drifted apart.',
    args: ['[path]'],
    options: { root: ROOT },
    more: 'Compares Structure, Exports, Dependencies and Behavior. Exits with 3 when a module is not good.',
    example: 'autodev spec drift src/auth',
    load: () => import('./drift.ts'),
  },
  {
    name: 'status',
    about: 'Say which modules an incremental compile has to do, and why.',
    options: { root: ROOT },
    more: 'Modules whose spec is uncommitted, was committed after its source, or has no source yet.',
    example: 'autodev spec status --json',
    load: () => import('./status.ts'),
  },
];
