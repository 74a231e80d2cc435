import { z } from 'zod';
import { AgentSchema, type AgentConfig } from './schema/agent.ts';
import { DevelopSchema } from './schema/develop.ts';
import { DaemonSchema, type DaemonConfig } from './schema/daemon.ts';
import { GithubSchema } from './schema/github.ts';
import { KnowledgeSchema } from './schema/knowledge.ts';
import { NotifySchema } from './schema/notify.ts';
import { LANGUAGES, RepoDefaultsSchema, RepoSchema, type RepoConfig } from './schema/repo.ts';
import { SandboxSchema } from './schema/sandbox.ts';
import { command, dollars, path } from './schema/values.ts';

/** Keys of a repository that its own `.autodev.yaml` can be given leave to set. Trust, tokens and caps are not among them. */
export const REPOSITORY_KEYS = [
  'scan_targets',
  'filter_labels',
  'ignore_authors',
  'improve',
  'model',
  'confidence_threshold',
  'workflow',
  'auto_merge',
  'merge_require_ci',
  'merge',
  'max_attempts',
  'max_review_rounds',
  'max_ci_rounds',
  'ci_rerun',
  'on_exhausted',
  'setup',
  'checks',
  'goals',
  'check_timeout_secs',
  'language',
  'budget',
] as const;

const BudgetSchema = z.strictObject({
  per_item_usd: dollars.default(5).describe('what one issue or pull request may cost'),
  per_repo_day_usd: dollars.default(50).describe('what one repository may cost in a day'),
  per_day_usd: dollars.default(100).describe('what everything may cost in a day'),
});

const RepositoryFileSchema = z.strictObject({
  allow: z
    .array(z.enum(REPOSITORY_KEYS))
    .default([
      'scan_targets',
      'filter_labels',
      'ignore_authors',
      'improve',
      'model',
      'confidence_threshold',
      'workflow',
      'max_review_rounds',
      'max_ci_rounds',
      'ci_rerun',
      'setup',
      'checks',
      'goals',
      'check_timeout_secs',
      'language',
      'budget',
    ])
    .describe('keys that a repository may set in its own .autodev.yaml; budgets only downwards'),
});

const ContextSchema = z.strictObject({
  slack: z
    .strictObject({
      status: command.describe('prints JSON with "authenticated": true when there is a login'),
      history: command.describe('prints the messages of {channel}, at most {limit}'),
    })
    .optional()
    .describe('for --slack'),
  gmail: z
    .strictObject({
      status: command.describe('prints JSON with "authenticated": true when there is a login'),
      unread: command.describe('prints unread mails, at most {limit}'),
      search: command.describe('prints the mails of {query}, at most {limit}'),
    })
    .optional()
    .describe('for --gmail'),
});

/** config.yaml, whole. Every key, its default and its meaning are here and nowhere else. */
export const ConfigSchema = z.strictObject({
  $schema: z.string().optional().describe('where an editor finds the JSON Schema of this file'),
  repos: z.array(RepoSchema).default([]).describe('the repositories to work on'),
  repo_defaults: RepoDefaultsSchema.prefault({}).describe(
    'values for all repositories that do not say otherwise',
  ),
  repository_file: RepositoryFileSchema.prefault({}).describe(
    "what a repository's own .autodev.yaml may change",
  ),
  daemon: DaemonSchema.prefault({}).describe('the daemon'),
  agent: AgentSchema.prefault({}).describe('the coding agents'),
  develop: DevelopSchema.prefault({}).describe('the gates of develop-workflow'),
  sandbox: SandboxSchema.prefault({}).describe('what agents are shut into'),
  budget: BudgetSchema.prefault({}).describe('spending limits in dollars, checked before a paid step'),
  knowledge: KnowledgeSchema.prefault({}).describe('what is learnt from finished work'),
  github: GithubSchema.prefault({}).describe('the forge and the login for it'),
  context: ContextSchema.prefault({}).describe(
    'commands that fetch context for `autodev auto`; {channel}, {query} and {limit} are filled in',
  ),
  notify: NotifySchema.prefault({}).describe('who is told, and when'),
  cluster: z
    .url({ protocol: /^postgres(ql)?$/ })
    .meta({
      description: 'PostgreSQL that several machines share, postgres://…; absent means one machine',
      writeOnly: true,
    })
    .optional(),
  cluster_password_file: path
    .optional()
    .describe("file that holds the password for the cluster's database; else the URL's, or PGPASSWORD"),
  language: z.enum(LANGUAGES).default('en').describe('language of comments, reports and plans'),
});

export type { AgentConfig, DaemonConfig, RepoConfig };

type Parsed = z.output<typeof ConfigSchema>;
/** The configuration with every value settled: names from URLs, paths absolute, lists of agents filled. */
export type Config = Omit<Parsed, 'repos' | 'daemon' | '$schema'> & {
  repos: RepoConfig[];
  daemon: DaemonConfig;
};
