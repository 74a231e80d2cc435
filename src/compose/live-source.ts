import type { WebSource } from '../api/board/web-source.ts';
import { command } from '../api/control/command.ts';
import type { Config } from '../config/schema.ts';
import { apply } from '../daemon/control/apply.ts';
import { liveOf, liveStatus, type ControlParts } from '../daemon/control/server.ts';
import { webSource } from '../daemon/dashboard/web-source.ts';
import type { Host } from '../host/host.ts';
import { openProbes } from './probes.ts';

/** What the web dashboard of a living daemon shows, and how it tells the daemon something. */
export function liveSource(parts: ControlParts, host: Host, config: () => Config): WebSource {
  const { home, clock, store, flows, bus, forge } = parts;
  const { after, lastSeq } = store.events;
  return webSource({
    home,
    clock,
    git: host.git,
    secrets: host.secrets,
    store,
    flows,
    events: { after, lastSeq, subscribe: bus.subscribe },
    status: () => liveStatus(parts),
    probes: openProbes({ host, home, config }),
    daemon: {
      live: () => liveOf(parts),
      forge,
      tell: async (order) => {
        const outcome = await apply(command.parse(order), parts);
        await parts.publish();
        return outcome;
      },
    },
  });
}
