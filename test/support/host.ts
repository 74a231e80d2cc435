import { openHost, type Host, type HostOptions } from '../../src/host/host.ts';
import { childEnvironment } from '../../src/config/environment.ts';

/** A real host for tests: real processes and files, an environment from the allow-list. */
export function testHost(options: Partial<HostOptions> = {}): Host {
  return openHost({ env: childEnvironment(), ...options });
}
