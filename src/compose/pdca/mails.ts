import { join } from 'node:path';
import { contained, makeFolder, writeText } from '../../host/fs/files.ts';
import { readInside, rootOf } from '../../host/fs/inside.ts';
import type { Store } from '../../store/store.ts';
import { AutodevError } from '../../work/errors.ts';
import { gmailPath, slackPath } from '../../workflows/pdca/documents/places.ts';
import type { PdcaInput } from '../../workflows/pdca/input.ts';
import { localWorkspaces } from '../../workflows/workspace/local-workspaces.ts';
import { removeWorktree, type ProjectTree } from '../../workflows/workspace/project-tree.ts';
import { advanceToEnd } from './advance.ts';
import type { Project } from './project.ts';
import type { PdcaEnd, PdcaStart } from './start.ts';
import type { Team } from './team.ts';

const LARGEST = 1024 * 1024;

/**
 * Mails that are only read, answered or listed are no work on the project: an analyst has a folder of its own, and
 * nothing but what it wrote of them comes into the person's. No branch is made and nothing is committed.
 */
export async function readMails(
  start: PdcaStart,
  store: Store,
  { root, gitDir, head }: Project,
  input: PdcaInput,
  { team, key, confined }: { team: Team; key: string; confined: () => Promise<boolean> },
): Promise<PdcaEnd> {
  const { git } = start.host;
  const { slack, gmail } = input.options;
  const cwd = join(start.home, 'wt', `mails-${key}`);
  await makeFolder(join(cwd, '..'), 0o700);
  await removeWorktree(git, gitDir, cwd);
  await git.run(['worktree', 'add', '-q', '--detach', cwd, head], { cwd: root });
  try {
    const { workspaces } = localWorkspaces(gitDir, confined);
    const end = await advanceToEnd(start, store, input, {
      team,
      tree: nowhere(cwd, head),
      workspaces,
      shows: [],
    });
    const paths = [...(slack === null ? [] : [slackPath(slack)]), gmailPath(gmail?.stamp ?? '')];
    for (const path of paths) await bringHome(cwd, root, path);
    return end;
  } finally {
    await removeWorktree(git, gitDir, cwd);
  }
}

/** Files of which nothing stays. */
function nowhere(cwd: string, head: string): ProjectTree {
  return {
    cwd,
    diff: async () => '',
    changed: async () => [],
    commit: async () => head,
    unchanged: (work) => work(cwd),
    takeBack: async () => {},
  };
}

async function bringHome(from: string, root: string, path: string): Promise<void> {
  const text = readInside(rootOf(from), path, LARGEST);
  if (text === undefined) return;
  const place = await contained(root, path);
  if (place === undefined) throw new AutodevError('refused', `${path} leads out of the project`);
  await makeFolder(join(place, '..'));
  await writeText(place, text);
}
