import { join, resolve } from 'node:path';
import { accountHome, accountName } from '../host/machine.ts';

/** The only reader of process.env. */
export function readEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function userHome(env: Environment = readEnvironment()): string {
  return env.HOME || accountHome();
}

/** AUTODEV_HOME, or ~/.autodev. */
export function homeFolder(env: Environment = readEnvironment()): string {
  const home = env.AUTODEV_HOME;
  return home === undefined || home === '' ? join(userHome(env), '.autodev') : resolve(home);
}

/** Where this user's programs keep their settings. */
export function configFolder(env: Environment = readEnvironment()): string {
  return env['XDG_CONFIG_HOME'] || join(userHome(env), '.config');
}

const PASSED_ON = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TMPDIR',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
];

/** What every child process may inherit: nothing secret, nothing that changes what programs do. */
export function childEnvironment(env: Environment = readEnvironment()): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = env[name];
    if (value !== undefined) passed[name] = value;
  }
  passed.PATH ??= '/usr/local/bin:/usr/bin:/bin';
  passed.HOME ??= accountHome();
  return passed;
}

/** Where the agent whose session started us keeps its transcripts; undefined: no agent did. */
export function sessionConfigDir(env: Environment = readEnvironment()): string | undefined {
  if (!env['CLAUDECODE']) return undefined;
  return env['CLAUDE_CONFIG_DIR'] || join(userHome(env), '.claude');
}

/** Who sits at this command line, for records of who decided something. */
export function userName(env: Environment = readEnvironment()): string {
  return env['USER'] || env['LOGNAME'] || accountName();
}

/** What a program needs to reach the desktop of whoever started us. */
const DESKTOP = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR'];

export function desktopEnvironment(env: Environment = readEnvironment()): Record<string, string> {
  return Object.fromEntries(DESKTOP.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}
