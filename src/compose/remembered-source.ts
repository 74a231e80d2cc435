import type { Status } from '../api/status.ts';
import type { WebSource } from '../api/board/web-source.ts';
import type { Config } from '../config/schema.ts';
import { webSource } from '../daemon/dashboard/web-source.ts';
import type { Clock } from '../host/clock.ts';
import type { Host } from '../host/host.ts';
import type { Store } from '../store/store.ts';
import { registerFlows } from '../workflows/engine/flows.ts';
import { FLOWS } from './flows.ts';
import { openProbes } from './probes.ts';

const LOOK_MS = 1_000;

/** What the web dashboard shows while no daemon runs: what is in the store. Nothing can be changed. */
export function rememberedSource(parts: {
  home: string;
  host: Host;
  store: Store;
  status: () => Promise<Status>;
  config: () => Config;
}): WebSource {
  const { home, host, store, status, config } = parts;
  const { after, lastSeq } = store.events;
  return webSource({
    home,
    clock: host.clock,
    git: host.git,
    secrets: host.secrets,
    store,
    flows: registerFlows(FLOWS),
    events: { after, lastSeq, subscribe: (news) => watch(store, host.clock, news) },
    status,
    probes: openProbes({ host, home, config }),
  });
}

/** Nobody tells what a daemon that is started meanwhile does: the store is looked at. */
function watch(store: Store, clock: Clock, news: () => void): () => void {
  let seen: number | undefined;
  let over = false;
  const look = async () => {
    const last = await store.events.lastSeq().catch(() => seen);
    if (last !== seen) news();
    seen = last;
    if (!over) timer = clock.after(LOOK_MS, () => void look(), { background: true });
  };
  let timer = clock.after(LOOK_MS, () => void look(), { background: true });
  return () => {
    over = true;
    timer.cancel();
  };
}
