import { modeOf } from '../host/fs/files.ts';
import type { LoadedConfig } from './load.ts';
import { secretKeys } from './file/save.ts';

export interface ExposedFile {
  path: string;
  /** What secret it holds. */
  what: string;
}

/** Files with secrets that others on this machine can read, as sentences with what to do. */
export async function exposedSecrets(loaded: LoadedConfig): Promise<string[]> {
  return (await exposedFiles(loaded)).map(
    ({ path, what }) => `${path} holds ${what} and others can read it; run: chmod 600 ${path}`,
  );
}

export async function exposedFiles({ file, config }: LoadedConfig): Promise<ExposedFile[]> {
  const { github, daemon, notify } = config;
  const files: [file: string | undefined, what: string][] = [
    [secretKeys(config).length > 0 ? file : undefined, secretKeys(config).join(', ')],
    [github.token_file, 'the token'],
    [github.reviewer_token_file, "the reviewer's token"],
    [github.app?.private_key_file, "the app's private key"],
    [daemon.webhook.secret_file, 'the webhook secret'],
    [config.cluster_password_file, "the password of the cluster's database"],
    [notify.webhook?.url_file, "the webhook's URL"],
    [notify.slack?.url_file, "Slack's URL"],
  ];
  const exposed: ExposedFile[] = [];
  for (const [path, what] of files) {
    const mode = path === undefined ? undefined : await modeOf(path);
    if (path !== undefined && mode !== undefined && (mode & 0o077) !== 0) exposed.push({ path, what });
  }
  return exposed;
}
