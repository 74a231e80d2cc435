import { watchConfig, type ConfigWatcher } from '../config/watch.ts';
import type { LoadedConfig } from '../config/load.ts';
import { AutodevError, messageOf } from '../work/errors.ts';
import type { Program } from './program.ts';

/** Follows config.yaml: a good one takes effect, a bad one is told and the last good one stays. */
export function openReloads(
  program: Program,
  home: string,
  current: LoadedConfig,
  /** Why the file in its place is not in force; empty: it is. */
  refused: (why: string) => Promise<void>,
): { watcher: ConfigWatcher; now: () => Promise<string> } {
  let outcome: Promise<string> = Promise.resolve('');
  const changed = async (fresh: LoadedConfig): Promise<string> => {
    await program.reload(fresh);
    await refused('');
    return 'the changed configuration is in force';
  };
  const restored = async (): Promise<string> => {
    await refused('');
    return 'the configuration is as it was';
  };
  const rejected = async (error: unknown): Promise<string> => {
    const why = error instanceof AutodevError && error.why ? `: ${error.why}` : '';
    await refused(`${messageOf(error)}${why}`);
    await program.bus.emit({ type: 'config.rejected', message: messageOf(error) });
    throw error;
  };
  const remember = (made: Promise<string>) => {
    outcome = made;
    made.catch(() => {});
  };
  const watcher = watchConfig({
    home,
    current,
    changed: (fresh) => remember(changed(fresh)),
    rejected: (error) => remember(rejected(error)),
    restored: () => remember(restored()),
  });
  return {
    watcher,
    now: async () => {
      outcome = Promise.resolve('the configuration is as it was');
      await watcher.reload();
      return outcome;
    },
  };
}
