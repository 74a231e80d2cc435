import type { ModelCall } from '../../host/sandbox/egress/model-access.ts';
import { MODEL_URL } from '../../host/sandbox/egress/network.ts';
import { hostOf, isNearby, type ModelWay } from '../cli/model-way.ts';

const SECRETS = ['GEMINI_API_KEY', 'GOOGLE_API_KEY'];
const CALLS: readonly ModelCall[] = [
  { method: 'POST', path: /^\/v1(alpha|beta)?\/models\/[\w.-]+:(generateContent|streamGenerateContent)$/ },
  { method: 'POST', path: /^\/v1(alpha|beta)?\/models\/[\w.-]+:countTokens$/, free: true },
];
/** Where gemini works, and is logged in, with an account instead of a key. */
const LOGIN = [
  'cloudcode-pa.googleapis.com',
  'oauth2.googleapis.com',
  'www.googleapis.com',
  'accounts.google.com',
];

export function geminiWay(env: Readonly<Record<string, string>>): ModelWay {
  const upstream = env['GOOGLE_GEMINI_BASE_URL'] ?? 'https://generativelanguage.googleapis.com';
  const secrets = SECRETS.filter((name) => env[name]);
  if (secrets.length === 0 && !isNearby(upstream)) return { hosts: [...hostOf(upstream), ...LOGIN] };
  const lead = { GOOGLE_GEMINI_BASE_URL: MODEL_URL };
  return {
    proxy: { upstream, secrets, env: lead, authentication: ['x-goog-api-key'], calls: CALLS },
    hosts: [],
  };
}
