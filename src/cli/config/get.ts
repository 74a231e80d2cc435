import { keyText } from '../../config/keys/key-path.ts';
import { loadConfig } from '../../config/load.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';

export async function run({ args: [text = ''], io, json, home }: Input): Promise<void> {
  const [{ stringify }, { knownKey }, { redacted }, { valueAt }] = await Promise.all([
    import('yaml'),
    import('../../config/keys/known-key.ts'),
    import('../../config/keys/redact.ts'),
    import('../../config/file/source.ts'),
  ]);
  const { config } = await loadConfig(home);
  const path = knownKey(text, config);
  const value = valueAt(redacted(config), path);
  const key = keyText(path);
  if (value === undefined) throw new AutodevError('not_found', `${key} is not set, and has no default`);
  if (json) io.out(`${JSON.stringify({ schema_version: 1, key, value })}\n`);
  else io.out(typeof value === 'string' ? `${value}\n` : stringify(value, { lineWidth: 0 }));
}
