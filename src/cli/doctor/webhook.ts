import { webhookSecret } from '../../config/secrets.ts';
import { serve } from '../../host/net/serve.ts';
import { messageOf } from '../../work/errors.ts';
import { ok, problem, type Check, type Patient } from './check.ts';

export async function checkWebhook({ loaded, running }: Patient): Promise<Check[]> {
  if (loaded === undefined) return [];
  const { port, host, secret_file: file } = loaded.config.daemon.webhook;
  if (port === undefined) return [ok('webhook', 'none; changes are found by polling')];
  try {
    if (file !== undefined) await webhookSecret(file);
    // A running daemon holds the port itself.
    if (!running) await (await serve(() => new Response(), { port, host })).close();
    return [ok('webhook', `${host}:${port} with a secret`)];
  } catch (error) {
    return [problem('webhook', messageOf(error), 'See daemon.webhook in config.yaml.')];
  }
}
