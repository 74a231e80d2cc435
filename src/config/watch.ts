import { systemClock, type Clock, type Timer } from '../host/clock.ts';
import { watchFile } from '../host/fs/watch.ts';
import { AutodevError, messageOf } from '../work/errors.ts';
import { homeFolder, readEnvironment } from './environment.ts';
import { configFile, loadConfig, type LoadedConfig } from './load.ts';

export interface ConfigWatcher extends Disposable {
  /** Looks again now, as after a change (`autodev restart`, SIGHUP). Resolves when the outcome was told. */
  reload(): Promise<void>;
}

export interface WatchOptions {
  home?: string;
  /** The configuration in force; a file that reads the same is no news. */
  current: LoadedConfig;
  changed(loaded: LoadedConfig): void;
  /** The file cannot be used: the configuration in force stays. */
  rejected(error: unknown): void;
  /** After a rejection the file is again what is in force. */
  restored(): void;
  clock?: Clock;
  env?: Readonly<Record<string, string | undefined>>;
  watch?: typeof watchFile;
}

/** An editor writes in several steps; the file is read when it has been quiet this long. */
const QUIET_MS = 200;

/** Follows config.yaml. Each change is told once, as a valid configuration or as a rejection. */
export function watchConfig(options: WatchOptions): ConfigWatcher {
  const { home = homeFolder(), clock = systemClock, env = readEnvironment(), watch = watchFile } = options;
  let inForce = options.current;
  let refused: string | undefined;
  let timer: Timer | undefined;
  let stopped = false;
  let turn: Promise<void> = Promise.resolve();

  const read = async (): Promise<LoadedConfig> => {
    const loaded = await loadConfig(home, env);
    // A file that vanished is an accident or half a save, not a wish for defaults.
    if (!loaded.written && inForce.written) {
      throw new AutodevError('invalid_config', `${loaded.file} is gone; the last good configuration stays`);
    }
    return loaded;
  };
  const look = async (): Promise<void> => {
    const outcome = await read().catch((error: unknown) => ({ error }));
    if (stopped) return;
    if ('error' in outcome) {
      const text = messageOf(outcome.error);
      if (text === refused) return;
      refused = text;
      options.rejected(outcome.error);
      return;
    }
    const wasRefused = refused !== undefined;
    refused = undefined;
    if (outcome.source.text === inForce.source.text) {
      if (wasRefused) options.restored();
      return;
    }
    inForce = outcome;
    options.changed(outcome);
  };
  const reload = (): Promise<void> => {
    turn = turn.then(look);
    return turn;
  };
  const watcher = watch(
    configFile(home),
    () => {
      timer?.cancel();
      timer = clock.after(QUIET_MS, () => void reload(), { background: true });
    },
    clock,
  );
  return {
    reload,
    [Symbol.dispose]: () => {
      stopped = true;
      timer?.cancel();
      watcher[Symbol.dispose]();
    },
  };
}
