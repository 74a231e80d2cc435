import type { Host } from '../../../host/host.ts';
import type { CompileResult, Phase } from '../../../spec/compile/result.ts';
import type { DependencyGraph } from '../../../spec/graph/graph.ts';
import type { Inventory } from '../../../spec/language/detect.ts';
import type { Language } from '../../../spec/language/languages.ts';
import type { SpecStatus } from '../../../spec/status/decide.ts';
import type { Role } from '../../../work/roles.ts';
import type { AnswerSchema } from '../../../work/verdicts.ts';
import type { History } from '../../engine/steps/history.ts';
import type { CompileInput } from '../input.ts';
import type { CompileResults } from '../results.ts';

/** What compiles one module; the composition root makes it. */
export interface Compiler {
  repo: string;
  model: string;
  language: 'en' | 'ko';
  compile(input: CompileInput): Promise<Compiled>;
  /** A session about a module beside its run: healing, decompiling. */
  ask<T>(question: ModuleQuestion<T>): Promise<T>;
  /** Of this call: what earlier ones paid is not paid again. */
  costUsd(): Promise<number>;
  close(): Promise<void>;
}

export interface ModuleQuestion<T> {
  role: Role;
  dir: string;
  prompt: string;
  cwd: string;
  schema: AnswerSchema<T>;
}

export interface Compiled {
  ok: boolean;
  reason: string;
  history: History<CompileResults>;
  /** Its results are written down: it is not gone on with any more. */
  finish(): Promise<void>;
}

/** What the caller of a compile says. */
export interface CompileOptions {
  path: string;
  incremental: boolean;
  conflict: 'skip' | 'overwrite';
  phase: Phase;
  testFiles: readonly string[];
  feedback: readonly string[];
  language: Language | undefined;
  cascade: boolean;
  jobs: number;
  /** Modules that are compiled whatever they look like, each with what its code has to be mended for. */
  heal?: ReadonlyMap<string, readonly string[]>;
  /** What the run made before it healed: the results go on from these. */
  earlier?: Earlier;
}

export interface Earlier {
  phase: Exclude<Phase, 'red'>;
  results: readonly CompileResult[];
}

/** A project and everything that is known about it when a compile or decompile begins. */
export interface Project {
  host: Host;
  root: string;
  home: string;
  session: string;
  status: SpecStatus;
  graph: DependencyGraph;
  inventory: Inventory;
  compiler: Compiler;
  /** What a person sees. */
  say(text: string): void;
  /** Undefined: nobody can be asked. */
  askLanguage(dir: string, options: readonly Language[]): Promise<Language | undefined>;
}
