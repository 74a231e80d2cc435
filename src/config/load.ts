import { join } from 'node:path';
import { fileError, readTextIfAny } from '../host/fs/files.ts';
import { AutodevError } from '../work/errors.ts';
import { homeFolder, readEnvironment } from './environment.ts';
import type { ParsedConfig, Place } from './parse.ts';
import type { Config } from './schema.ts';

export interface LoadedConfig extends ParsedConfig {
  file: string;
  /** False: there is no such file, everything is default. */
  written: boolean;
}

export function configFile(home: string): string {
  return join(home, 'config.yaml');
}

/** Reads AUTODEV_HOME/config.yaml. No file means defaults; a file that cannot be read or understood is an error. */
export async function loadConfig(home = homeFolder(), env = readEnvironment()): Promise<LoadedConfig> {
  const file = configFile(home);
  const text = await readConfigText(file);
  // Loaded when there is something to parse: zod and yaml are most of the start of a command.
  const { parseConfig } = await import('./parse.ts');
  return { ...parseConfig(text ?? '', placeOf(home, env)), file, written: text !== undefined };
}

/** Only which cluster this machine belongs to, also of a file with mistakes elsewhere. */
export async function loadCluster(
  home: string,
  env = readEnvironment(),
): Promise<Pick<Config, 'cluster' | 'cluster_password_file'>> {
  const text = (await readConfigText(configFile(home))) ?? '';
  // The word is looked for first: parsing the configuration doubles the start of a quick command.
  if (!text.includes('cluster')) return { cluster: undefined, cluster_password_file: undefined };
  const { parseCluster } = await import('./parse.ts');
  return parseCluster(text, placeOf(home, env));
}

function placeOf(home: string, env: ReturnType<typeof readEnvironment>): Place {
  const userHome = env['HOME'];
  return { file: configFile(home), home, ...(userHome ? { userHome } : {}) };
}

export async function readConfigText(file: string): Promise<string | undefined> {
  try {
    return await readTextIfAny(file);
  } catch (error) {
    const { why, hint } = fileError(error, '');
    throw new AutodevError('invalid_config', `cannot read ${file}`, {
      why,
      hint: hint ?? 'put a readable file there, or choose another place with AUTODEV_HOME',
      cause: error,
      data: { file },
    });
  }
}
