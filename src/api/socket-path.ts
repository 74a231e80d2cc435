import { join } from 'node:path';

/** Where the daemon of a home listens. */
export function socketPath(home: string): string {
  return join(home, 'control.sock');
}
