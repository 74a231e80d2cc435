import { dirname } from 'node:path';
import { fileError, makeFolder, modeOf, writeAtomic } from '../../host/fs/files.ts';
import { realPlace } from '../../host/fs/real-path.ts';
import { AutodevError, isAutodevError } from '../../work/errors.ts';
import { keyText } from '../keys/key-path.ts';
import { isSecret } from '../keys/keys.ts';
import { leavesOf } from './layers.ts';
import { parseConfig, type ParsedConfig, type Place } from '../parse.ts';
import type { Config } from '../schema.ts';

/** Checks the text, then puts it in the file's place. A file that holds secrets becomes readable by its owner alone. */
export async function saveConfig(text: string, place: Place): Promise<ParsedConfig> {
  const parsed = checked(text, place);
  try {
    const file = await realPlace(place.file);
    const mode = secretKeys(parsed.config).length > 0 ? 0o600 : ((await modeOf(file)) ?? 0o600);
    await makeFolder(dirname(file), 0o700);
    await writeAtomic(file, text, mode);
  } catch (error) {
    throw fileError(error, `cannot write ${place.file}`);
  }
  return parsed;
}

function checked(text: string, place: Place): ParsedConfig {
  try {
    return parseConfig(text, place);
  } catch (error) {
    if (!isAutodevError(error, 'invalid_config')) throw error;
    const { message, data } = error;
    throw new AutodevError('invalid_config', message, { hint: `${place.file} was left as it is`, data });
  }
}

/** The keys under which the file itself holds a secret. */
export function secretKeys(config: Config): string[] {
  const { repos: _, ...sections } = config;
  return leavesOf(sections).flatMap(({ path }) => (isSecret(path) ? [keyText(path)] : []));
}
