import type { MergeMethod } from '../../forge/forge.ts';
import type { Permission } from '../../work/issue.ts';

/** The values of the configuration that flows use; part of it is frozen into a run. */
export interface RepoSettings {
  name: string;
  url: string;
  scan_targets: readonly ('issues' | 'pulls')[];
  filter_labels: readonly string[];
  ignore_authors: readonly string[];
  trusted: { permission: Permission; logins: readonly string[]; bots: readonly string[] };
  improve: 'own' | 'same-repo';
  max_queued: number;
  model: string;
  confidence_threshold: number;
  workflow: 'direct' | 'develop' | 'pdca';
  auto_merge: boolean;
  merge_require_ci: boolean;
  merge: {
    accept: readonly ('human' | 'autodev')[];
    method: MergeMethod;
    required_checks: readonly string[];
  };
  max_attempts: number;
  max_review_rounds: number;
  max_ci_rounds: number;
  ci_rerun: boolean;
  on_exhausted: 'approve' | 'human';
  setup: readonly (readonly string[])[];
  checks: readonly (readonly string[])[];
  /** QA goals of the PDCA engine, where the project's own are not to be taken. */
  goals: Partial<Record<'lint' | 'test' | 'build' | 'typecheck', readonly string[] | undefined>>;
  check_timeout_secs: number;
  protected_paths: readonly string[];
  unprotected_paths: readonly string[];
  max_patch_bytes: number;
  max_patch_files: number;
  max_comments: number;
  language: 'en' | 'ko';
  budget: { per_item_usd: number; per_repo_day_usd: number };
}
