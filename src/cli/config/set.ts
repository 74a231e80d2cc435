import { parse } from 'yaml';
import { setKey } from '../../config/file/edit.ts';
import { keyText } from '../../config/keys/key-path.ts';
import { isSecret, schemaAt } from '../../config/keys/keys.ts';
import { knownKey } from '../../config/keys/known-key.ts';
import { loadConfig } from '../../config/load.ts';
import { HIDDEN } from '../../config/keys/redact.ts';
import { saveConfig } from '../../config/file/save.ts';
import type { KeyPath } from '../../config/file/source.ts';
import { AutodevError, messageOf } from '../../work/errors.ts';
import type { Input } from '../command.ts';

export async function run({ args: [key = '', given = ''], io, json, home }: Input): Promise<void> {
  const { config, source, file } = await loadConfig(home);
  const path = knownKey(key, config);
  const value = valueOf(path, given === '-' ? (await io.readInput()).trim() : given);
  await saveConfig(setKey(source.text, path, value), { file, home });
  const shown = isSecret(path) ? HIDDEN : value;
  if (json) io.out(`${JSON.stringify({ schema_version: 1, file, key: keyText(path), value: shown })}\n`);
  else io.err(`${keyText(path)} is now ${JSON.stringify(shown)} in ${file}\n`);
}

/** Where text is wanted, `5` and `true` are text. */
function valueOf(path: KeyPath, given: string): unknown {
  if (schemaAt(path)?.type === 'string') return given;
  try {
    return parse(given) as unknown;
  } catch (error) {
    throw new AutodevError('invalid_input', `the value is not YAML: ${given}`, { why: messageOf(error) });
  }
}
