import type { Site } from '../site.ts';
import { gitDirOf } from './bare.ts';
import { branchRef, pullHead, setRefs } from './refs.ts';

/** A pull request's head lives in the repository it is for, so that a fork may vanish. */
export async function takeHead(
  site: Site,
  into: { id: number },
  number: number,
  from: { id: number },
  branch: string,
  sha: string,
): Promise<void> {
  if (into.id === from.id) await setRefs(site, into, { [pullHead(number)]: sha });
  else await fetchBranch(site, into, from, branch, pullHead(number));
}

/** Brings a branch of another repository of this forge here, under a ref of its own. */
export async function fetchBranch(
  site: Site,
  into: { id: number },
  from: { id: number },
  branch: string,
  ref: string,
): Promise<void> {
  await site.host.git.run(['fetch', '-q', gitDirOf(site, from), `+${branchRef(branch)}:${ref}`], {
    gitDir: gitDirOf(site, into),
  });
}
