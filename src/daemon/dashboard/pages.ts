import { parseWorkId, workId } from '../../work/ids.ts';
import type { Flows } from '../../workflows/engine/flows.ts';

/** Where things stand on the forge's own pages. */
export interface Pages {
  /** Null for an item that stands nowhere on the forge, or a repository whose page cannot be told. */
  item(work: string): string | null;
  commit(work: string, sha: string): string | null;
}

export function pagesOf(
  repositories: readonly { name: string; url: string }[],
  flows: Pick<Flows, 'onForge'>,
): Pages {
  const pages = new Map(repositories.map(({ name, url }) => [name, repositoryPage(url)]));
  return {
    item: (work) => {
      const { type, repo, number } = parseWorkId(work);
      const page = pages.get(repo) ?? null;
      const target = flows.onForge(workId(type, repo, number))?.target;
      if (page === null || target === undefined) return null;
      return `${page}/${target === 'issues' ? 'issues' : 'pull'}/${number}`;
    },
    commit: (work, sha) => {
      const page = pages.get(parseWorkId(work).repo) ?? null;
      return page === null ? null : `${page}/commit/${sha}`;
    },
  };
}

/** From what git clones: `https://host/org/app.git`, `git@host:org/app`. Never with a login that stands in it. */
export function repositoryPage(cloneUrl: string): string | null {
  const scp = /^(?:[^@/]+@)?([^:/]+):(?!\/)(.+)$/.exec(cloneUrl);
  const text = scp === null ? cloneUrl : `https://${scp[1]}/${scp[2]}`;
  if (!URL.canParse(text)) return null;
  const { protocol, host, hostname, pathname } = new URL(text);
  const path = pathname.replace(/\/+$/, '').replace(/\.git$/, '');
  if (protocol === 'ssh:' || protocol === 'git:') return `https://${hostname}${path}`;
  return protocol === 'https:' || protocol === 'http:' ? `${protocol}//${host}${path}` : null;
}
