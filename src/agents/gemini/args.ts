import type { AgentRequest } from '../agent.ts';
import { RETRIES, type AgentSettings } from '../settings.ts';

export const INSTALL = 'install it with `npm install -g @google/gemini-cli`';

/** Flags without which a run would be less safe than this program promises. */
export const NEEDED_FLAGS = [
  '--model',
  '--prompt',
  '--output-format',
  '--approval-mode',
  '--admin-policy',
  '--skip-trust',
  '--include-directories',
  '--extensions',
  '--allowed-mcp-server-names',
  '--resume',
];

/** Where the pieces of one run lie. */
export interface GeminiFiles {
  policy: string;
  settings: string;
}

export function geminiArgs(request: AgentRequest, files: GeminiFiles): string[] {
  const trusted = request.input === 'trusted';
  return [
    '--output-format=stream-json',
    `--model=${request.model}`,
    `--approval-mode=${request.access === 'write' ? 'auto_edit' : 'default'}`,
    `--admin-policy=${files.policy}`,
    // Without it gemini refuses to work where no person has answered its question. For untrusted input the
    // folder that is trusted is an empty one of ours, see `workFolder`.
    '--skip-trust',
    ...(trusted
      ? []
      : [`--include-directories=${request.cwd}`, '--extensions=none', '--allowed-mcp-server-names=none']),
    ...(request.resume === undefined ? [] : [`--resume=${request.resume}`]),
  ];
}

export function geminiEnv(settings: AgentSettings, files: GeminiFiles | undefined): Record<string, string> {
  return {
    // One process instead of a parent that starts itself again.
    GEMINI_CLI_NO_RELAUNCH: 'true',
    ...(files === undefined ? {} : { GEMINI_CLI_SYSTEM_SETTINGS_PATH: files.settings }),
    ...(settings.configDir === undefined ? {} : { GEMINI_CLI_HOME: settings.configDir }),
  };
}

/** The highest tier of gemini's policies. Shell commands cannot be told apart, so a reader gets none. */
export function geminiPolicy(access: AgentRequest['access']): string {
  const rule = (tools: readonly string[], decision: 'allow' | 'deny') =>
    `[[rule]]\ntoolName = ${JSON.stringify(tools)}\ndecision = "${decision}"\npriority = 900\n`;
  const never = ['enter_plan_mode', 'exit_plan_mode', 'ask_user', 'web_fetch', 'save_memory'];
  return access === 'write'
    ? `${rule(never, 'deny')}\n${rule(['run_shell_command'], 'allow')}`
    : rule([...never, 'run_shell_command', 'write_file', 'replace', 'activate_skill'], 'deny');
}

/** Settings that no other settings file overrides. */
export function geminiSettings(
  request: Pick<AgentRequest, 'limits' | 'input'>,
  settings: Pick<AgentSettings, 'retries'>,
): Record<string, unknown> {
  return {
    general: {
      enableAutoUpdate: false,
      enableAutoUpdateNotification: false,
      maxAttempts: Math.min(10, (settings.retries ?? RETRIES) + 1),
    },
    model: { maxSessionTurns: Math.max(1, Math.floor(request.limits.turns)) },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    ...(request.input === 'trusted'
      ? {}
      : { context: { fileName: ['.autodev-no-such-file.md'] }, hooksConfig: { enabled: false } }),
  };
}
