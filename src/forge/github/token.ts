import { readSecret } from '../../host/secret-file.ts';
import type { Host } from '../../host/host.ts';
import { AutodevError } from '../../work/errors.ts';

/** Gives a token that is valid now. */
export type TokenProvider = () => Promise<string>;

export function fixedToken(token: string): TokenProvider {
  return () => Promise.resolve(token);
}

export interface TokenSources {
  /** Values of the environment's token variables, the preferred first; read by config. */
  environment?: readonly (string | undefined)[];
  /** A file of mode 0600 that holds nothing but the token. */
  file?: string | undefined;
  /** Ask `gh auth token`: whoever is logged in with GitHub's command line. */
  gh?: { hostname: string } | undefined;
}

export interface FoundToken {
  token: string;
  from: 'environment' | 'file' | 'gh';
}

const GH_PATIENCE = 10_000;

/** Environment, then file, then gh. The token itself never goes into an error or a log. */
export async function findToken(host: Host, sources: TokenSources): Promise<FoundToken> {
  const set = (sources.environment ?? []).find((value) => value !== undefined && value.trim() !== '');
  if (set !== undefined) return { token: checked(set, 'the environment'), from: 'environment' };
  if (sources.file !== undefined) {
    const text = await readSecret(sources.file);
    if (text !== undefined) return { token: checked(text, sources.file), from: 'file' };
  }
  const asked = sources.gh === undefined ? undefined : await askGh(host, sources.gh.hostname);
  if (asked !== undefined) return { token: checked(asked, '`gh auth token`'), from: 'gh' };
  throw new AutodevError('forge_unauthorized', 'no token for the forge', {
    hint: 'set GITHUB_TOKEN, put one in a 0600 file named by github.token_file, or log in with `gh auth login`',
  });
}

function checked(text: string, where: string): string {
  const token = text.trim();
  if (!/^[\x21-\x7e]{8,1024}$/.test(token)) {
    throw new AutodevError('invalid_config', `what ${where} holds is not a token`, {
      hint: 'it must be one line without spaces',
    });
  }
  return token;
}

async function askGh(host: Host, hostname: string): Promise<string | undefined> {
  try {
    const done = await host.processes.run('gh', ['auth', 'token', '--hostname', hostname], {
      env: { ...host.env, GH_PROMPT_DISABLED: '1', GH_NO_UPDATE_NOTIFIER: '1' },
      timeoutMs: GH_PATIENCE,
      maxOutputBytes: 4096,
    });
    const token = done.stdout.toString('utf8').trim();
    return done.code === 0 && token !== '' ? token : undefined;
  } catch (error) {
    if (error instanceof AutodevError && error.code === 'not_found') return undefined;
    throw error;
  }
}
