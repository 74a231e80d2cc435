import type { Host } from '../../host/host.ts';
import type { Agent } from '../agent.ts';
import { withRepair } from '../repair.ts';
import { eventStream } from '../stream.ts';
import { runScript, unavailable } from './run.ts';
import type { Script } from './script.ts';
import { loggedSessions, memorySessions } from './sessions.ts';

export interface ScriptedOptions {
  /** One JSON line per session is added here when it begins; counters of rules then hold over restarts. */
  sessionsLog?: string | undefined;
}

/** A script, or where it is read anew for each session: a changed one is taken over, a broken one is nobody's failure. */
export type ScriptSource = Script | (() => Promise<Script>);

/** An agent without a model: reacts to its prompt by rules, really edits files, costs what the script says. */
export function openScriptedAgent(host: Host, source: ScriptSource, options: ScriptedOptions = {}): Agent {
  const sessions = options.sessionsLog === undefined ? memorySessions() : loggedSessions(options.sessionsLog);
  return withRepair({
    name: 'scripted',
    run: (request) =>
      eventStream(async (emit, abandoned) => {
        const script = await read(source).catch((error: unknown) => unavailable(request, error));
        return 'stopReason' in script ? script : runScript(host, script, sessions, request, emit, abandoned);
      }),
    probe: async () => ({ name: 'scripted', usable: true, path: null, version: null, problems: [] }),
  });
}

async function read(source: ScriptSource): Promise<Script> {
  return typeof source === 'function' ? source() : source;
}
