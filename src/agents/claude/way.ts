import type { ModelCall } from '../../host/sandbox/egress/model-access.ts';
import { MODEL_URL } from '../../host/sandbox/egress/network.ts';
import { hostOf, isNearby, type ModelWay } from '../cli/model-way.ts';

const SECRETS = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'];
/** A key in the first, a token in the second. */
const HEADERS = ['x-api-key', 'authorization'];
const CALLS: readonly ModelCall[] = [
  { method: 'POST', path: /^\/v1\/messages$/ },
  { method: 'POST', path: /^\/v1\/messages\/count_tokens$/, free: true },
];
/** Where a login is renewed. */
const LOGIN = ['console.anthropic.com', 'platform.claude.com', 'claude.ai'];

export function claudeWay(env: Readonly<Record<string, string>>): ModelWay {
  const upstream = env['ANTHROPIC_BASE_URL'] ?? 'https://api.anthropic.com';
  const secrets = SECRETS.filter((name) => env[name]);
  if (secrets.length === 0 && !isNearby(upstream)) return { hosts: [...hostOf(upstream), ...LOGIN] };
  const lead = { ANTHROPIC_BASE_URL: MODEL_URL };
  return { proxy: { upstream, secrets, env: lead, authentication: HEADERS, calls: CALLS }, hosts: [] };
}
