import { stringify } from 'yaml';
import { keyText } from '../../config/keys/key-path.ts';
import { knownKey } from '../../config/keys/known-key.ts';
import { loadConfig } from '../../config/load.ts';
import { redacted } from '../../config/keys/redact.ts';
import { valueAt } from '../../config/file/source.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';

export async function run({ args: [text = ''], io, json, home }: Input): Promise<void> {
  const { config } = await loadConfig(home);
  const path = knownKey(text, config);
  const value = valueAt(redacted(config), path);
  const key = keyText(path);
  if (value === undefined) throw new AutodevError('not_found', `${key} is not set, and has no default`);
  if (json) io.out(`${JSON.stringify({ schema_version: 1, key, value })}\n`);
  else io.out(typeof value === 'string' ? `${value}\n` : stringify(value, { lineWidth: 0 }));
}
