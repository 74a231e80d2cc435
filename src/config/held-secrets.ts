import { readSecret } from '../host/fs/secret-file.ts';
import { readEnvironment } from './environment.ts';
import { isSecret } from './keys/keys.ts';
import type { Config } from './schema.ts';
import { forgeLogin, reviewerToken, type SecretSources } from './secrets.ts';
import { isPlainObject, type KeyPath } from './file/source.ts';

/** Variables of this name hold secrets; shorter values are switches and names. */
const SECRET_NAME =
  /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PAT|CREDENTIALS?|(?:API|ACCESS|PRIVATE|SECRET|AUTH)_?KEY)(?:$|_)/i;
const SHORTEST = 16;

/** Every secret that this process can reach by its configuration and environment: none of them may ever leave it. */
export async function heldSecrets(config: Config, sources: SecretSources = {}): Promise<string[]> {
  const { env = readEnvironment() } = sources;
  const { github, daemon, notify } = config;
  const login = await forgeLogin(github, sources);
  const files = [
    daemon.webhook.secret_file,
    config.cluster_password_file,
    notify.webhook?.url_file,
    notify.slack?.url_file,
  ];
  const read = await Promise.all(files.filter((file) => file !== undefined).map((file) => readSecret(file)));
  return [
    login?.kind === 'token' ? login.token : login?.privateKey,
    await reviewerToken(github),
    ...read.map((text) => text?.trim()),
    ...written(config),
    passwordIn(config.cluster),
    config.cluster === undefined ? undefined : env['PGPASSWORD'] || undefined,
    ...Object.entries(env).flatMap(([name, value]) =>
      SECRET_NAME.test(name) && value !== undefined && isValue(value) ? [value.trim()] : [],
    ),
  ].filter((secret) => secret !== undefined);
}

const isValue = (value: string) => value.trim().length >= SHORTEST && !/^[/~.]|^\d+$|\s/.test(value.trim());

/** The values of secret keys that stand in config.yaml itself. */
function written(value: unknown, path: KeyPath = []): string[] {
  if (typeof value === 'string') return isSecret(path) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((inner, at) => written(inner, [...path, at]));
  if (!isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => written(inner, [...path, key]));
}

/** A password is a secret by itself, not only as a part of its URL. */
function passwordIn(url: string | undefined): string | undefined {
  const password = url === undefined ? '' : new URL(url).password;
  return password === '' ? undefined : decodeURIComponent(password);
}
