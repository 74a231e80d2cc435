import type { AgentRequest } from '../agent.ts';
import type { AgentSettings } from '../settings.ts';
import type { Needs } from '../cli/support.ts';

export function geminiNeeds(settings: AgentSettings): Needs {
  return {
    name: 'gemini',
    command: settings.command ?? 'gemini',
    lowest: '0.50.0',
    install: 'install it with `npm install -g @google/gemini-cli`',
    help: ['--help'],
    flags: [
      '--model',
      '--prompt',
      '--output-format',
      '--approval-mode',
      '--admin-policy',
      '--policy',
      '--skip-trust',
      '--include-directories',
      '--extensions',
      '--allowed-mcp-server-names',
      '--resume',
    ],
  };
}

export function geminiArgs(request: AgentRequest, policy: string): string[] {
  const trusted = request.input === 'trusted';
  return [
    '--output-format=stream-json',
    `--model=${request.model}`,
    `--approval-mode=${request.access === 'write' ? 'auto_edit' : 'default'}`,
    // Where an administrator has policies of their own, gemini ignores the first of these two.
    `--admin-policy=${policy}`,
    `--policy=${policy}`,
    // Without it gemini refuses to work where no person has answered its question. For untrusted input the
    // folder that is trusted is an empty one of ours.
    '--skip-trust',
    ...(trusted
      ? []
      : [`--include-directories=${request.cwd}`, '--extensions=none', '--allowed-mcp-server-names=none']),
    ...(request.resume === undefined ? [] : [`--resume=${request.resume}`]),
  ];
}

export function geminiEnv(home: string | undefined): Record<string, string> {
  return {
    // One process instead of a parent that starts itself again.
    GEMINI_CLI_NO_RELAUNCH: 'true',
    ...(home === undefined ? {} : { GEMINI_CLI_HOME: home }),
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
