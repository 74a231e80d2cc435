import type { AgentRequest } from '../agent.ts';
import type { Needs } from '../cli/support.ts';
import { isTeammate } from '../../work/roles.ts';
import { RETRIES, type AgentSettings } from '../settings.ts';
import { settingsArgument } from './settings-argument.ts';

/** Tools that would outlive the run, move it out of its worktree, or ask a person who is not there. */
const NEVER =
  'CronCreate,CronDelete,CronList,ScheduleWakeup,EnterWorktree,ExitWorktree,EnterPlanMode,AskUserQuestion,SendMessage';
/**
 * Edits below the working directory are accepted by the permission mode; listing Edit or Write here would
 * accept them everywhere.
 */
const WRITE_TOOLS = 'Bash,Read,Grep,Glob,TodoWrite,Skill';
/** Commands that only read are accepted by claude itself. */
const READ_TOOLS = 'Read,Grep,Glob,TodoWrite,Skill';
/** A teammate spawns nobody: only who works alone may have helpers. */
const HELPERS = 'Task,Agent';

export function claudeNeeds(settings: AgentSettings): Needs {
  return {
    name: 'claude',
    command: settings.command ?? 'claude',
    lowest: '2.1.0',
    install: 'install it with `npm install -g @anthropic-ai/claude-code`',
    help: ['--help'],
    flags: [
      '--print',
      '--output-format',
      '--include-partial-messages',
      '--model',
      '--permission-mode',
      '--allowedTools',
      '--disallowedTools',
      '--setting-sources',
      '--settings',
      '--strict-mcp-config',
      '--max-budget-usd',
      '--json-schema',
      '--plugin-dir',
      '--settings',
      '--resume',
    ],
  };
}

/** `shellPrefix`: the program that every shell command of the session goes through. */
export function claudeArgs(
  request: AgentRequest,
  settings: AgentSettings,
  how: { sandboxed: boolean; shellPrefix?: string | undefined },
): string[] {
  const { limits, schema } = request;
  const write = request.access === 'write';
  const trusted = request.input === 'trusted';
  // `project` is what the repository brings along; without any source CLAUDE.md is not read either.
  const sources = !trusted ? '' : settings.home === 'user' ? 'user,project,local' : 'project';
  return [
    '-p',
    '--output-format=stream-json',
    '--verbose',
    // Signs of life and the true number of output tokens while a long answer is being written.
    '--include-partial-messages',
    `--model=${request.model}`,
    ...(Number.isFinite(limits.turns) ? [`--max-turns=${Math.max(1, Math.floor(limits.turns))}`] : []),
    ...(Number.isFinite(limits.budgetUsd) ? [`--max-budget-usd=${limits.budgetUsd}`] : []),
    `--permission-mode=${write ? 'acceptEdits' : 'dontAsk'}`,
    `--allowedTools=${allowedTools(request, how.sandboxed)}`,
    `--disallowedTools=${[NEVER, ...(write ? [] : ['Edit,Write,NotebookEdit']), ...(isTeammate(request.role) ? [HELPERS] : [])].join()}`,
    `--setting-sources=${sources}`,
    ...settingsArgument(how),
    ...(trusted ? [] : ['--strict-mcp-config']),
    ...(schema === undefined ? [] : [`--json-schema=${JSON.stringify(schema.json)}`]),
    ...(settings.plugins ?? []).map((folder) => `--plugin-dir=${folder}`),
    ...(request.resume === undefined ? [] : [`--resume=${request.resume}`]),
  ];
}

function allowedTools({ role, access }: AgentRequest, sandboxed: boolean): string {
  const own = access === 'write' ? WRITE_TOOLS : READ_TOOLS;
  // It drives a terminal, in a folder that the sandbox shows it read-only.
  const drives = role === 'qa-tester' && access === 'read' && sandboxed;
  return [own, ...(isTeammate(role) ? [] : [HELPERS]), ...(drives ? ['Bash'] : [])].join();
}

export function claudeEnv(settings: AgentSettings): Record<string, string> {
  return {
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_MAX_RETRIES: String(settings.retries ?? RETRIES),
    DISABLE_AUTOUPDATER: '1',
    ...(settings.configDir === undefined ? {} : { CLAUDE_CONFIG_DIR: settings.configDir }),
  };
}
