import type { LookUp } from '../host/fs/look-up.ts';
import { above, absolute, realPlace } from './paths.ts';

export interface GitPlaces {
  /** The `.git` in the folder itself. */
  own?: string;
  /** The folder elsewhere that its words lead to, if any: an agent may have written them. */
  elsewhere?: string;
  /** Whether what lies elsewhere says itself that this is its worktree. */
  isWorktree: boolean;
}

/** Where git keeps what belongs to this folder, given by its real name: its `.git`, and for a worktree the clone's too. */
export function gitPlaces(look: LookUp, root: string): GitPlaces {
  const own = `${root}/.git`;
  const found = look.entry(own);
  if (found === undefined || found === 'unknown') return { isWorktree: false };
  if (found.kind === 'link') return { elsewhere: own, isWorktree: false };
  const text = found.kind === 'file' ? look.text(own) : undefined;
  const named = typeof text === 'string' ? /^gitdir: (.+)$/m.exec(text)?.[1] : undefined;
  if (named === undefined) return { own, isWorktree: false };
  const folder = absolute(root, named.trim());
  const common = look.text(`${folder}/commondir`);
  if (typeof common !== 'string') return { own, elsewhere: folder, isWorktree: false };
  const elsewhere = absolute(folder, common.trim());
  const back = look.text(`${folder}/gitdir`);
  const isNamed = typeof back === 'string' && realPlace(look, absolute(folder, back.trim())) === own;
  return { own, elsewhere, isWorktree: isNamed && above(folder) === `${elsewhere}/worktrees` };
}

/** Remotes that are folders of this machine: a push to one needs no network. */
export function localRemotes(look: LookUp, root: string): string[] {
  const { own, elsewhere } = gitPlaces(look, root);
  return [own, elsewhere].flatMap((place) => {
    const text = place === undefined ? undefined : look.text(`${place}/config`);
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
