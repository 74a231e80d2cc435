import type { DaemonConfig } from '../../config/schema.ts';
import { webhookSecret } from '../../config/secrets.ts';
import { openWebhookReceiver } from '../../forge/github/webhooks.ts';
import { serve, type Served } from '../../host/net/serve.ts';

type Webhook = DaemonConfig['webhook'];

/** The receiver of the forge's webhooks under the configuration in force. */
export interface WebhookDoor {
  /** Opens, moves or closes it, as the configuration says. Where it listens now; undefined: nowhere. */
  apply(config: Webhook): Promise<string | undefined>;
  close(): Promise<void>;
}

export function webhookReceiver(wake: (repo: string) => void): WebhookDoor {
  let open: { key: string; served: Served } | undefined;
  const close = async () => {
    await open?.served.close();
    open = undefined;
  };
  return {
    close,
    apply: async (config) => {
      const { port, host, secret_file: file } = config;
      if (port === undefined || file === undefined) {
        await close();
        return undefined;
      }
      const secret = await webhookSecret(file);
      const key = JSON.stringify([port, host, secret]);
      if (open?.key === key) return open.served.url;
      await close();
      const receive = openWebhookReceiver({ secret, onHint: ({ repo }) => wake(repo) });
      open = { key, served: await serve(receive, { port, host }) };
      return open.served.url;
    },
  };
}
