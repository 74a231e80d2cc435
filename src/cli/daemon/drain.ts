import { loadConfig } from '../../config/load.ts';

const DEFAULT_MS = 30_000;

/** How long the configuration lets sessions run on; a configuration with a mistake must not keep a daemon from stopping. */
export async function drainMs(home: string): Promise<number> {
  return loadConfig(home).then(
    ({ config }) => config.daemon.drain_secs * 1_000,
    () => DEFAULT_MS,
  );
}
