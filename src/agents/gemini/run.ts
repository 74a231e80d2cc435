import { join } from 'node:path';
import { writeText } from '../../host/files.ts';
import type { Host } from '../../host/host.ts';
import type { Agent, AgentEvent, AgentRequest } from '../agent.ts';
import { runCli, type Call } from '../cli.ts';
import type { AgentSettings } from '../settings.ts';
import { eventStream } from '../stream.ts';
import { INSTALL, geminiArgs, geminiEnv, geminiPolicy } from './args.ts';
import { geminiReader } from './events.ts';
import { geminiPlace } from './home.ts';
import { probeGemini } from './probe.ts';
import { geminiUsage } from './usage.ts';

/** Google's `gemini`. */
export function openGemini(host: Host, settings: AgentSettings): Agent {
  return {
    name: 'gemini',
    probe: () => probeGemini(host, settings),
    run: (request) =>
      eventStream((emit, abandoned) =>
        runCli(host, settings, request, (tmp) => prepare(settings, request, tmp, emit), emit, abandoned),
      ),
  };
}

async function prepare(
  settings: AgentSettings,
  request: AgentRequest,
  tmp: string,
  emit: (event: AgentEvent) => void,
): Promise<Call> {
  const policy = join(tmp, 'policy.toml');
  await writeText(policy, geminiPolicy(request.access));
  const { home, cwd } = await geminiPlace(settings, request, tmp);
  const reader = geminiReader(request);
  const usage = geminiUsage(home, () => reader.tally.sessionId);
  await usage.baseline();
  let shown = 0;
  return {
    command: settings.command ?? 'gemini',
    missing: INSTALL,
    args: geminiArgs(request, policy),
    env: geminiEnv(settings.home === 'user' && request.input === 'trusted' ? settings.configDir : home),
    cwd,
    input: promptFor(request),
    reader,
    refresh: async () => {
      const now = await usage.now();
      reader.tally.turns = Math.max(reader.tally.turns, now.turns);
      if (!reader.limited() || now.turns === shown) return;
      shown = now.turns;
      for (const event of reader.used(now.models, now.turns)) emit(event);
    },
  };
}

/** Gemini has no flag for a schema: it is asked for in words, and checked by us. */
function promptFor(request: AgentRequest): string {
  const place =
    request.input === 'trusted' ? '' : `The repository is in ${request.cwd}; use absolute paths.\n\n`;
  const answer =
    request.schema === undefined
      ? ''
      : `\n\nEnd with exactly one JSON object and nothing else: no prose, no code fence. It must fit this JSON Schema:\n${JSON.stringify(request.schema.json)}`;
  return `${place}${request.prompt}${answer}`;
}
