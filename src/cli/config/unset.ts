import { keyText } from '../../config/keys/key-path.ts';
import { loadConfig } from '../../config/load.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';

export async function run({ args: [text = ''], io, json, home }: Input): Promise<void> {
  const [{ unsetKey }, { knownKey }, { saveConfig }] = await Promise.all([
    import('../../config/file/edit.ts'),
    import('../../config/keys/known-key.ts'),
    import('../../config/file/save.ts'),
  ]);
  const { config, source, file } = await loadConfig(home);
  const path = knownKey(text, config);
  const key = keyText(path);
  if (!source.has(path)) throw new AutodevError('not_found', `${key} is not in ${file}`);
  await saveConfig(unsetKey(source.text, path), { file, home });
  if (json) io.out(`${JSON.stringify({ schema_version: 1, file, key })}\n`);
  else io.err(`${key} is no longer in ${file}; its default applies\n`);
}
