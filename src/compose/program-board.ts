import { join } from 'node:path';
import { limitsOf } from '../daemon/running/schedule.ts';
import type { Status } from '../api/status.ts';
import type { WebSource } from '../api/board/web-source.ts';
import type { Config } from '../config/schema.ts';
import { statusOf } from '../daemon/control/status.ts';
import type { Host } from '../host/host.ts';
import type { Served } from '../host/net/serve.ts';
import { openStore } from '../store/sqlite/open.ts';
import type { Store } from '../store/store.ts';
import { AutodevError } from '../work/errors.ts';
import { FLOWS } from './flows.ts';
import { liveSource } from './live-source.ts';
import type { Program } from './program.ts';
import { rememberedSource } from './remembered-source.ts';
import { newToken, type ServeWeb } from './web.ts';

/** The web dashboard of a program that runs in this process without a control socket, and of what it leaves behind. */
export interface ProgramBoard {
  /** The address of the board. */
  show(program: Program, stop: AbortController): Promise<string>;
  /** The program has ended: the same address goes on with what is in its store. */
  remember(): Promise<void>;
  close(): Promise<void>;
}

export function openProgramBoard(parts: {
  home: string;
  host: Host;
  version: string;
  serve: ServeWeb;
  /** The database of the cluster that the program coordinated; absent: it has its own store. */
  cluster?: string | undefined;
}): ProgramBoard {
  const { home, host, version, serve } = parts;
  const token = newToken(host);
  let served: Served | undefined;
  let store: Store | undefined;
  let config: (() => Config) | undefined;
  const serveAgain = async (source: WebSource): Promise<string> => {
    const port = served?.port ?? 0;
    await served?.close();
    served = await serve({ source, clock: host.clock, token, port });
    return served.url;
  };
  const stopped = (remembered: Store): Promise<Status> =>
    statusOf({
      store: remembered,
      now: host.clock.now(),
      daemon: { state: 'stopped', version, pid: null, started_at: null, home },
      perDayUsd: config?.().budget.per_day_usd ?? null,
      flows: FLOWS,
    });
  return {
    show: (program, stop) => {
      config = program.config;
      return serveAgain(liveSource(controlOf(program, { home, host, version, stop }), host, program.config));
    },
    remember: async () => {
      if (config === undefined) return;
      const remembered = await openRemembered(home, parts.cluster);
      store = remembered;
      const status = () => stopped(remembered);
      await serveAgain(rememberedSource({ home, host, store: remembered, status, config }));
    },
    close: async () => {
      await served?.close();
      await store?.close();
    },
  };
}

async function openRemembered(home: string, cluster: string | undefined): Promise<Store> {
  if (cluster === undefined) return openStore(join(home, 'autodev.db'), { readOnly: true });
  const { openConfigured } = await import('./cluster/open.ts');
  const options = { program: 'autodev board', connections: 2, readOnly: true };
  const opened = await openConfigured({ cluster }, options);
  if (opened === undefined) throw new Error('there is no cluster');
  return opened.store;
}

function controlOf(
  program: Program,
  { home, host, version, stop }: { home: string; host: Host; version: string; stop: AbortController },
) {
  const refuse = (what: string) => async () => {
    throw new AutodevError('refused', `${what} is for a daemon`);
  };
  return {
    ...program,
    clock: host.clock,
    home,
    version,
    pid: process.pid,
    startedAt: host.clock.now(),
    stop: () => stop.abort(new Error('stopped from the board')),
    stopping: () => stop.signal.aborted,
    limits: () => ({
      ...limitsOf(program.config().daemon),
      perDayUsd: program.config().budget.per_day_usd,
    }),
    reload: refuse('reload'),
    web: refuse('a board of its own'),
    publish: async () => {},
  };
}
