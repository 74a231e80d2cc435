import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** `~` is the home folder; a relative path starts at `base`. */
export function absolutePath(name: string, base: string, userHome = homedir()): string {
  if (name === '~' || name.startsWith('~/')) return join(userHome, name.slice(1));
  return isAbsolute(name) ? name : join(base, name);
}
