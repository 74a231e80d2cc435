import { join } from 'node:path';
import { list, makeFolder, remove, setMode, writeText } from '../../../host/fs/files.ts';
import type { Site } from '../site.ts';
import type { Repository } from '../tables/repositories.ts';

/** Folders are named by number: no name that anybody chose is ever part of a path. */
export function gitDirOf(site: Site, repo: { id: number }): string {
  return join(site.repositories, `${repo.id}.git`);
}

export async function createBare(site: Site, repo: Repository): Promise<void> {
  const gitDir = gitDirOf(site, repo);
  await site.host.git.run([
    'init',
    '-q',
    '--bare',
    '--template=',
    `--initial-branch=${repo.default_branch}`,
    gitDir,
  ]);
}

/** A fork starts as a copy of the parent's branches. */
export async function copyBare(site: Site, parent: Repository, repo: Repository): Promise<void> {
  await createBare(site, repo);
  await site.host.git.run(
    ['fetch', '-q', gitDirOf(site, parent), '+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'],
    {
      gitDir: gitDirOf(site, repo),
    },
  );
}

export async function removeBare(site: Site, repo: Repository): Promise<void> {
  await remove(gitDirOf(site, repo));
}

/** What pushes had brought when the server was killed. Only at start: nothing may be under way. */
export async function removeLeftovers(site: Site, repo: Repository): Promise<void> {
  const objects = join(gitDirOf(site, repo), 'objects');
  for (const entry of await list(objects)) {
    if (entry.name.startsWith('tmp_objdir-')) await remove(join(objects, entry.name));
  }
}

/**
 * Only branches and tags are pushed, under names that mislead nobody: see ref-names.ts, which says the same of the API.
 * Then protected branches. The rules come in by the environment, one `ref flag…` per line, from the database:
 * `kept` forbids deleting, `forward` forbids force-pushes, `linear` merge commits, `closed` every direct push.
 */
const UPDATE_HOOK = `#!/bin/sh
ref=$1 old=$2 new=$3
deny() { echo "GH002: $ref is refused. $1" >&2; exit 1; }
case $ref in refs/heads/?*|refs/tags/?*) ;; *) deny "Only branches and tags can be pushed.";; esac
case $old in
*[!0]*) ;;
*)
  name=\${ref#refs/*/}
  case $name in
  -*|refs/*) deny "The name could be taken for something else.";;
  HEAD|FETCH_HEAD|ORIG_HEAD|MERGE_HEAD) deny "The name is a word of git.";;
  esac
  printf '%s' "$name" | grep -Eqx '[0-9a-f]{40}|[0-9a-f]{64}' && deny "The name could be taken for a commit."
  twin=$(git for-each-ref --format='%(refname)' refs/heads refs/tags | grep -iFx -- "$ref" | head -n 1)
  [ -z "$twin" ] || deny "It differs from $twin only in upper and lower case."
  ;;
esac
rules=$(printf '%s\\n' "$AUTODEV_FORGE_PROTECTED" | grep -F -- "$ref " | head -n 1)
[ -n "$rules" ] && [ "\${rules%% *}" = "$ref" ] || exit 0
refuse() { echo "GH006: Protected branch update failed for $ref. $1" >&2; exit 1; }
case $rules in *" closed"*) refuse "Changes must be made through a pull request.";; esac
case $new in *[!0]*) ;; *) case $rules in *" kept"*) refuse "Cannot delete a protected branch.";; *) exit 0;; esac;; esac
case $old in *[!0]*) ;; *) exit 0;; esac
case $rules in *" forward"*) git merge-base --is-ancestor "$old" "$new" || refuse "Cannot force-push to a protected branch.";; esac
case $rules in *" linear"*) [ -z "$(git rev-list --merges "$old..$new")" ] || refuse "This branch must not contain merge commits.";; esac
exit 0
`;

export async function writeGitHooks(folder: string): Promise<void> {
  await makeFolder(folder);
  const path = join(folder, 'update');
  await writeText(path, UPDATE_HOOK);
  await setMode(path, 0o755);
}
