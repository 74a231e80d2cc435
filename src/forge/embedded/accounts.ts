import { join } from 'node:path';
import { z } from 'zod';
import { isoSeconds } from '../../host/clock.ts';
import { readSecret } from '../../host/fs/secret-file.ts';
import { writeAtomic } from '../../host/fs/files.ts';
import { sameDigest, sha256 } from '../../host/hash.ts';
import type { Host } from '../../host/host.ts';
import type { Database } from '../../host/db/sqlite.ts';
import { AutodevError } from '../../work/errors.ts';

export interface Account {
  login: string;
  token: string;
}

export type TokenTable = (token: string) => string | undefined;

const fileSchema = z.array(z.object({ login: z.string(), token: z.string().min(16) }));

/** Two people, since an author cannot approve, and apps, since only they create check-runs; one is GitHub Actions. */
const DEFAULT_LOGINS = ['dev', 'reviewer', 'ci[bot]', 'github-actions[bot]'];
const LOGIN = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})(?:\[bot\])?$/;
/** First words of paths that are the API's or the server's own. */
const RESERVED = new Set(['user', 'users', 'repos', 'search', 'login', 'assets', 'faults']);

/** The people and apps of this forge. Their tokens live in one 0600 file and stay the same across restarts. */
export async function openAccounts(
  host: Host,
  db: Database,
  data: string,
  logins: readonly string[] = DEFAULT_LOGINS,
): Promise<Account[]> {
  for (const login of logins) {
    if (!LOGIN.test(login) || RESERVED.has(login.toLowerCase())) {
      throw new AutodevError('invalid_input', `not a user name for the forge: ${login}`);
    }
  }
  const path = join(data, 'users.json');
  const text = await readSecret(path);
  const kept = text === undefined ? [] : parse(path, text);
  const missing = logins.filter((login) => !kept.some((account) => account.login === login));
  const accounts = [...kept, ...missing.map((login) => ({ login, token: `adf_${host.random.hex(20)}` }))];
  if (missing.length > 0) await writeAtomic(path, `${JSON.stringify(accounts, null, 2)}\n`, 0o600);
  for (const { login } of accounts) {
    db.run(
      'INSERT INTO users (login, type, created_at) VALUES (?, ?, ?) ON CONFLICT (login) DO NOTHING',
      login,
      login.endsWith('[bot]') ? 'Bot' : 'User',
      isoSeconds(host.clock.now()),
    );
  }
  return accounts;
}

function parse(path: string, text: string): Account[] {
  try {
    return fileSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new AutodevError('invalid_config', `${path} is not a list of {login, token}`, {
      hint: 'remove the file to get new tokens',
      cause: error,
    });
  }
}

/** Finds the login of a token without telling by its timing how much of a guess was right. */
export function tokenTable(accounts: readonly Account[]): TokenTable {
  const known = accounts.map(({ login, token }) => ({ login, digest: sha256(token) }));
  return (token) => {
    const asked = sha256(token);
    return known.find((account) => sameDigest(account.digest, asked))?.login;
  };
}
