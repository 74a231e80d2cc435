import { readTextIfAny } from '../host/fs/files.ts';
import { AutodevError } from '../work/errors.ts';
import { readEnvironment } from './environment.ts';
import type { Config } from './schema.ts';
import { secretIn } from './secrets.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** How to reach the database of a cluster. The password is handed to the database's client and to nothing else. */
export interface ClusterAddress {
  host: string;
  port: number;
  user: string;
  database: string;
  password: string | undefined;
  tls: ClusterTls | false;
}

export interface ClusterTls {
  rejectUnauthorized: boolean;
  ca?: string;
  cert?: string;
  key?: string;
  anyName?: boolean;
}

const MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type Mode = (typeof MODES)[number];
const KNOWN = ['host', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey'];

/** Undefined: one machine alone. Says what is wrong without the URL, which may hold a password. */
export async function clusterAddress(
  config: Pick<Config, 'cluster' | 'cluster_password_file'>,
  env: Environment = readEnvironment(),
): Promise<ClusterAddress | undefined> {
  if (config.cluster === undefined) return undefined;
  const url = new URL(config.cluster);
  const options = url.searchParams;
  // What follows such a character is no longer read as the password, and would be shown as something else.
  if (url.hash !== '' || `${url.pathname}${url.search}`.includes('@'))
    throw wrong(
      'it has a /, ?, # or @ that is not escaped',
      'write them as %2F, %3F, %23 and %40, or put the password into cluster_password_file',
    );
  for (const name of options.keys())
    if (!KNOWN.includes(name)) throw wrong(`unknown option ${name}`, `known are ${KNOWN.join(', ')}`);
  const host = options.get('host') ?? decoded(url.hostname).replaceAll(/^\[|\]$/g, '');
  const user = decoded(url.username) || env['PGUSER'] || env['USER'] || '';
  if (host === '') throw wrong('it names no host', 'postgres://USER@HOST:5432/DATABASE');
  if (user === '') throw wrong('it names no user', 'postgres://USER@HOST:5432/DATABASE');
  return {
    host,
    port: url.port === '' ? 5_432 : Number(url.port),
    user,
    database: decoded(url.pathname.slice(1)) || user,
    password: await passwordOf(config, url, env),
    tls: await tlsOf(modeOf(options, host), options),
  };
}

async function passwordOf(
  { cluster_password_file: file }: Pick<Config, 'cluster_password_file'>,
  url: URL,
  env: Environment,
): Promise<string | undefined> {
  if (file !== undefined) return secretIn(file, 'cluster_password_file');
  return decoded(url.password) || env['PGPASSWORD'] || undefined;
}

/** Beyond this machine, or with a certificate, the server proves who it is, unless the URL says otherwise. */
function modeOf(options: URLSearchParams, host: string): Mode {
  const said = options.get('sslmode');
  const named = ['sslrootcert', 'sslcert', 'sslkey'].some((name) => options.has(name));
  if (said === null) return isLocal(host) && !named ? 'disable' : 'verify-full';
  const mode = MODES.find((each) => each === said);
  if (mode === undefined) throw wrong(`sslmode cannot be ${said}`, `it is one of ${MODES.join(', ')}`);
  return mode;
}

const isLocal = (host: string): boolean =>
  host.startsWith('/') || host === 'localhost' || host === '::1' || host.startsWith('127.');

async function tlsOf(mode: Mode, options: URLSearchParams): Promise<ClusterTls | false> {
  if (mode === 'disable') return false;
  const read = async (name: string) => {
    const path = options.get(name);
    if (path === null) return undefined;
    const text = await readTextIfAny(path);
    if (text === undefined) throw wrong(`${name}: there is no ${path}`, 'the path of a PEM file');
    return text;
  };
  const [ca, cert, key] = [await read('sslrootcert'), await read('sslcert'), await read('sslkey')];
  return {
    rejectUnauthorized: mode !== 'require',
    ...(mode === 'verify-ca' ? { anyName: true } : {}),
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}

/** A `%` that begins no escape is a mistake in the URL, told without it. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw wrong(
      'it has a % that is no escape',
      'write % as %25, or put the password into cluster_password_file',
    );
  }
}

const wrong = (why: string, hint: string): AutodevError =>
  new AutodevError('invalid_config', 'cluster: not a database that can be used', { why, hint });
