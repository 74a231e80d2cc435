/** What one CLAUDE.md says, as data. Field names are those of the output; `line` counts from 1. */
export interface ClaudeMdSpec {
  name: string;
  purpose: string;
  summary: string;
  exports: Exports;
  dependencies: { external: ExternalDependency[]; internal: InternalDependency[] };
  behaviors: Behavior[];
  actors: Actor[];
  use_cases: UseCase[];
  contracts: Contract[];
  protocol: Protocol;
  domain_context: DomainContext;
  structure: { subdirs: StructureEntry[]; files: StructureEntry[] };
  schema_version: string;
  warnings: SpecFinding[];
}

export interface Exports {
  functions: FunctionExport[];
  types: TypeExport[];
  classes: ClassExport[];
  enums: EnumExport[];
  variables: VariableExport[];
}

interface Exported {
  name: string;
  description?: string;
  /** What stands after `#` in a reference to it. Only symbols with a heading of their own (v2) have one. */
  anchor?: string;
  line: number;
}

export interface FunctionExport extends Exported {
  signature: string;
  is_async: boolean;
}

export type TypeKind = 'interface' | 'type_alias' | 'struct' | 'data_class' | 'record' | 'trait';

export interface TypeExport extends Exported {
  definition: string;
  kind: TypeKind;
}

export interface ClassExport extends Exported {
  constructor_signature: string;
}

export interface EnumExport extends Exported {
  signature: string;
  variants: string[];
}

export interface VariableExport extends Exported {
  signature: string;
  value?: string;
}

export interface ExternalDependency {
  /** As written: `pkg@1.2.3`. */
  text: string;
  name: string;
  version?: string;
  description?: string;
  line: number;
}

export interface InternalDependency {
  /** As written, without `#symbol`. */
  path: string;
  symbols: string[];
  description?: string;
  line: number;
}

export interface Behavior {
  input: string;
  output: string;
  category: 'success' | 'error';
  line: number;
}

export interface Actor {
  name: string;
  description: string;
  line: number;
}

export interface UseCase {
  id: string;
  name: string;
  actor: string;
  /** Also in the spec's `behaviors`. */
  behaviors: Behavior[];
  includes: string[];
  extends: string[];
  line: number;
}

export interface Contract {
  function_name: string;
  preconditions: string[];
  postconditions: string[];
  throws: string[];
  invariants: string[];
  line: number;
}

export interface Protocol {
  states: string[];
  transitions: { from: string; trigger: string; to: string; line: number }[];
  lifecycle: { order: number; method: string; description: string; line: number }[];
}

export interface DomainContext {
  decision_rationale: DomainItem[];
  constraints: DomainItem[];
  compatibility: DomainItem[];
}

/** `NAME: value (reason)`; an item of another form has only its text. */
export interface DomainItem {
  text: string;
  name?: string;
  value?: string;
  reason?: string;
  line: number;
}

export interface StructureEntry {
  /** Path below the module's folder, without a trailing slash. */
  name: string;
  description: string;
  line: number;
}

export type FindingType =
  | 'FileError'
  | 'MissingSection'
  | 'InvalidSectionContent'
  | 'InvalidExports'
  | 'InvalidBehavior'
  | 'DuplicateUseCaseId'
  | 'InvalidIncludeTarget'
  | 'InvalidExtendTarget'
  | 'UnresolvedCrossReference';

export interface SpecFinding {
  error_type: FindingType;
  message: string;
  line: number;
  section?: string;
  suggestion?: string;
}
