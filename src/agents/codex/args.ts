import type { AgentRequest } from '../agent.ts';
import type { Needs } from '../cli/support.ts';
import type { AgentSettings } from '../settings.ts';

export function codexNeeds(settings: AgentSettings): Needs {
  return {
    name: 'codex',
    command: settings.command ?? 'codex',
    lowest: '0.150.0',
    install: 'install it with `npm install -g @openai/codex`',
    help: ['exec', '--help'],
    flags: [
      '--json',
      '--model',
      '--sandbox',
      '--config',
      '--output-schema',
      '--skip-git-repo-check',
      '--ignore-user-config',
      '--ignore-rules',
      '--color',
    ],
  };
}

export function codexArgs(
  request: AgentRequest,
  settings: AgentSettings,
  schemaFile: string | undefined,
  sandboxed: boolean,
): string[] {
  const own = request.access === 'write' ? 'workspace-write' : 'read-only';
  // Its own sandbox cannot be made within ours, which is narrower: no namespaces, the worktree writable or not.
  const sandbox = sandboxed ? 'danger-full-access' : own;
  const resumed = request.resume !== undefined;
  return [
    'exec',
    ...(resumed ? ['resume'] : [`--sandbox=${sandbox}`, '--color=never']),
    '--json',
    `--model=${request.model}`,
    // The worktree of a run is ours; codex asks for a repository only to protect people from themselves.
    '--skip-git-repo-check',
    // `exec resume` has no --sandbox: without this a resumed session would take the configured one.
    `--config=sandbox_mode="${sandbox}"`,
    '--config=approval_policy="never"',
    // Each run has a folder for temporary files of its own.
    '--config=sandbox_workspace_write.exclude_slash_tmp=true',
    // Commands of the agent do not need the model's key.
    '--config=shell_environment_policy.ignore_default_excludes=false',
    '--config=allow_login_shell=false',
    '--config=check_for_update_on_startup=false',
    '--config=analytics.enabled=false',
    ...(request.input === 'trusted'
      ? []
      : [
          '--config=project_doc_max_bytes=0',
          '--ignore-rules',
          ...(settings.home === 'user' ? ['--ignore-user-config'] : []),
        ]),
    ...(schemaFile === undefined ? [] : [`--output-schema=${schemaFile}`]),
    ...(request.resume === undefined ? [] : [request.resume]),
    // The prompt comes on standard input.
    '-',
  ];
}

export function codexEnv(settings: AgentSettings): Record<string, string> {
  return settings.configDir === undefined ? {} : { CODEX_HOME: settings.configDir };
}
