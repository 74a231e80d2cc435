import { loadConfig } from '../../config/load.ts';
import type { Input } from '../command.ts';
import { valueLines } from './value-lines.ts';

export async function run(input: Input): Promise<void> {
  const [{ stringify }, { explainConfig }, { exposedSecrets }, { redacted }, { redact }] = await Promise.all([
    import('yaml'),
    import('../../config/explain.ts'),
    import('../../config/exposed-secrets.ts'),
    import('../../config/keys/redact.ts'),
    import('../../host/log/redact.ts'),
  ]);
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
