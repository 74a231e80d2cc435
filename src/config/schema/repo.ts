import { z } from 'zod';
import { isRepoName } from '../../work/ids.ts';
import { command, dollars, seconds } from './values.ts';

export const LANGUAGES = ['en', 'ko'] as const;
export const AGENTS = ['claude', 'codex', 'gemini', 'scripted'] as const;

/** What can be said of every repository: in `repo_defaults`, in an entry of `repos`, some of it in `.autodev.yaml`. */
const settings = {
  scan_interval_secs: seconds.default(300).describe('how often the forge is asked for changes'),
  scan_targets: z
    .array(z.enum(['issues', 'pulls']))
    .default(['issues', 'pulls'])
    .describe('what is looked for'),
  filter_labels: z
    .array(z.string().min(1))
    .default([])
    .describe('only items that carry one of these labels; empty means all'),
  ignore_authors: z
    .array(z.string().min(1))
    .default(['dependabot', 'renovate'])
    .describe('items of these authors are left alone'),
  trusted: z
    .strictObject({
      permission: z
        .enum(['write', 'maintain', 'admin'])
        .default('write')
        .describe('the least permission on the repository that lets somebody trigger work'),
      logins: z
        .array(z.string().min(1))
        .default([])
        .describe('people who may trigger work whatever their permission'),
      bots: z.array(z.string().min(1)).default([]).describe('bots that may trigger work, by exact login'),
    })
    .prefault({})
    .describe('who may make autodev work, and spend'),
  improve: z
    .enum(['own', 'same-repo'])
    .default('same-repo')
    .describe(
      'whose pull requests are improved after a review: only our own, or all on branches of the repository',
    ),
  max_queued: z.int().min(1).default(20).describe('items of this repository that may wait or run at once'),
  model: z
    .string()
    .min(1)
    .optional()
    .describe(
      "model of the repository's agent, where no role has one; absent: that agent's own (claude: sonnet)",
    ),
  confidence_threshold: z
    .number()
    .min(0)
    .max(1)
    .default(0.7)
    .describe('an analysis below this asks a person instead of implementing'),
  workflow: z
    .enum(['direct', 'develop', 'pdca'])
    .default('develop')
    .describe(
      'how an issue is implemented: in one session, by a reviewed design and gated checkpoints, or by a team from plan to report (docs/pdca.md)',
    ),
  auto_merge: z.boolean().default(false).describe('merge approved pull requests'),
  merge_require_ci: z
    .boolean()
    .default(true)
    .describe('merge only when the checks of the head commit are green'),
  merge: z
    .strictObject({
      accept: z
        .array(z.enum(['human', 'autodev']))
        .min(1)
        .default(['human', 'autodev'])
        .describe('whose approval counts: of a person with write permission, or of our own review'),
      method: z.enum(['merge', 'squash', 'rebase']).default('merge').describe('how the forge merges'),
      required_checks: z
        .array(z.string().min(1))
        .default([])
        .describe('checks that must be green; empty means those of the branch protection, else all'),
    })
    .prefault({})
    .describe('when and how a pull request is merged'),
  max_attempts: z.int().min(1).default(3).describe('failures after which an item is left to a person'),
  max_review_rounds: z.int().min(1).default(3).describe('rounds of review and improvement'),
  max_ci_rounds: z
    .int()
    .min(0)
    .default(2)
    .describe('improvements that red checks of a head of ours lead to before a person is asked'),
  ci_rerun: z
    .boolean()
    .default(true)
    .describe('run a red check once more on the same commit before anything else: it may be a flake'),
  on_exhausted: z
    .enum(['approve', 'human'])
    .default('human')
    .describe('what happens when the rounds are used up: approve with a warning, or ask a person'),
  setup: z
    .array(command)
    .prefault([])
    .describe(
      'commands that install what the project needs, run in the sandbox before the checks and before each session that writes; what they leave is in no commit',
    ),
  checks: z
    .array(command)
    .prefault([])
    .describe(
      'commands that must succeed before a branch is pushed, run without a shell in a clean checkout of its commit',
    ),
  goals: z
    .strictObject({
      lint: command.optional().describe('looks for style errors'),
      test: command.optional().describe('runs the tests'),
      build: command.optional().describe('builds the project'),
      typecheck: command.optional().describe('checks the types'),
    })
    .prefault({})
    .describe('commands of `autodev auto`, instead of those it finds in the project'),
  check_timeout_secs: seconds
    .default(900)
    .describe('time each command of the set-up and the checks may take'),
  protected_paths: z
    .array(z.string().min(1))
    .default([])
    .describe('changes to these need a person, beside what always does (docs/security.md); globs'),
  unprotected_paths: z
    .array(z.string().min(1))
    .default([])
    .describe('changes to these need no person although they would; globs, such as **/package-lock.json'),
  max_patch_bytes: z.int().min(1).default(1_000_000).describe('a larger patch needs a person'),
  max_patch_files: z.int().min(1).default(100).describe('a patch of more files needs a person'),
  max_comments: z
    .int()
    .min(0)
    .default(30)
    .describe('line comments that one review may post; the rest goes into its body'),
};

/** Values of a section further up that one repository may have differently. Absent: the section's value. */
const overrides = {
  agent: z.enum(AGENTS).optional().describe('agent for this repository, instead of agent.default'),
  language: z
    .enum(LANGUAGES)
    .optional()
    .describe('language of what is written for people, instead of language'),
  budget: z
    .strictObject({
      per_item_usd: dollars.optional().describe('instead of budget.per_item_usd'),
      per_repo_day_usd: dollars.optional().describe('instead of budget.per_repo_day_usd'),
    })
    .prefault({})
    .describe('limits of this repository in dollars'),
};

export const RepoDefaultsSchema = z.strictObject({ ...settings, ...overrides });

export const RepoSchema = z.strictObject({
  name: z
    .string()
    .refine(isRepoName, 'owner/repo')
    .optional()
    .describe('owner/repo; taken from the URL when absent'),
  url: z.string().min(1).describe('where it is cloned from'),
  enabled: z.boolean().default(true).describe('false keeps it in the list but lets it rest'),
  ...settings,
  ...overrides,
});

export type AgentWord = (typeof AGENTS)[number];
export type Language = (typeof LANGUAGES)[number];

/** One repository with every value settled. */
export type RepoConfig = Omit<
  z.output<typeof RepoSchema>,
  'name' | 'agent' | 'model' | 'language' | 'budget'
> & {
  name: string;
  agent: AgentWord;
  model: string;
  language: Language;
  budget: { per_item_usd: number; per_repo_day_usd: number };
};
