import { join } from 'node:path';
import { exists } from '../../host/fs/files.ts';
import type { Host } from '../../host/host.ts';
import { realpath } from '../../host/fs/real-path.ts';
import type { Agent } from '../agent.ts';
import type { Call } from '../cli/call.ts';
import { runCli } from '../cli/cli.ts';
import type { AgentSettings } from '../settings.ts';
import { eventStream } from '../stream.ts';
import { claudeArgs, claudeEnv, claudeNeeds } from './args.ts';
import { claudeReader } from './events.ts';
import { claudeFolders } from './folders.ts';
import { probeClaude } from './probe.ts';
import { shellPrefix } from './shell-prefix.ts';
import { claudeWay } from './way.ts';

/** Anthropic's `claude -p`. */
export function openClaude(host: Host, settings: AgentSettings): Agent {
  return {
    name: 'claude',
    probe: () => probeClaude(host, settings),
    run: (request) =>
      eventStream((emit, abandoned) =>
        runCli({ host, settings, needs: claudeNeeds(settings), request, emit, abandoned }, async () => {
          const prefix = await shellPrefix(request);
          return {
            // In our own sandbox the session has no more than the phase's would leave it.
            args: ({ sandboxed }) =>
              claudeArgs(request, settings, { sandboxed, shellPrefix: sandboxed ? undefined : prefix }),
            env: claudeEnv(settings),
            refusal: await missingPlugin(settings.plugins ?? []),
            way: claudeWay,
            folders: claudeFolders(request, settings, await realpath(request.cwd).catch(() => request.cwd)),
            input: request.prompt,
            reader: claudeReader({ ...request, plugins: settings.plugins ?? [] }),
          };
        }),
      ),
  };
}

/** Claude loads an empty folder as a plugin without a word: whatever it was to guard would not be guarded. */
async function missingPlugin(folders: readonly string[]): Promise<Call['refusal']> {
  for (const folder of folders) {
    if (await exists(join(folder, '.claude-plugin', 'plugin.json'))) continue;
    return {
      reason: 'plugin_error',
      text: `${folder} is not a plugin: it has no .claude-plugin/plugin.json`,
    };
  }
  return undefined;
}
