import { readSetting } from '../cli/read-setting.ts';
import { join } from 'node:path';
import { makeFolder, writeAtomic } from '../../host/fs/files.ts';
import type { AgentRequest } from '../agent.ts';
import { RETRIES, type AgentSettings } from '../settings.ts';

/** Where gemini keeps login, settings and chats, and the folder it runs in. */
export interface GeminiPlace {
  home: string;
  cwd: string;
}

type Json = Record<string, unknown>;

/**
 * Gemini reads settings, MCP servers, hooks, `.env` and GEMINI.md of the folder it runs in, and does not run at
 * all in one that is not trusted. For untrusted input it therefore runs in an empty folder, with a home of its
 * own that holds the login and nothing else.
 */
export async function geminiPlace(
  settings: AgentSettings,
  request: AgentRequest,
  tmp: string,
): Promise<GeminiPlace> {
  const home = settings.configDir ?? request.env['GEMINI_CLI_HOME'] ?? request.env['HOME'] ?? '/';
  if (request.input === 'trusted') {
    // The person's own settings are theirs; those of an isolated home are ours to complete.
    if (settings.home === 'isolated') await quiet(home, settings);
    return { home, cwd: request.cwd };
  }
  const place = { home: join(tmp, 'home'), cwd: join(tmp, 'work') };
  await makeFolder(place.cwd);
  await makeFolder(join(place.home, '.gemini'));
  for (const name of ['oauth_creds.json', 'google_accounts.json', 'installation_id']) {
    const text = await readSetting(join(home, '.gemini', name));
    if (text !== undefined) await writeAtomic(join(place.home, '.gemini', name), text, 0o600);
  }
  const { security } = await readSettings(home);
  const own = ours(settings);
  await writeSettings(place.home, {
    ...own,
    security: { ...(security as Json | undefined), ...(own['security'] as Json) },
    hooksConfig: { enabled: false },
  });
  return place;
}

function ours(settings: AgentSettings): Json {
  return {
    general: {
      enableAutoUpdate: false,
      enableAutoUpdateNotification: false,
      maxAttempts: Math.min(10, (settings.retries ?? RETRIES) + 1),
    },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    // Commands of the agent do not need the model's key.
    security: { environmentVariableRedaction: { enabled: true } },
  };
}

async function quiet(home: string, settings: AgentSettings): Promise<void> {
  const found = await readSettings(home);
  const wanted: Json = { ...found };
  for (const [name, group] of Object.entries(ours(settings))) {
    wanted[name] = { ...(found[name] as Json | undefined), ...(group as Json) };
  }
  if (JSON.stringify(wanted) !== JSON.stringify(found)) await writeSettings(home, wanted);
}

async function readSettings(home: string): Promise<Json> {
  try {
    const text = (await readSetting(join(home, '.gemini', 'settings.json'))) ?? '{}';
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Json) : {};
  } catch {
    return {};
  }
}

function writeSettings(home: string, value: Json): Promise<void> {
  return writeAtomic(join(home, '.gemini', 'settings.json'), JSON.stringify(value, null, 2));
}
