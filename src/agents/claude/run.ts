import type { Host } from '../../host/host.ts';
import type { Agent } from '../agent.ts';
import { runCli } from '../cli.ts';
import type { AgentSettings } from '../settings.ts';
import { eventStream } from '../stream.ts';
import { claudeArgs, claudeEnv, claudeNeeds } from './args.ts';
import { claudeReader } from './events.ts';
import { probeClaude } from './probe.ts';

/** Anthropic's `claude -p`. */
export function openClaude(host: Host, settings: AgentSettings): Agent {
  return {
    name: 'claude',
    probe: () => probeClaude(host, settings),
    run: (request) =>
      eventStream((emit, abandoned) =>
        runCli(
          host,
          settings,
          claudeNeeds(settings),
          request,
          async () => ({
            args: claudeArgs(request, settings),
            env: claudeEnv(settings),
            input: request.prompt,
            reader: claudeReader({ ...request, plugins: settings.plugins ?? [] }),
          }),
          emit,
          abandoned,
        ),
      ),
  };
}
