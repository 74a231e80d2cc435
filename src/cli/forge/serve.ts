import { join, resolve } from 'node:path';
import { childEnvironment } from '../../config/environment.ts';
import { openHost } from '../../host/host.ts';
import type { Log } from '../../host/log/log.ts';
import type { Input } from '../command.ts';

export async function run(input: Input): Promise<number> {
  const port = input.int('port');
  const data = resolve(input.text('data') ?? join(input.home, 'forge'));
  const log: Log = {
    write: (level, message, fields) => {
      if (level === 'error' || level === 'warn')
        input.io.err(`autodev: ${message} ${JSON.stringify(fields ?? {})}\n`);
    },
  };
  const host = openHost({ env: childEnvironment(), log });
  const { startEmbeddedForge } = await import('../../forge/embedded/start.ts');
  const forge = await startEmbeddedForge(host, { data, ...(port === undefined ? {} : { port }) });
  if (input.json) {
    input.io.out(
      `${JSON.stringify({ schema_version: 1, url: forge.apiUrl, data: forge.data, users: forge.users })}\n`,
    );
  } else {
    input.io.out(`The forge listens on ${forge.url} and keeps its data in ${forge.data}\n`);
    for (const { login, token } of forge.users) input.io.out(`  ${login.padEnd(12)} ${token}\n`);
    input.io.err('Stop it with Ctrl-C.\n');
  }
  await new Promise<void>((done) => {
    if (input.signal.aborted) done();
    else input.signal.addEventListener('abort', () => done(), { once: true });
  });
  await forge.close();
  return 0;
}
