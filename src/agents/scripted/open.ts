import type { Host } from '../../host/host.ts';
import type { Agent } from '../agent.ts';
import { withRepair } from '../repair.ts';
import { eventStream } from '../stream.ts';
import { runScript } from './run.ts';
import type { Script } from './script.ts';
import { loggedSessions, memorySessions } from './sessions.ts';

export interface ScriptedOptions {
  /** One JSON line per session is added here when it begins; counters of rules then hold over restarts. */
  sessionsLog?: string | undefined;
}

/** An agent without a model: reacts to its prompt by rules, really edits files, costs what the script says. */
export function openScriptedAgent(host: Host, script: Script, options: ScriptedOptions = {}): Agent {
  const sessions = options.sessionsLog === undefined ? memorySessions() : loggedSessions(options.sessionsLog);
  return withRepair({
    name: 'scripted',
    run: (request) =>
      eventStream((emit, abandoned) => runScript(host, script, sessions, request, emit, abandoned)),
    probe: async () => ({ name: 'scripted', usable: true, path: null, version: null, problems: [] }),
  });
}
