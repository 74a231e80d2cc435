import { modelFor } from '../../config/model-for.ts';
import type { Config } from '../../config/schema.ts';
import type { RepoSettings } from '../../workflows/engine/settings.ts';

/** The model whose product a compiled module is. */
export function compileModel({ agent }: Config): string {
  return modelFor(agent, { agent: agent.default }, 'compile-green');
}

/** A project as the engine wants a repository: it has no forge, so most of it says nothing. */
export function projectSettings(name: string, { language, budget }: Config): RepoSettings {
  return {
    name,
    url: '',
    scan_targets: [],
    filter_labels: [],
    ignore_authors: [],
    trusted: { permission: 'write', logins: [], bots: [] },
    improve: 'own',
    max_queued: 0,
    model: 'sonnet',
    confidence_threshold: 0,
    workflow: 'direct',
    auto_merge: false,
    merge_require_ci: false,
    merge: { accept: [], method: 'merge', required_checks: [] },
    max_attempts: 1,
    max_review_rounds: 1,
    on_exhausted: 'human',
    max_ci_rounds: 0,
    ci_rerun: false,
    setup: [],
    checks: [],
    goals: {},
    check_timeout_secs: 600,
    protected_paths: [],
    unprotected_paths: [],
    max_patch_bytes: 0,
    max_patch_files: 0,
    max_comments: 0,
    language,
    budget: { per_item_usd: budget.per_item_usd, per_repo_day_usd: budget.per_day_usd },
  };
}
