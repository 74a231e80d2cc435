import type { Config } from '../config/schema.ts';

/** What the configuration says and this program does not do yet, in words: said, never silently ignored. */
export function notInForce(config: Config): string[] {
  const told: string[] = [];
  if (config.sandbox.allow_hosts.length > 0)
    told.push('sandbox.allow_hosts has no effect yet: the network of agents is not closed');
  for (const { name, workflow } of config.repos) {
    if (workflow !== 'direct')
      told.push(`workflow ${workflow} of ${name} is not part of the daemon yet: issues are done as direct`);
  }
  return told;
}
