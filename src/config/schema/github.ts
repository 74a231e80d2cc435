import { z } from 'zod';
import { path, secret } from './values.ts';

const id = z.union([z.int().min(1), z.string().regex(/^\d+$/, 'a number').transform(Number)]);

export const GithubSchema = z.strictObject({
  token: secret('access token; better kept in token_file or GITHUB_TOKEN').optional(),
  token_file: path.optional().describe('file that holds the access token, readable by you alone'),
  app: z
    .strictObject({
      id: id.describe('id of the GitHub App'),
      installation_id: id.describe('id of its installation'),
      private_key_file: path.describe('file with its private key (PEM)'),
    })
    .optional()
    .describe('work as a GitHub App instead of with a token'),
  reviewer_token: secret('token of a second account, whose reviews are true approvals').optional(),
  reviewer_token_file: path.optional().describe('file that holds the reviewer token'),
  api_url: z
    .url({ protocol: /^https?$/ })
    .default('https://api.github.com')
    .describe('base of the REST API; https://HOST/api/v3 for GitHub Enterprise'),
});

export type GithubConfig = z.output<typeof GithubSchema>;
