/** Folders are written relative to the root, `''` for the root itself. */

/**
 * A path as written in the CLAUDE.md of `dir`, made relative to the root: `./` and `../` start at `dir`, anything
 * else at the root. What climbs out of the root keeps its leading `..` and so matches nothing.
 */
export function canonicalPath(dir: string, path: string): string {
  if (isCanonical(path)) return path;
  const relative = path.startsWith('./') || path.startsWith('../') || path === '.' || path === '..';
  const parts: string[] = relative && dir !== '' ? dir.split('/') : [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}

const DOT = 46;
const SLASH = 47;

/** Most are written so already. May say no to one that is, never yes to one that is not. */
function isCanonical(path: string): boolean {
  let before = SLASH;
  for (let at = 0; at < path.length; at += 1) {
    const code = path.charCodeAt(at);
    if (code === SLASH && (before === SLASH || before === DOT)) return false;
    before = code;
  }
  return before !== SLASH && before !== DOT;
}

/** The folder of a canonical path to a CLAUDE.md. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

export function claudeMdOf(dir: string): string {
  return dir === '' ? 'CLAUDE.md' : `${dir}/CLAUDE.md`;
}

/** `module/CLAUDE.md#name`. */
export function anchorOf(dir: string, name: string): string {
  return `${claudeMdOf(dir)}#${name}`;
}

/** By code units, so that the order is the same everywhere. */
export function byName(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The path of a file in a module's folder; the root is `.`. */
export function inModule(dir: string, name: string): string {
  return dir === '.' || dir === '' ? name : `${dir}/${name}`;
}
