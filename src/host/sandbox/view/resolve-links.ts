import { dirname, join, resolve } from 'node:path';
import { lstatSync, readlinkSync } from '../../fs/node-fs.ts';

export interface Resolved {
  real: string;
  exists: boolean;
  /** The links on the way, in order. A sandbox that hides the folder of one has to make it again. */
  links: { at: string; to: string }[];
}

const MOST_LINKS = 40;

/**
 * Follows a path as the kernel does, and remembers the links. What does not exist is taken as it is written. One view
 * takes some two hundred looks: synchronous ones take 2 ms, with promises they took 15 and on a busy machine 100.
 */
export function resolveLinks(path: string): Resolved {
  const links: Resolved['links'] = [];
  const left = resolve(path).split('/').filter(Boolean);
  let at = '/';
  let exists = true;
  for (let part = left.shift(); part !== undefined; part = left.shift()) {
    if (part === '..') {
      at = dirname(at);
      continue;
    }
    const next = join(at, part);
    const to = exists ? linkAt(next) : undefined;
    if (to === null) exists = false;
    if (typeof to !== 'string' || links.length >= MOST_LINKS) {
      at = next;
      continue;
    }
    links.push({ at: next, to });
    if (to.startsWith('/')) at = '/';
    left.unshift(...to.split('/').filter((word) => word !== '' && word !== '.'));
  }
  return { real: at, exists, links };
}

/** Where the link leads; undefined for anything else; null when nothing is there. */
function linkAt(path: string): string | undefined | null {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return null;
    return found.isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return null;
  }
}
