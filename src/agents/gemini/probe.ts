import { join } from 'node:path';
import { exists } from '../../host/fs/files.ts';
import type { Host } from '../../host/host.ts';
import type { AgentProbe } from '../agent.ts';
import { probeCli } from '../cli/probe.ts';
import type { AgentSettings } from '../settings.ts';
import { geminiNeeds, geminiEnv } from './args.ts';

const KEYS = [
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'GOOGLE_GENAI_USE_VERTEXAI',
];

export function probeGemini(host: Host, settings: AgentSettings): Promise<AgentProbe> {
  return probeCli(host, settings, geminiNeeds(settings), geminiEnv(settings.configDir), async (env) => {
    if (KEYS.some((name) => env[name])) return [];
    const folder = join(env['GEMINI_CLI_HOME'] ?? env['HOME'] ?? '', '.gemini');
    if (await exists(join(folder, 'oauth_creds.json'))) return [];
    return ['gemini is not logged in; run `gemini` once and log in, or set GEMINI_API_KEY.'];
  });
}
