import { stringify } from 'yaml';
import { explainConfig } from '../../config/explain.ts';
import { exposedSecrets } from '../../config/exposed-secrets.ts';
import { loadConfig } from '../../config/load.ts';
import { redacted } from '../../config/keys/redact.ts';
import { redact } from '../../host/log/redact.ts';
import type { Input } from '../command.ts';
import { valueLines } from './value-lines.ts';

export async function run(input: Input): Promise<void> {
  const { io, json, home } = input;
  const loaded = await loadConfig(home);
  const { file, written } = loaded;
  for (const warning of await exposedSecrets(loaded)) io.err(`autodev: warning: ${warning}\n`);
  if (!written && !json) io.err(`autodev: there is no ${file}; these are the defaults\n`);
  if (input.flag('origin')) {
    const values = explainConfig(loaded);
    const text = json
      ? `${JSON.stringify({ schema_version: 1, file, written, values })}\n`
      : valueLines(values, io);
    io.out(redact(text));
    return;
  }
  const config = redacted(loaded.config);
  const text = json
    ? `${JSON.stringify({ schema_version: 1, file, written, config })}\n`
    : stringify(config, { lineWidth: 0 });
  // Also where no field is meant for it: a token in a URL, a key in a command.
  io.out(redact(text));
}
