import { keyText } from '../../config/keys/key-path.ts';
import { loadConfig } from '../../config/load.ts';
import type { Input } from '../command.ts';

export async function run({ args: [key = '', given = ''], io, json, home }: Input): Promise<void> {
  const [{ setKey }, { knownKey }, { HIDDEN }, { saveConfig }, { isSecret }, { valueOf }] = await Promise.all(
    [
      import('../../config/file/edit.ts'),
      import('../../config/keys/known-key.ts'),
      import('../../config/keys/redact.ts'),
      import('../../config/file/save.ts'),
      import('../../config/keys/keys.ts'),
      import('./given-value.ts'),
    ],
  );
  const { config, source, file } = await loadConfig(home);
  const path = knownKey(key, config);
  const value = valueOf(path, given === '-' ? (await io.readInput()).trim() : given);
  await saveConfig(setKey(source.text, path, value), { file, home });
  const shown = isSecret(path) ? HIDDEN : value;
  if (json) io.out(`${JSON.stringify({ schema_version: 1, file, key: keyText(path), value: shown })}\n`);
  else io.err(`${keyText(path)} is now ${JSON.stringify(shown)} in ${file}\n`);
}
