import { heldSecrets } from '../config/held-secrets.ts';
import type { ParsedConfig } from '../config/parse.ts';
import type { Config } from '../config/schema.ts';
import type { Host } from '../host/host.ts';

/** The configuration in force; its secrets are held, so that nothing that leaves names one. */
export interface CurrentConfig {
  parsed(): ParsedConfig;
  config(): Config;
  take(fresh: ParsedConfig): Promise<void>;
}

export async function openCurrentConfig(first: ParsedConfig, host: Host): Promise<CurrentConfig> {
  let parsed = first;
  const take = async (fresh: ParsedConfig) => {
    parsed = fresh;
    for (const secret of await heldSecrets(fresh.config, { processes: host.processes }))
      host.secrets.hold(secret);
  };
  await take(first);
  return { parsed: () => parsed, config: () => parsed.config, take };
}
