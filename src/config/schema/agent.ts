import { z } from 'zod';
import { ROLES, type Role } from '../../work/roles.ts';
import { AGENTS } from './repo.ts';
import { path, seconds } from './values.ts';

const FORGE_LOGINS = new Set([
  'GITHUB_TOKEN',
  'GH_TOKEN',
  'GH_ENTERPRISE_TOKEN',
  'GITHUB_ENTERPRISE_TOKEN',
  'GIT_ASKPASS',
  'SSH_ASKPASS',
  'SSH_AUTH_SOCK',
]);

const model = z.string().min(1);
const roles = Object.fromEntries(
  ROLES.map((role) => [role, model.optional().describe(`model for ${role} sessions`)]),
) as Record<Role, z.ZodOptional<typeof model>>;

const cli = (name: string, own: string) => ({
  command: path.default(name).describe('program name or path'),
  model: model
    .default(own)
    .describe(`model ${name} is run with, where neither a role nor the repository names one`),
  models: z
    .strictObject(roles)
    .prefault({})
    .describe(`models of ${name} per role, also where it is not the default agent`),
});

export const AgentSchema = z.strictObject({
  default: z.enum(AGENTS).default('claude').describe('the agent that does the work'),
  analyze_with: z
    .array(z.enum(AGENTS))
    .default([])
    .describe("agents that analyse an issue side by side; empty means the repository's agent"),
  review_with: z
    .array(z.enum(AGENTS))
    .default([])
    .describe("agents that review side by side; empty means the repository's agent"),
  fallback: z
    .array(z.enum(AGENTS))
    .default([])
    .describe(
      'agents that take over, the first that can work, while those that should work rest (a limit of the provider, no login)',
    ),
  home: z
    .enum(['user', 'isolated'])
    .default('user')
    .describe(
      'user: your own login, plugins and settings apply; isolated: a config folder of autodev for each agent, login by key',
    ),
  models: z
    .strictObject(roles)
    .prefault({})
    .describe(
      "models of the default agent per role; a role that is absent takes the repository's model, resolving conflicts claude's opus",
    ),
  timeouts: z
    .strictObject({
      wall_secs: seconds.default(3600).describe('a session is ended after this time'),
      idle_secs: seconds.default(600).describe('a session that says nothing for this long is ended'),
      turns: z.int().min(1).default(200).describe('turns one session may take'),
    })
    .prefault({})
    .describe('limits of one session'),
  retries: z
    .int()
    .min(0)
    .default(1)
    .describe('how often a session that broke for an outside reason is started again'),
  pass_env: z
    .array(
      z
        .string()
        .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of an environment variable')
        .refine(
          (name) => !FORGE_LOGINS.has(name),
          'a variable that is no login for the forge; agents never get one',
        ),
    )
    .default([])
    .describe(
      "environment variables handed on to agents, besides PATH, HOME, LANG and the model's credential",
    ),
  claude: z.strictObject(cli('claude', 'sonnet')).prefault({}).describe('Claude Code'),
  codex: z.strictObject(cli('codex', 'gpt-5-codex')).prefault({}).describe('Codex'),
  gemini: z.strictObject(cli('gemini', 'gemini-2.5-pro')).prefault({}).describe('Gemini CLI'),
  scripted: z
    .strictObject({ script: path.optional().describe('the script it plays') })
    .prefault({})
    .describe('an agent that follows a script, for demos and tests'),
});

export type AgentConfig = z.output<typeof AgentSchema>;
