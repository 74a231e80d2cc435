import { isAbsolute, join } from 'node:path';
import { accountHome } from '../host/machine.ts';

/** `~` is the home folder; a relative path starts at `base`. */
export function absolutePath(name: string, base: string, userHome = accountHome()): string {
  if (name === '~' || name.startsWith('~/')) return join(userHome, name.slice(1));
  return isAbsolute(name) ? name : join(base, name);
}
