import { join } from 'node:path';
import { processIsolation } from '../../host/sandbox/process-isolation.ts';
import { writeText } from '../../host/fs/files.ts';
import { findFiles } from '../../host/fs/find.ts';
import type { Host } from '../../host/host.ts';
import type { Agent, AgentEvent, AgentRequest } from '../agent.ts';
import type { Call } from '../cli/call.ts';
import { runCli } from '../cli/cli.ts';
import type { AgentSettings } from '../settings.ts';
import { eventStream } from '../stream.ts';
import { geminiArgs, geminiNeeds, geminiEnv, geminiPolicy } from './args.ts';
import { geminiReader } from './events.ts';
import { geminiFolders } from './folders.ts';
import { geminiPlace } from './home.ts';
import { probeGemini } from './probe.ts';
import { geminiUsage } from './usage.ts';
import { geminiWay } from './way.ts';

/** Google's `gemini`. */
export function openGemini(host: Host, settings: AgentSettings): Agent {
  return {
    name: 'gemini',
    probe: () => probeGemini(host, settings),
    run: (request) =>
      eventStream((emit, abandoned) =>
        runCli({ host, settings, needs: geminiNeeds(settings), request, emit, abandoned }, (tmp) =>
          prepare(host, settings, request, tmp, emit),
        ),
      ),
  };
}

async function prepare(
  host: Host,
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
    args: () => geminiArgs(request, policy),
    env: geminiEnv(settings.home === 'user' && request.input === 'trusted' ? settings.configDir : home),
    way: geminiWay,
    folders: request.input === 'trusted' ? geminiFolders(home) : [],
    cwd,
    ...(await instructions(host, request)),
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

/**
 * GEMINI.md of any folder it looks into is put before the model, and no setting turns that off. For untrusted
 * input these files are made empty; where that is not possible, gemini is not used.
 */
async function instructions(host: Host, request: AgentRequest): Promise<Pick<Call, 'hidden' | 'refusal'>> {
  if (request.input === 'trusted') return {};
  if ((await processIsolation(host.processes, request.env)) !== 'namespace') {
    const text =
      'gemini can take untrusted input only where bubblewrap can hide GEMINI.md from it; install bubblewrap';
    return { refusal: { reason: 'bad_request', text } };
  }
  return { hidden: await findFiles(request.cwd, (name) => name === 'GEMINI.md') };
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
