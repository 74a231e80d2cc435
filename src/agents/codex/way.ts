import type { ModelCall } from '../../host/sandbox/egress/model-access.ts';
import { MODEL_URL } from '../../host/sandbox/egress/network.ts';
import { hostOf, isNearby, type ModelWay } from '../cli/model-way.ts';

const SECRETS = ['OPENAI_API_KEY', 'CODEX_API_KEY'];
const OPENAI = 'https://api.openai.com/v1';
/** Below a base URL that ends in the version. A provider of one's own may speak the older way. */
const CALLS: readonly ModelCall[] = [
  { method: 'POST', path: /^\/responses(\/compact)?$/ },
  { method: 'POST', path: /^\/chat\/completions$/ },
  { method: 'GET', path: /^\/models$/, free: true },
];
/** Where codex works, and is logged in, with an account instead of a key. */
const LOGIN = ['chatgpt.com', 'auth.openai.com'];

/** `config` is the person's config.toml: a provider of their own has a URL and a key of its own. */
export function codexWay(config: string): (env: Readonly<Record<string, string>>) => ModelWay {
  return (env) => {
    const own = providerOf(config);
    const upstream = own?.baseUrl ?? env['OPENAI_BASE_URL'] ?? OPENAI;
    const names = new Set([...SECRETS, ...(own?.envKey === undefined ? [] : [own.envKey])]);
    const secrets = [...names].filter((name) => env[name]);
    if (secrets.length === 0 && !isNearby(upstream)) return { hosts: [...hostOf(upstream), ...LOGIN] };
    const setting = own === undefined ? 'openai_base_url' : `model_providers.${own.name}.base_url`;
    const lead = `--config=${setting}="${MODEL_URL}"`;
    return {
      proxy: { upstream, secrets, env: {}, authentication: ['authorization', 'api-key'], calls: CALLS },
      args: (args) => args.flatMap((arg) => (arg === '--json' ? [arg, lead] : [arg])),
      hosts: [],
    };
  };
}

/** The provider that the file chooses. A line scan: what codex itself cannot read it says itself. */
function providerOf(
  config: string,
): { name: string; baseUrl: string; envKey: string | undefined } | undefined {
  const [top = '', ...sections] = config.split(/^(?=\[)/m);
  const name = /^\s*model_provider\s*=\s*"([A-Za-z0-9_-]+)"/m.exec(top)?.[1];
  const section = sections.find((text) => text.startsWith(`[model_providers.${name}]`));
  const baseUrl = /^\s*base_url\s*=\s*"([^"]+)"/m.exec(section ?? '')?.[1];
  if (name === undefined || baseUrl === undefined) return undefined;
  return { name, baseUrl, envKey: /^\s*env_key\s*=\s*"(\w+)"/m.exec(section ?? '')?.[1] };
}
