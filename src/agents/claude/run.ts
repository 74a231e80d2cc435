import type { Host } from '../../host/host.ts';
import type { Agent } from '../agent.ts';
import { runCli } from '../cli.ts';
import { RETRIES, type AgentSettings } from '../settings.ts';
import { eventStream } from '../stream.ts';
import { INSTALL, claudeArgs } from './args.ts';
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
          request,
          async () => ({
            command: settings.command ?? 'claude',
            missing: INSTALL,
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

export function claudeEnv(settings: AgentSettings): Record<string, string> {
  return {
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_MAX_RETRIES: String(settings.retries ?? RETRIES),
    DISABLE_AUTOUPDATER: '1',
    ...(settings.configDir === undefined ? {} : { CLAUDE_CONFIG_DIR: settings.configDir }),
  };
}
