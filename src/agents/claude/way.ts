import { MODEL_URL } from '../../host/box/network.ts';
import { hostOf, isNearby, type ModelWay } from '../model-way.ts';

const SECRETS = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'];
/** Where a login is renewed. */
const LOGIN = ['console.anthropic.com', 'platform.claude.com', 'claude.ai'];

export function claudeWay(env: Readonly<Record<string, string>>): ModelWay {
  const upstream = env['ANTHROPIC_BASE_URL'] ?? 'https://api.anthropic.com';
  const secrets = SECRETS.filter((name) => env[name]);
  if (secrets.length === 0 && !isNearby(upstream)) return { hosts: [...hostOf(upstream), ...LOGIN] };
  return { relay: { upstream, secrets, env: { ANTHROPIC_BASE_URL: MODEL_URL } }, hosts: [] };
}
