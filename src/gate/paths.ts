import type { LookUp } from '../host/fs/look-up.ts';

/** A path made absolute by its words alone: `..` is taken back, links are not followed. */
export function absolute(base: string, path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${base}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

export function above(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether `path` is the folder itself or lies in it. */
export function inside(folder: string, path: string): boolean {
  return path === folder || folder === '/' || path.startsWith(`${folder}/`);
}

const MOST_LINKS = 40;
/** Links that lead through links: what needs more looks than this was made to keep the gate looking. */
const MOST_LOOKS = 1_000;

/** The real place of a path whose last parts need not exist; dangling links are followed too. */
export function realPlace(look: LookUp, path: string, hops = 0, looks = 0): string {
  const missing: string[] = [];
  for (let here = path; here !== '/'; here = above(here)) {
    if (looks + missing.length > MOST_LOOKS) throw new Error('a path that leads through too many links');
    const found = look.entry(here);
    if (found !== undefined && found !== 'unknown') {
      const to = found.kind === 'link' && hops < MOST_LINKS ? look.link(here) : undefined;
      if (to === undefined) return [look.real(here) ?? here, ...missing].join('/').replace('//', '/');
      const next = absolute(above(here), [to, ...missing].join('/'));
      return realPlace(look, next, hops + 1, looks + missing.length + 1);
    }
    missing.unshift(nameOf(here));
  }
  return path;
}
