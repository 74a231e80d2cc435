import type { Host } from '../../host/host.ts';
import type { AgentProbe } from '../agent.ts';
import type { AgentSettings } from '../settings.ts';
import { supportOf, type Needs } from './support.ts';

/** Whether a CLI can be used at all; `login` says what is missing to log in. */
export async function probeCli(
  host: Host,
  settings: AgentSettings,
  needs: Needs,
  own: Readonly<Record<string, string>>,
  login: (env: Readonly<Record<string, string>>) => Promise<string[]>,
): Promise<AgentProbe> {
  const env = { ...host.env, ...settings.extraEnv, ...own };
  const { path, version, problems } = await supportOf(host, needs, env);
  const all = path === null ? problems : [...problems, ...(await login(env))];
  return { name: needs.name, usable: all.length === 0, path, version, problems: all };
}
