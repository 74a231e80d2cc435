import { z } from 'zod';

/** What the commands print with `--json`. `docs/schemas` holds the same as JSON Schema. */

const line = z.int().positive();
const text = z.string();
const texts = z.array(z.string());
const optional = z.string().optional();

const finding = z.strictObject({
  error_type: z.enum([
    'FileError',
    'MissingSection',
    'InvalidSectionContent',
    'InvalidExports',
    'InvalidBehavior',
    'DuplicateUseCaseId',
    'InvalidIncludeTarget',
    'InvalidExtendTarget',
    'UnresolvedCrossReference',
  ]),
  message: text,
  line,
  section: optional,
  suggestion: optional,
});

const exported = { name: text, description: optional, anchor: optional, line };
const behavior = z.strictObject({ input: text, output: text, category: z.enum(['success', 'error']), line });
const domainItem = z.strictObject({ text, name: optional, value: optional, reason: optional, line });
const structureEntry = z.strictObject({ name: text, description: text, line });

export const claudeMdSpec = z.strictObject({
  name: text,
  purpose: text,
  summary: text,
  exports: z.strictObject({
    functions: z.array(z.strictObject({ ...exported, signature: text, is_async: z.boolean() })),
    types: z.array(
      z.strictObject({
        ...exported,
        definition: text,
        kind: z.enum(['interface', 'type_alias', 'struct', 'data_class', 'record', 'trait']),
      }),
    ),
    classes: z.array(z.strictObject({ ...exported, constructor_signature: text })),
    enums: z.array(z.strictObject({ ...exported, signature: text, variants: texts })),
    variables: z.array(z.strictObject({ ...exported, signature: text, value: optional })),
  }),
  dependencies: z.strictObject({
    external: z.array(z.strictObject({ text, name: text, version: optional, description: optional, line })),
    internal: z.array(z.strictObject({ path: text, symbols: texts, description: optional, line })),
  }),
  behaviors: z.array(behavior),
  actors: z.array(z.strictObject({ name: text, description: text, line })),
  use_cases: z.array(
    z.strictObject({
      id: text,
      name: text,
      actor: text,
      behaviors: z.array(behavior),
      includes: texts,
      extends: texts,
      line,
    }),
  ),
  contracts: z.array(
    z.strictObject({
      function_name: text,
      preconditions: texts,
      postconditions: texts,
      throws: texts,
      invariants: texts,
      line,
    }),
  ),
  protocol: z.strictObject({
    states: texts,
    transitions: z.array(z.strictObject({ from: text, trigger: text, to: text, line })),
    lifecycle: z.array(z.strictObject({ order: z.int(), method: text, description: text, line })),
  }),
  domain_context: z.strictObject({
    decision_rationale: z.array(domainItem),
    constraints: z.array(domainItem),
    compatibility: z.array(domainItem),
  }),
  structure: z.strictObject({ subdirs: z.array(structureEntry), files: z.array(structureEntry) }),
  schema_version: text,
  warnings: z.array(finding),
});

const fileFinding = finding.extend({ file: text });

const symbol = z.strictObject({
  name: text,
  kind: z.enum(['function', 'type', 'class', 'enum', 'variable']),
  module: text.describe('folder of the module, relative to the root; empty for the root'),
  signature: text,
  anchor: text,
  line,
});

const reference = z.strictObject({
  from_module: text,
  from_section: text,
  line,
  to_anchor: text,
  to_symbol: text,
  valid: z.boolean(),
});

const dir = text.describe('folder relative to the root; . for the root');

/** One schema per command, by the name of its file in `docs/schemas`. */
export const OUTPUTS = {
  parse: claudeMdSpec,
  validate: z.strictObject({
    valid: z.boolean(),
    errors: z.array(fileFinding),
    warnings: z.array(fileFinding),
  }),
  index: z.strictObject({
    symbols: z.array(symbol),
    references: z.array(reference),
    unresolved: z.array(reference),
    summary: z.strictObject({
      total_modules: z.int(),
      total_symbols: z.int(),
      total_references: z.int(),
      unresolved_count: z.int(),
    }),
  }),
  'index-find': z.array(symbol),
  'index-references': z.array(reference),
  graph: z.strictObject({
    nodes: z.array(z.strictObject({ dir, summary: text, exports: texts })),
    edges: z.array(z.strictObject({ from: dir, to: dir, symbols: texts, valid: z.boolean() })),
    cycles: z.array(z.array(dir)),
    violations: z.array(
      z.strictObject({
        kind: z.enum(['parent', 'submodule', 'missing_module', 'unknown_symbol']),
        from: dir,
        to: dir,
        symbols: texts,
        line,
        message: text,
      }),
    ),
  }),
  impact: z.strictObject({
    source: text,
    direct: z.array(dir),
    transitive: z.array(dir),
    cycles: z.array(z.array(dir)),
  }),
  migrate: z.array(
    z.strictObject({
      file: text,
      migrated: z.boolean(),
      from_version: text,
      to_version: text,
      changes: z.array(
        z.strictObject({
          change_type: z.enum(['AddVersionMarker', 'ReplaceVersionMarker', 'ConvertExportToHeading']),
          description: text,
          line,
        }),
      ),
      suggestions: texts,
    }),
  ),
  tree: z.strictObject({
    root: text,
    modules: z.array(
      z.strictObject({
        dir,
        needs_claude_md: z.boolean(),
        has_claude_md: z.boolean(),
        has_implements_md: z.boolean(),
        reason: text,
        status: z.enum(['complete', 'missing', 'unexpected', 'not_required']),
      }),
    ),
  }),
};
