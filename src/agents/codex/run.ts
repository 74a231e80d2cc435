import { readSetting } from '../cli/read-setting.ts';
import { join } from 'node:path';
import { exists, writeText } from '../../host/fs/files.ts';
import type { Host } from '../../host/host.ts';
import type { Agent, AgentEvent, AgentRequest } from '../agent.ts';
import type { Call } from '../cli/call.ts';
import { runCli } from '../cli/cli.ts';
import type { AgentSettings } from '../settings.ts';
import { eventStream } from '../stream.ts';
import { codexArgs, codexNeeds, codexEnv } from './args.ts';
import { codexReader } from './events.ts';
import { codexFolders } from './folders.ts';
import { probeCodex } from './probe.ts';
import { strictSchema } from './schema.ts';
import { codexUsage } from './usage.ts';
import { codexWay } from './way.ts';

/** OpenAI's `codex exec`. */
export function openCodex(host: Host, settings: AgentSettings): Agent {
  return {
    name: 'codex',
    probe: () => probeCodex(host, settings),
    run: (request) =>
      eventStream((emit, abandoned) =>
        runCli({ host, settings, needs: codexNeeds(settings), request, emit, abandoned }, (tmp) =>
          prepare(settings, request, tmp, emit),
        ),
      ),
  };
}

async function prepare(
  settings: AgentSettings,
  request: AgentRequest,
  tmp: string,
  emit: (event: AgentEvent) => void,
): Promise<Call> {
  let schemaFile: string | undefined;
  if (request.schema !== undefined) {
    schemaFile = join(tmp, 'schema.json');
    await writeText(schemaFile, JSON.stringify(strictSchema(request.schema.json)));
  }
  const reader = codexReader(request);
  const home = settings.configDir ?? request.env['CODEX_HOME'] ?? join(request.env['HOME'] ?? '/', '.codex');
  const usage = codexUsage(home, () => reader.tally.sessionId, request.resume !== undefined);
  await usage.baseline();
  let shown = 0;
  return {
    args: ({ sandboxed }) => codexArgs(request, settings, schemaFile, sandboxed),
    env: { ...codexEnv(settings), ...(await keyOf(request, settings, home)) },
    way: codexWay(
      request.input === 'trusted' || settings.home === 'isolated'
        ? ((await readSetting(join(home, 'config.toml'))) ?? '')
        : '',
    ),
    folders: codexFolders(home),
    input: request.prompt,
    reader,
    refresh: async () => {
      const now = await usage.now();
      if (now === undefined || now.turns === shown) return;
      shown = now.turns;
      for (const event of reader.used(now.total, now.turns)) emit(event);
    },
  };
}

/** `codex exec` itself takes a key only by this name. A login that is there goes before it. */
async function keyOf(
  request: AgentRequest,
  settings: AgentSettings,
  home: string,
): Promise<Record<string, string>> {
  const { OPENAI_API_KEY: key, CODEX_API_KEY: own } = { ...request.env, ...settings.extraEnv };
  if (!key || own || (await exists(join(home, 'auth.json')))) return {};
  return { CODEX_API_KEY: key };
}
