import type { LookUp } from '../host/fs/look-up.ts';
import { absolute } from './paths.ts';

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
  return gitPlaces(look, root).flatMap((place) => {
    const text = look.text(`${place}/config`);
    return typeof text === 'string' ? localFolders(text, root) : [];
  });
}

const URLS = /^[ \t]*(?:(?:push)?url[ \t]*=[ \t]*"?|\[url[ \t]+")([^"\n]+)/gim;

/** The folders that a repository's settings name as remotes, or put in the place of the beginning of one. */
export function localFolders(config: string, root: string): string[] {
  const urls = [...config.matchAll(URLS)].map(([, url = '']) => url.trim().replace(/^file:\/\//, ''));
  // Anything without a host before it is a folder, also `url = other.git`.
  return urls.filter((url) => !/^[^/]+:/.test(url)).map((url) => absolute(root, url));
}
