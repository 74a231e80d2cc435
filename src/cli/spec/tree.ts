import type { Command, Option } from '../command.ts';
import { SOURCE_COMMANDS } from './source-tree.ts';

const ROOT: Option = { value: 'DIR', about: "the project's root (default: the git root, or here)" };
const OUTPUT: Option = { value: 'FILE', about: 'write there instead of standard output' };

/** The forms of `claude-md-core`, which is this command under another name. */
export const CORE: Command = {
  name: 'core',
  about: 'Read, index and migrate CLAUDE.md files; every answer is JSON.',
  hidden: true,
  example: 'claude-md-core symbol-index --root . --find validateToken',
  children: [
    {
      name: 'parse-claude-md',
      about: 'Print one CLAUDE.md as data.',
      options: { file: { value: 'FILE', about: 'the CLAUDE.md' }, output: OUTPUT },
      example: 'claude-md-core parse-claude-md --file src/auth/CLAUDE.md',
      load: async () => ({ run: (await import('./core.ts')).parseClaudeMd }),
    },
    {
      name: 'symbol-index',
      about: 'Print the symbols of a project, where one is defined, who refers to it.',
      options: {
        root: { value: 'DIR', about: "the project's root (default: here)" },
        find: { value: 'NAME', about: 'where this symbol is defined' },
        references: { value: 'ANCHOR', about: 'who refers to folder/CLAUDE.md#symbol' },
        'no-cache': { about: 'read every file again' },
        output: OUTPUT,
      },
      example: 'claude-md-core symbol-index --root . --references "auth/CLAUDE.md#validate"',
      load: async () => ({ run: (await import('./core.ts')).symbols }),
    },
    {
      name: 'migrate',
      about: 'Bring every CLAUDE.md of a project to schema 2.0.',
      options: {
        root: { value: 'DIR', about: "the project's root (default: here)" },
        'dry-run': { about: 'only say what would change' },
        output: OUTPUT,
      },
      example: 'claude-md-core migrate --root . --dry-run',
      load: async () => ({ run: (await import('./core.ts')).migrate }),
    },
  ],
};

export const SPEC: Command = {
  name: 'spec',
  about: 'Work with CLAUDE.md and IMPLEMENTS.md: what modules promise, and what depends on it.',
  example: 'autodev spec validate',
  children: [
    {
      name: 'parse',
      about: 'Print one CLAUDE.md as data.',
      args: ['<file>'],
      more: 'Exits with 3 when a required section is missing; what could be read is printed all the same.',
      example: 'autodev spec parse src/auth/CLAUDE.md',
      load: () => import('./parse.ts'),
    },
    {
      name: 'validate',
      about: 'Check CLAUDE.md files: sections, use cases, references.',
      args: ['[path]'],
      options: { strict: { about: 'take warnings for errors' }, root: ROOT },
      example: 'autodev spec validate src/auth --strict',
      load: () => import('./validate.ts'),
    },
    {
      name: 'index',
      about: 'List the symbols of all modules, and the references between them.',
      options: {
        find: { value: 'NAME', about: 'where this symbol is defined' },
        references: { value: 'ANCHOR', about: 'who refers to folder/CLAUDE.md#symbol' },
        root: ROOT,
      },
      example: 'autodev spec index --find validateToken',
      load: () => import('./index.ts'),
    },
    {
      name: 'graph',
      about: 'Show which module depends on which, cycles, and boundaries that are crossed.',
      options: {
        mermaid: { about: 'print a Mermaid flowchart' },
        dot: { about: 'print Graphviz text' },
        format: {
          value: 'FORMAT',
          words: ['text', 'json', 'mermaid', 'dot'],
          about: 'text, json, mermaid or dot',
        },
        root: ROOT,
      },
      more: 'Exits with 3 when there are cycles or violations.',
      example: 'autodev spec graph --mermaid',
      load: () => import('./graph.ts'),
    },
    {
      name: 'impact',
      about: 'Say which modules have to follow a change of a symbol or a module.',
      args: ['<symbol-or-dir>'],
      options: { root: ROOT },
      example: 'autodev spec impact src/auth/CLAUDE.md#validateToken',
      load: () => import('./impact.ts'),
    },
    {
      name: 'migrate',
      about: 'Bring every CLAUDE.md to schema 2.0.',
      options: { 'dry-run': { about: 'only say what would change' }, root: ROOT },
      example: 'autodev spec migrate --dry-run',
      load: () => import('./migrate.ts'),
    },
    {
      name: 'tree',
      about: 'Say which folders need a CLAUDE.md, which have one, which are extra.',
      options: { root: ROOT },
      example: 'autodev spec tree',
      load: () => import('./folders.ts'),
    },

    ...SOURCE_COMMANDS,

    CORE,
  ],
};
