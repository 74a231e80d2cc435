import { readSecret } from '../host/fs/secret-file.ts';
import type { Processes } from '../host/process/process.ts';
import { AutodevError } from '../work/errors.ts';
import { childEnvironment, readEnvironment } from './environment.ts';
import type { GithubConfig } from './schema/github.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A login for the forge. It is handed to the forge's client and to nothing else: no log, no agent, no argument. */
export type ForgeLogin =
  | { kind: 'token'; token: string; origin: string }
  | { kind: 'app'; id: number; installationId: number; privateKey: string; origin: string };

export interface SecretSources {
  env?: Environment;
  /** With it, `gh auth token` is asked last. */
  processes?: Processes | undefined;
}

export const TOKEN_VARIABLES = ['GITHUB_TOKEN', 'GH_TOKEN'];

/** What the file says comes first, then GITHUB_TOKEN, GH_TOKEN and the login of `gh`. Undefined: there is none. */
export async function forgeLogin(
  github: GithubConfig,
  sources: SecretSources = {},
): Promise<ForgeLogin | undefined> {
  const { env = readEnvironment(), processes } = sources;
  const { app, token, token_file: file } = github;
  if (app !== undefined) {
    const privateKey = await secretIn(app.private_key_file, 'github.app.private_key_file');
    const origin = 'github.app in config.yaml';
    return { kind: 'app', id: app.id, installationId: app.installation_id, privateKey, origin };
  }
  if (token !== undefined) return { kind: 'token', token, origin: 'github.token in config.yaml' };
  if (file !== undefined) {
    return { kind: 'token', token: await secretIn(file, 'github.token_file'), origin: file };
  }
  for (const name of TOKEN_VARIABLES) {
    const value = env[name]?.trim();
    if (value) return { kind: 'token', token: value, origin: `environment ${name}` };
  }
  const fromGh = processes === undefined ? undefined : await ghToken(github.api_url, env, processes);
  return fromGh === undefined ? undefined : { kind: 'token', token: fromGh, origin: 'gh auth token' };
}

/** The second account, whose reviews count as approvals. */
export async function reviewerToken(github: GithubConfig): Promise<string | undefined> {
  if (github.reviewer_token !== undefined) return github.reviewer_token;
  const file = github.reviewer_token_file;
  return file === undefined ? undefined : secretIn(file, 'github.reviewer_token_file');
}

/** The secret in a file that only its owner may read, without the line end that editors add. */
export async function secretIn(file: string, key: string): Promise<string> {
  const text = (await readSecret(file))?.trim();
  if (text === undefined) {
    throw new AutodevError('invalid_config', `${key}: cannot read ${file}`, { why: 'there is no such file' });
  }
  if (text === '') throw new AutodevError('invalid_config', `${key}: ${file} is empty`);
  return text;
}

async function ghToken(apiUrl: string, env: Environment, processes: Processes): Promise<string | undefined> {
  const { hostname } = new URL(apiUrl);
  const host = hostname === 'api.github.com' ? 'github.com' : hostname;
  // Where gh keeps its login can be moved; nothing else of the environment matters to it.
  const moved = ['GH_CONFIG_DIR', 'XDG_CONFIG_HOME', 'DBUS_SESSION_BUS_ADDRESS'];
  const given = Object.fromEntries(moved.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  try {
    const asked = await processes.run('gh', ['auth', 'token', '--hostname', host], {
      env: { ...childEnvironment(env), ...given },
      timeoutMs: 5000,
      maxOutputBytes: 4096,
    });
    const token = asked.stdout.toString('utf8').trim();
    return asked.code === 0 && token !== '' ? token : undefined;
  } catch {
    return undefined;
  }
}

const SHORTEST_WEBHOOK_SECRET = 8;

/** What signs the forge's deliveries. One that can be guessed would let anybody wake the daemon. */
export async function webhookSecret(file: string): Promise<string> {
  const secret = await secretIn(file, 'daemon.webhook.secret_file');
  if (secret.length >= SHORTEST_WEBHOOK_SECRET) return secret;
  throw new AutodevError(
    'invalid_config',
    `the webhook secret is shorter than ${SHORTEST_WEBHOOK_SECRET} characters`,
    { hint: `put a long random text into ${file} and into the webhook's settings on the forge` },
  );
}
