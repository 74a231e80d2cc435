import { z } from 'zod';
import type { Database } from '../../../host/db/sqlite.ts';

/** What a protected branch asks for, in the words of the API's PUT. */
export const protectionSchema = z.object({
  required_status_checks: z
    .object({
      strict: z.boolean(),
      contexts: z.array(z.string()).optional(),
      checks: z.array(z.object({ context: z.string(), app_id: z.int().nullish() })).optional(),
    })
    .nullable(),
  enforce_admins: z.boolean().nullable(),
  required_pull_request_reviews: z
    .object({
      dismiss_stale_reviews: z.boolean().default(false),
      require_code_owner_reviews: z.boolean().default(false),
      required_approving_review_count: z.int().min(0).max(6).default(1),
      require_last_push_approval: z.boolean().default(false),
      dismissal_restrictions: z
        .object({}, 'Only organization repositories can have users and team restrictions')
        .strict()
        .optional(),
    })
    .nullable(),
  // Who may push and who may dismiss can be restricted in an organization only; here every repository is a person's.
  restrictions: z.null('Only organization repositories can have users and team restrictions'),
  required_linear_history: z.boolean().default(false),
  allow_force_pushes: z.boolean().nullable().default(false),
  allow_deletions: z.boolean().default(false),
});

export type Protection = z.infer<typeof protectionSchema>;

export function protectionOf(db: Database, repoId: number, branch: string): Protection | undefined {
  const row = db.get<{ settings: string }>(
    'SELECT settings FROM protections WHERE repo_id = ? AND branch = ?',
    repoId,
    branch,
  );
  return row === undefined ? undefined : protectionSchema.parse(JSON.parse(row.settings));
}

export function protectionsOf(db: Database, repoId: number): { branch: string; protection: Protection }[] {
  return db
    .all<{ branch: string; settings: string }>(
      'SELECT branch, settings FROM protections WHERE repo_id = ?',
      repoId,
    )
    .map(({ branch, settings }) => ({ branch, protection: protectionSchema.parse(JSON.parse(settings)) }));
}

export function requiredContexts(protection: Protection | undefined): string[] {
  const checks = protection?.required_status_checks;
  return [...new Set([...(checks?.contexts ?? []), ...(checks?.checks ?? []).map((check) => check.context)])];
}
