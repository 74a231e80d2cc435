import { join } from 'node:path';
import type { Git } from '../../../host/git/git.ts';
import { IDENTITY } from '../identity.ts';
import { gather } from '../collect/collect.ts';
import type { Stamps } from '../pool/stamps.ts';
import { putFiles } from './put-files.ts';
import { noStamps, submoduleFiles } from './tracked.ts';

/** Where a tree lies and what git knows of it. */
export interface TreeAt {
  cwd: string;
  gitDir: string;
  /** The folder with its index and HEAD: that of the clone, or of the linked worktree in it. */
  own: string;
  branch: string;
  /** What its branch stands at. */
  head: string;
  /** Files as they are at `head`; undefined: nobody knows, every file is compared. */
  stamps?: Stamps | undefined;
  /** Put there by us, and never part of a commit. */
  made: ReadonlySet<string>;
  signal?: AbortSignal | undefined;
}

/**
 * Files that sessions write in, as commits on a branch. Git is handed bytes and gives bytes; it never looks at the
 * files themselves, so nothing that a session left there can make it run, wait or follow.
 */
export interface OwnTree {
  readonly head: string;
  /** The files as they are now, as a commit that is on no branch. */
  look(): Promise<string>;
  /** Whether a commit has the files of the branch. */
  isHead(commit: string): Promise<boolean>;
  commit(message: string): Promise<string>;
  /** Makes the files those of a commit; with `paths` only these. */
  show(commit: string, paths?: readonly string[]): Promise<void>;
  /** Nothing but the branch keeps a commit of this tree any more. */
  forget(): Promise<void>;
  /** Puts the branch on a commit that has been made out of objects, and shows it. */
  moveTo(commit: string): Promise<void>;
}

export async function openOwnTree(git: Git, at: TreeAt): Promise<OwnTree> {
  const { cwd, gitDir, own, branch, signal } = at;
  const ref = `refs/autodev/collected/${branch}`;
  let { head } = at;
  let shown = head;
  let stamps = at.stamps ?? (await noStamps(git, gitDir, head));
  const made = new Set([...at.made, ...(await submoduleFiles(git, gitDir, cwd, head))]);

  const look = async () => {
    const found = await gather(git, {
      gitDir,
      worktree: cwd,
      commit: shown,
      stamps,
      made,
      message: 'files of a run\n',
      ref,
      signal,
    });
    shown = found.commit;
    stamps = found.stamps;
    return shown;
  };
  const show = async (commit: string, paths?: readonly string[]) => {
    const from = await look();
    await putFiles(git, { gitDir, cwd }, from, commit, paths);
    await look();
  };
  const stand = async (commit: string) => {
    await git.run(['update-ref', `refs/heads/${branch}`, commit, head], { gitDir });
    head = commit;
    // The person's next `git status` compares with what is committed; the files themselves are not looked at here.
    await git.run(['read-tree', commit], { gitDir, env: { GIT_INDEX_FILE: join(own, 'index') } });
  };
  const isHead = async (commit: string) =>
    (await treeOf(git, gitDir, commit)) === (await treeOf(git, gitDir, head));
  return {
    get head() {
      return head;
    },
    look,
    show,
    isHead,
    commit: async (message) => {
      const files = await look();
      if (await isHead(files)) return head;
      const tree = await treeOf(git, gitDir, files);
      const commit = await git.text(['commit-tree', tree, '-p', head], {
        gitDir,
        input: `${message}\n`,
        identity: IDENTITY,
      });
      await stand(commit);
      return commit;
    },
    forget: async () => void (await git.succeeds(['update-ref', '-d', ref], { gitDir })),
    moveTo: async (commit) => {
      await show(commit);
      await stand(commit);
    },
  };
}

const treeOf = (git: Git, gitDir: string, commit: string) =>
  git.text(['rev-parse', '--verify', `${commit}^{tree}`], { gitDir });
