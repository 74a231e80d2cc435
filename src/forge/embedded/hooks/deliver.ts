import { hmacSha256 } from '../../../host/hash.ts';
import { fetchWithin, systemFetch } from '../../../host/net/fetch.ts';
import { messageOf } from '../../../work/errors.ts';
import { repositoryJson } from '../json/repository.ts';
import { userJson } from '../json/user.ts';
import { nowOf, type Site } from '../site.ts';
import { hooksOf, insertDelivery, type HookRow } from '../tables/hooks.ts';
import type { Announcement } from './announcement.ts';

const PATIENCE = 10_000;

/** Sends an announcement to every hook that listens, each hook's deliveries in their order. */
export function announceTo(site: Site, announcement: Announcement): void {
  const listening = hooksOf(site.db, announcement.repo.id).filter((hook) => listensTo(hook, announcement));
  if (listening.length === 0) return;
  const body = Promise.resolve(announcement.payload()).then((payload) =>
    JSON.stringify({
      ...(announcement.action === null ? {} : { action: announcement.action }),
      ...payload,
      repository: repositoryJson(site, announcement.repo, announcement.sender),
      sender: userJson(site, announcement.sender),
    }),
  );
  for (const hook of listening) {
    site.track(site.serial.run(`hook:${hook.id}`, async () => deliver(site, hook, announcement, await body)));
  }
}

function listensTo(hook: HookRow, { event, hookId }: Announcement): boolean {
  if (hookId !== undefined) return hook.id === hookId;
  const events = JSON.parse(hook.events) as string[];
  return hook.active === 1 && (events.includes(event) || events.includes('*'));
}

/** A forge on one's own machine must not be a way to send requests elsewhere. */
function isLoopback(url: string): boolean {
  const { hostname, protocol } = new URL(url);
  return /^https?:$/.test(protocol) && /^(localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

async function deliver(site: Site, hook: HookRow, announcement: Announcement, json: string): Promise<void> {
  const guid = site.host.random.uuid();
  const form = hook.content_type === 'form';
  const body = form ? new URLSearchParams({ payload: json }).toString() : json;
  const started = site.host.clock.monotonic();
  let code = 0;
  let status = 'OK';
  try {
    if (!isLoopback(hook.url)) throw new Error('only loopback addresses are delivered to');
    const response = await fetchWithin(
      site.host.clock,
      PATIENCE,
      (signal) =>
        systemFetch(hook.url, {
          method: 'POST',
          redirect: 'manual',
          signal,
          body,
          headers: {
            'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
            'user-agent': 'autodev-forge-hookshot',
            'x-github-event': announcement.event,
            'x-github-delivery': guid,
            'x-github-hook-id': String(hook.id),
            ...(hook.secret === null
              ? {}
              : {
                  'x-hub-signature-256': `sha256=${hmacSha256(hook.secret, body)}`,
                }),
          },
        }),
      site.stopping,
    );
    code = response.status;
    await response.body?.cancel();
    if (!response.ok) status = `Invalid HTTP Response: ${code}`;
  } catch (error) {
    status = messageOf(error);
  }
  insertDelivery(site.db, {
    hook_id: hook.id,
    guid,
    event: announcement.event,
    action: announcement.action,
    status_code: code,
    status,
    duration: (site.host.clock.monotonic() - started) / 1000,
    delivered_at: nowOf(site),
  });
}
