import { z } from 'zod';
import { LANGUAGES } from '../../spec/language/languages.ts';
import { frozenInput } from '../engine/input/input.ts';

/** Raised when a template of this folder changes what it asks for: it is part of what a finished module came from. */
export const COMPILE_PROMPTS_VERSION = 2;

const clause = z.object({
  id: z.string(),
  kind: z.enum(['behavior', 'contract', 'use_case']),
  text: z.string(),
  line: z.number(),
  hash: z.string(),
  symbol: z.string().optional(),
});

/** Everything that the compile of one module depends on, read once. */
export const compileInput = frozenInput.extend({
  /** From the project's root; `.` is the root itself. */
  dir: z.string(),
  language: z.enum(LANGUAGES),
  mode: z.enum(['create', 'update']),
  conflict: z.enum(['skip', 'overwrite']),
  phase: z.enum(['full', 'red', 'green-refactor']),
  claudeMd: z.string(),
  planning: z.record(z.string(), z.string()),
  conventions: z.array(z.object({ file: z.string(), text: z.string() })),
  hasConvention: z.boolean(),
  lint: z.array(z.string()),
  /** What it depends on: the Exports of each module, its Behavior, and the symbols its references lead to. */
  dependencies: z.array(
    z.object({ dir: z.string(), exports: z.array(z.string()), behaviors: z.array(z.string()) }),
  ),
  references: z.array(z.string()),
  clauses: z.array(clause),
  /** The clauses as they were when it was compiled last. */
  known: z.array(z.object({ id: z.string(), hash: z.string() })),
  /** Files that an earlier compile wrote and that it may write again. */
  recorded: z.array(z.string()),
  key: z.string(),
  /** Hash of the conventions. */
  style: z.string(),
  /** The conventions are others than when it was compiled last. */
  restyle: z.boolean(),
  testFiles: z.array(z.string()),
  feedback: z.array(z.string()),
  /** What is wrong with the code, where it is compiled to heal that. */
  healing: z.array(z.string()),
});
export type CompileInput = z.infer<typeof compileInput>;
