import { dirname, join, resolve } from 'node:path';
import { lstat, readlink } from '../../fs/node-fs.ts';

export interface Resolved {
  real: string;
  exists: boolean;
  /** The links on the way, in order. A sandbox that hides the folder of one has to make it again. */
  links: { at: string; to: string }[];
}

const MOST_LINKS = 40;

/** Follows a path as the kernel does, and remembers the links. What does not exist is taken as it is written. */
export async function resolveLinks(path: string): Promise<Resolved> {
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
    const to = exists ? await linkAt(next) : undefined;
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
async function linkAt(path: string): Promise<string | undefined | null> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined;
  } catch {
    return null;
  }
}
