import { join } from 'node:path';
import { makeFolder, readTextIfAny, writeText } from '../../host/files.ts';
import type { Host } from '../../host/host.ts';
import type { Agent, AgentEvent, AgentRequest } from '../agent.ts';
import { runCli, type Call } from '../cli.ts';
import type { AgentSettings } from '../settings.ts';
import { eventStream } from '../stream.ts';
import { INSTALL, geminiArgs, geminiEnv, geminiPolicy, geminiSettings } from './args.ts';
import { geminiReader } from './events.ts';
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

const ADMIN_SETTINGS = '/etc/gemini-cli/settings.json';

async function prepare(
  settings: AgentSettings,
  request: AgentRequest,
  tmp: string,
  emit: (event: AgentEvent) => void,
): Promise<Call> {
  const files = { policy: join(tmp, 'policy.toml'), settings: join(tmp, 'settings.json') };
  await writeText(files.policy, geminiPolicy(request.access));
  const own = geminiSettings(request, settings);
  await writeText(files.settings, JSON.stringify(merged(await adminSettings(), own)));
  const reader = geminiReader(request);
  const home = settings.configDir ?? request.env['GEMINI_CLI_HOME'] ?? request.env['HOME'] ?? '/';
  const usage = geminiUsage(home, () => reader.tally.sessionId);
  await usage.baseline();
  let shown = 0;
  return {
    command: settings.command ?? 'gemini',
    missing: INSTALL,
    args: geminiArgs(request, files),
    env: geminiEnv(settings, files),
    cwd: await workFolder(request, tmp),
    input: promptFor(request),
    reader,
    refresh: async () => {
      if (!reader.limited()) return;
      const now = await usage.now();
      if (now.turns === shown) return;
      shown = now.turns;
      for (const event of reader.used(now.models, now.turns)) emit(event);
    },
  };
}

/**
 * Gemini reads settings, MCP servers, hooks, `.env` and GEMINI.md of the folder it runs in, and does not run
 * at all in one that is not trusted. For untrusted input it therefore runs in an empty folder.
 */
async function workFolder(request: AgentRequest, tmp: string): Promise<string> {
  if (request.input === 'trusted') return request.cwd;
  const empty = join(tmp, 'work');
  await makeFolder(empty);
  return empty;
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

/** What the machine's administrator has set stays; our settings file takes the place of theirs. */
async function adminSettings(): Promise<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse((await readTextIfAny(ADMIN_SETTINGS)) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function merged(theirs: Record<string, unknown>, ours: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = { ...theirs };
  for (const [key, value] of Object.entries(ours)) {
    const other = theirs[key];
    const both = [other, value].every(
      (one) => typeof one === 'object' && one !== null && !Array.isArray(one),
    );
    result[key] = both ? { ...(other as object), ...(value as object) } : value;
  }
  return result;
}
