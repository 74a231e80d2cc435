import type { NotifyConfig } from '../../config/schema/notify.ts';
import { desktopEnvironment } from '../../config/environment.ts';
import { secretIn } from '../../config/secrets.ts';
import type { Host } from '../../host/host.ts';
import type { Deliver } from './outbox.ts';
import { desktop } from './desktop.ts';
import { isOn, type Channel } from './notice.ts';
import { postTo, slackBody, webhookBody } from './post.ts';

/** How a channel delivers under the configuration in force; undefined when it is switched off. */
export function channelOf(host: Host, notify: NotifyConfig, channel: Channel): Deliver | undefined {
  if (!isOn(notify, channel)) return undefined;
  if (channel === 'desktop') return desktop(host, desktopEnvironment());
  const { url, url_file: file } = notify[channel] ?? {};
  return postTo({
    clock: host.clock,
    url: async () => url ?? (await secretIn(file ?? '', `notify.${channel}.url_file`)),
    body: channel === 'slack' ? slackBody : webhookBody,
  });
}
