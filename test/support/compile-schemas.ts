import { z } from 'zod';

/** What `compile`, `decompile` and `trace` print with `--json`, and the result files they write. */

const text = z.string();
const texts = z.array(text);
const count = z.int().min(0);
const line = z.int().positive();
const dir = text.describe('folder relative to the root; . for the root');
const path = text.describe('relative to the root');
const paths = z.array(path);
const reason = z.enum(['uncommitted', 'outdated', 'no_source']);
const mode = z.enum(['create', 'update']);

const about = {
  claude_md_path: path,
  implements_md_path: path,
  target_dir: dir,
  detected_language: text,
};

export const compileResult = z.strictObject({
  ...about,
  generated_files: paths,
  skipped_files: paths,
  overwritten_files: paths,
  tests: z.strictObject({ total: count, passed: count, failed: count }),
  implements_md_updated: z.boolean(),
  retry_count: count,
  status: z.enum(['success', 'warning']),
});

export const redResult = z.strictObject({
  ...about,
  phase: z.literal('red'),
  test_files: paths,
  spec_json_path: path,
  status: z.enum(['success', 'warning']),
});

const refused = z.array(
  z.strictObject({ dir, reason: text, kind: z.enum(['input', 'failed']) }).describe('not compiled, and why'),
);

export const COMPILE_OUTPUTS = {
  'compile-result': compileResult,
  'compile-red-result': redResult,
  compile: z.strictObject({
    total: count,
    created: count,
    updated: count,
    skipped: count.describe('modules with nothing to do'),
    files: z.strictObject({ generated: count, skipped: count, overwritten: count }),
    tests: z.strictObject({ passed: count, failed: count }),
    modules: z.array(z.union([compileResult, redResult])),
    refused,
    diff: z.array(
      z.strictObject({
        dir,
        added: texts,
        removed: texts,
        modified: z.array(
          z.strictObject({ name: text, before: text, after: text, breaking: z.boolean(), reasons: texts }),
        ),
        breaking: z.boolean(),
      }),
    ),
    impact: z.array(
      z.strictObject({
        source: text,
        direct: z.array(dir),
        transitive: z.array(dir),
        cycles: z.array(z.array(dir)),
      }),
    ),
    validation: z.strictObject({ rounds: count, status: z.enum(['good', 'warning']) }),
    cost_usd: z.number().min(0),
  }),
  'compile-dry-run': z.strictObject({
    targets: z.array(
      z.strictObject({
        dir,
        reasons: z.array(reason),
        mode,
        after: z.array(dir).describe('modules that are compiled before it'),
        language: text,
        prompt_chars: count,
        input_tokens: count,
        sessions: count,
        usd: z.number().nullable().describe('null: the price of the model is not known'),
      }),
    ),
    up_to_date: z.array(dir),
    by_hand: z.array(dir).describe('changed by hand since they were compiled: only validated'),
    refused,
    usd: z.number().nullable(),
  }),
  decompile: z.strictObject({
    modules: z.array(z.strictObject({ dir, written: paths, questions: texts })),
  }),
  trace: z.strictObject({
    modules: z.array(
      z.strictObject({
        dir,
        clauses: z.array(
          z.strictObject({
            id: text,
            kind: z.enum(['behavior', 'contract', 'use_case']),
            text,
            line,
            tests: z.array(z.strictObject({ file: path, name: text, line })),
            symbols: texts,
          }),
        ),
      }),
    ),
  }),
};
