import type { Script } from '../../agents/scripted/script.ts';
import type { ParsedConfig } from '../../config/parse.ts';
import { tailEvents } from '../../daemon/cluster/tail-events.ts';
import { writableFolder } from '../../host/fs/files.ts';
import type { Host } from '../../host/host.ts';
import { openProgram, type Program } from '../program.ts';
import { runCoordinator } from './coordinator.ts';

/** A program that leads a cluster in this process, for a demo: it has nobody to take over from. */
export interface LedProgram {
  readonly program: Program;
  /** Scans and hands out items until told to stop. */
  run(stop: AbortSignal): Promise<void>;
}

/** Leads as soon as it is there; hands nothing out before it is run. */
export async function openLedProgram(at: {
  home: string;
  host: Host;
  parsed: ParsedConfig;
  script: Script;
  version: string;
}): Promise<LedProgram> {
  const { home, host, parsed, script, version } = at;
  await writableFolder(home, 'the autodev folder');
  const stop = new AbortController();
  const begun = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<Program>();
  const leading = runCoordinator({
    home,
    host,
    loaded: parsed,
    version,
    stop: stop.signal,
    term: async (seat, over) => {
      const program = await openProgram({ home, host, parsed, script, seat });
      await using _tail = tailEvents(program.store, program.bus, host.clock);
      try {
        opened.resolve(program);
        await begun.promise;
        await program.daemon.run(over);
      } finally {
        await program.close();
      }
    },
  });
  leading.catch(opened.reject);
  return {
    program: await opened.promise,
    run: async (told) => {
      const end = () => stop.abort(told.reason);
      if (told.aborted) end();
      else told.addEventListener('abort', end, { once: true });
      begun.resolve();
      await leading;
    },
  };
}
