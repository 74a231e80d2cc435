/** How one agent CLI is called on this machine: configuration, the same for every run. */
export interface AgentSettings {
  /** Name on PATH or path of the CLI; its usual name unless given. */
  command?: string | undefined;
  /** `user`: the person's own login, plugins and settings. `isolated`: those of `configDir` only. */
  home: 'user' | 'isolated';
  /** Config folder of the CLI: login, settings and transcripts. Needed when isolated. */
  configDir?: string | undefined;
  /** Plugin folders that must load, or the run fails: a guard that is silently absent guards nothing. */
  plugins?: readonly string[] | undefined;
  /** How often the CLI itself repeats a model call that failed. */
  retries?: number | undefined;
  /** Added to every run's environment: base URLs, a proxy, certificates. */
  extraEnv?: Readonly<Record<string, string>> | undefined;
}

export const RETRIES = 3;
