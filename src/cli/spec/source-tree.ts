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
  {
    name: 'compile',
    about: 'Write tests and code of modules from CLAUDE.md and IMPLEMENTS.md.',
    // After --test-files there may be several.
    args: ['[test-file…]'],
    options: {
      path: { value: 'DIR', about: 'only the modules in and below it' },
      incremental: { about: 'only modules that are uncommitted, outdated or without source' },
      conflict: {
        value: 'MODE',
        words: ['skip', 'overwrite'],
        about: 'skip (default) or overwrite files that are there',
      },
      phase: {
        value: 'PHASE',
        words: ['full', 'red', 'green-refactor'],
        about: 'full (default), red (tests only) or green-refactor (code only)',
      },
      'test-files': { value: 'FILES', many: true, about: 'the tests of phase green-refactor, from the root' },
      'spec-json': { value: 'FILE', about: 'the spec that phase red left, checked against CLAUDE.md' },
      'test-review-feedback': {
        value: 'FILE',
        about: 'what phase red has to mend: a JSON list or a line each',
      },
      language: {
        value: 'LANG',
        about: 'the language of the module named by --path, and of modules without source',
      },
      heal: {
        value: 'ANSWER',
        words: ['spec', 'code', 'ignore'],
        about: 'spec, code or ignore: what fits what in code that is older than this run',
      },
      cascade: { about: 'also the modules whose used exports change' },
      jobs: { value: 'N', number: { min: 1, max: 64 }, about: 'how many modules at a time' },
      'dry-run': { about: 'only say what would be compiled, in which order, for how much' },
      root: ROOT,
    },
    more: 'Nothing is committed. Finished modules are not compiled again. Exits with 1 when a module failed, with 3 for a spec that does not parse, a missing language or a cycle; the others compile.',
    example: 'autodev spec compile --incremental --dry-run',
    load: () => import('./compile/compile.ts'),
  },
  {
    name: 'decompile',
    about: 'Draft CLAUDE.md and IMPLEMENTS.md for folders that have only source.',
    args: ['[path]'],
    options: { root: ROOT },
    more: 'Exports, Structure and Dependencies are read by code, the rest is described by an agent. Files that are there are not touched.',
    example: 'autodev spec decompile src/auth',
    load: () => import('./compile/decompile.ts'),
  },
  {
    name: 'trace',
    about: 'Show every clause of a spec with its tests and symbols, and what has none.',
    args: ['[dir]'],
    options: { root: ROOT },
    more: 'A test whose name carries the id of a clause (B1, C1, UC-1) tests it. Exits with 3 when a clause has no test.',
    example: 'autodev spec trace src/auth',
    load: () => import('./compile/trace.ts'),
  },
];
