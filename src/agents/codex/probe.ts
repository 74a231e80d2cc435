import { readSetting } from '../cli/read-setting.ts';
import { join } from 'node:path';
import { exists } from '../../host/fs/files.ts';
import type { Host } from '../../host/host.ts';
import type { AgentProbe } from '../agent.ts';
import { probeCli } from '../cli/probe.ts';
import type { AgentSettings } from '../settings.ts';
import { codexNeeds, codexEnv } from './args.ts';

export function probeCodex(host: Host, settings: AgentSettings): Promise<AgentProbe> {
  return probeCli(host, settings, codexNeeds(settings), codexEnv(settings), async (env) => {
    if (env['OPENAI_API_KEY'] || env['CODEX_API_KEY']) return [];
    const folder = env['CODEX_HOME'] ?? join(env['HOME'] ?? '', '.codex');
    if (await exists(join(folder, 'auth.json'))) return [];
    // A provider of the person's own brings its own key.
    const config = (await readSetting(join(folder, 'config.toml'))) ?? '';
    const key = /^\s*env_key\s*=\s*"(\w+)"/m.exec(config)?.[1];
    if (key !== undefined && env[key]) return [];
    return ['codex is not logged in; run `codex login` once, or set OPENAI_API_KEY.'];
  });
}
