import type { LookUp } from '../../host/fs/look-up.ts';
import { absolute } from '../paths.ts';

/** Where git keeps what belongs to this folder: its `.git`, and for a worktree the clone's too. */
export function gitPlaces(look: LookUp, root: string): string[] {
  const place = `${root}/.git`;
  const found = look.entry(place);
  if (found === undefined || found === 'unknown') return [];
  if (found.kind !== 'file') return [place];
  const text = look.text(place);
  const named = typeof text === 'string' ? /^gitdir: (.+)$/m.exec(text)?.[1] : undefined;
  if (named === undefined) return [place];
  const own = absolute(root, named.trim());
  const common = look.text(`${own}/commondir`);
  return [place, typeof common === 'string' ? absolute(own, common.trim()) : own];
}

/** Remotes that are folders of this machine: a push to one needs no network. */
export function localRemotes(look: LookUp, root: string): string[] {
  const found: string[] = [];
  for (const place of gitPlaces(look, root)) {
    const text = look.text(`${place}/config`);
    if (typeof text !== 'string') continue;
    for (const [, url = ''] of text.matchAll(/^[ \t]*(?:push)?url[ \t]*=[ \t]*"?([^"\n]+)/gim)) {
      const path = url.trim().replace(/^file:\/\//, '');
      if (/^(\/|\.\.?\/)/.test(path)) found.push(absolute(root, path));
    }
  }
  return found;
}
