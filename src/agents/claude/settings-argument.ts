/** What claude's `--settings` gets from us: it goes before the person's own and the repository's. */
export interface ClaudeSettings {
  sandbox?: { enabled: boolean };
  env?: Record<string, string>;
}

/** Every part of ours that wants a setting of claude is asked here, so that there is one `--settings`. */
export function settingsArgument(how: {
  sandboxed: boolean;
  /** The program that every shell command goes through. */
  shellPrefix?: string | undefined;
}): string[] {
  const settings: ClaudeSettings = {};
  // Its own sandbox cannot be made within ours, and every command of a person who has it on would fail.
  if (how.sandboxed) settings.sandbox = { enabled: false };
  // In the environment alone a person's own settings would override it.
  if (how.shellPrefix !== undefined) settings.env = { CLAUDE_CODE_SHELL_PREFIX: how.shellPrefix };
  return Object.keys(settings).length === 0 ? [] : [`--settings=${JSON.stringify(settings)}`];
}
