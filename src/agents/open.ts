import type { Host } from '../host/host.ts';
import { AutodevError } from '../work/errors.ts';
import type { Agent, AgentName } from './agent.ts';
import { openClaude } from './claude/run.ts';
import { openCodex } from './codex/run.ts';
import { openGemini } from './gemini/run.ts';
import { withRepair } from './repair.ts';
import type { AgentSettings } from './settings.ts';

/** The agent CLI of that name, with the repair run of the contract. */
export function openAgent(
  name: Exclude<AgentName, 'scripted'>,
  host: Host,
  settings: AgentSettings = { home: 'user' },
): Agent {
  if (settings.home === 'isolated' && settings.configDir === undefined) {
    throw new AutodevError('invalid_config', `${name}: an isolated agent needs a config folder of its own`);
  }
  switch (name) {
    case 'claude':
      return withRepair(openClaude(host, settings));
    case 'codex':
      return withRepair(openCodex(host, settings));
    case 'gemini':
      // For untrusted input it runs in a folder of one run, and sessions belong to folders.
      return withRepair(openGemini(host, settings), (request) => request.input === 'trusted');
  }
  return name satisfies never;
}
