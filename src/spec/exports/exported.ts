/** What a folder offers to others. These fields are the output of `autodev spec exports`. */
export interface Exported {
  name: string;
  kind: ExportKind;
  /** The type a method belongs to, or the module a symbol lies in. */
  parent?: string;
  /** Verbatim, without the body. */
  signature: string;
  /** From the project's root. */
  file: string;
  line: number;
}

export type ExportKind =
  | 'function'
  | 'method'
  | 'class'
  | 'interface'
  | 'type'
  | 'enum'
  | 'struct'
  | 'trait'
  | 'variable'
  | 'module'
  | 'macro'
  | 'reexport';

/** An exported symbol with what comparing it to a spec needs besides. */
export interface SourceSymbol extends Exported {
  /** Its own name where it is exported under another one (`default`, a rename). */
  alias?: string;
  /** How a class is made: the signatures of its public constructors. */
  constructs?: readonly string[];
}

/** A file that could not be read as its language. Reported, never fatal. */
export interface SourceProblem {
  file: string;
  line: number;
  message: string;
}

export interface FileExports {
  symbols: SourceSymbol[];
  problems: SourceProblem[];
}

/** Reads sources by their path from the root; undefined when there is no such file. */
export type ReadSource = (path: string) => string | undefined;
