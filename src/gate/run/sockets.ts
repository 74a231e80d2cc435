import type { LookUp } from '../../host/fs/look-up.ts';
import { realPlace } from '../paths.ts';

const SOCKETS_CAP = 500;

/** Sockets of services outside (tmux, docker, a debugger) that have a name in the file system. */
export function listeningSockets(look: LookUp): string[] {
  const table = look.text('/proc/net/unix');
  const found = new Set<string>();
  for (const [, path = ''] of typeof table === 'string' ? table.matchAll(/ (\/[^\n]*)$/gm) : []) {
    if (found.size >= SOCKETS_CAP) break;
    if (look.target(path)?.kind === 'socket') found.add(realPlace(look, path));
  }
  return [...found];
}
