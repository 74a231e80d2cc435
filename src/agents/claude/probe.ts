import { join } from 'node:path';
import { exists, readTextIfAny } from '../../host/fs/files.ts';
import type { Host } from '../../host/host.ts';
import type { AgentProbe } from '../agent.ts';
import { probeCli } from '../cli/probe.ts';
import type { AgentSettings } from '../settings.ts';
import { claudeEnv, claudeNeeds } from './args.ts';

const KEYS = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'];
const OTHER_CLOUDS = ['CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX', 'CLAUDE_CODE_USE_FOUNDRY'];

export function probeClaude(host: Host, settings: AgentSettings): Promise<AgentProbe> {
  return probeCli(host, settings, claudeNeeds(settings), claudeEnv(settings), async (env) => {
    if ([...KEYS, ...OTHER_CLOUDS].some((name) => env[name])) return [];
    const home = env['HOME'] ?? '';
    const folder = env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude');
    if (await exists(join(folder, '.credentials.json'))) return [];
    const places = [join(folder, '.claude.json'), join(home, '.claude.json')];
    for (const place of settings.configDir === undefined ? places : places.slice(0, 1)) {
      // On macOS the login itself is in the keychain; this file says that there is one.
      if (/"oauthAccount"\s*:\s*\{/.test((await readTextIfAny(place)) ?? '')) return [];
    }
    return ['claude is not logged in; run `claude` and `/login` once, or set ANTHROPIC_API_KEY.'];
  });
}
