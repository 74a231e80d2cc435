import { join } from 'node:path';
import { isoTime } from '../../host/clock.ts';
import { sha256 } from '../../host/hash.ts';
import { sandboxInForce } from '../../host/sandbox/works.ts';
import type { Store } from '../../store/store.ts';
import { messageOf } from '../../work/errors.ts';
import type { PdcaInput } from '../../workflows/pdca/input.ts';
import { branchOf } from '../../workflows/pdca/documents/places.ts';
import { isMailOnly } from '../../workflows/pdca/options.ts';
import { leadWords } from '../../workflows/pdca/lead/words.ts';
import { localWorkspaces } from '../../workflows/workspace/local-workspaces.ts';
import {
  openProject,
  removePart,
  type OpenProject,
  type ProjectTree,
} from '../../workflows/workspace/project-tree.ts';
import { sandboxedHost } from '../sandboxed-host.ts';
import { advanceToEnd } from './advance.ts';
import { readMails } from './mails.ts';
import { hereAt, worktreeAt, type Place } from './place.ts';
import type { Project } from './project.ts';
import type { PdcaEnd, PdcaStart } from './start.ts';
import { setUpWorktree } from './set-up.ts';
import { createTeam, type Team } from './team.ts';

/** Runs one item through the engine to its end; team and worktrees are gone afterwards, however it ends. */
export async function carryOn(
  start: PdcaStart,
  store: Store,
  project: Project,
  input: PdcaInput,
  { resumed }: { resumed: boolean },
): Promise<PdcaEnd> {
  const { home, host } = start;
  const { feature, dryRun } = input.options;
  // A person who has checked the branch out since goes on there: git allows it in one worktree only.
  const worktree = input.options.worktree && project.branch !== branchOf(feature);
  // What a crashed run left is told to the run that resumes it, not to a dry one.
  const key = `${feature}-${dryRun ? 'dry-' : ''}${sha256(project.root).slice(0, 8)}`;
  const team = await createTeam(home, host.clock, {
    feature,
    root: project.root,
    key,
    inPlace: !dryRun && !worktree && !isMailOnly(input.options),
  });
  try {
    if (dryRun) return await look(start, store, project, input, team);
    const confined = () => isConfined(start);
    if (isMailOnly(input.options))
      return await readMails(start, store, project, input, { team, key, confined });
    const at = { home, feature, base: input.baseSha, resumed, crashed: team.left !== undefined };
    const place = await (worktree ? worktreeAt : hereAt)(host.git, project, at);
    try {
      return await workIn(start, store, project, input, { place, team });
    } finally {
      await place.close();
    }
  } finally {
    await team.remove();
  }
}

/** Whether sessions get a sandbox here, which keeps them out of git's folder. */
async function isConfined({ host, home, parsed }: PdcaStart): Promise<boolean> {
  const sandboxed = sandboxedHost(host, home, () => parsed.config);
  return (await sandboxInForce(sandboxed, host.env)) !== undefined;
}

/** A dry run works nowhere: it only looks at the project as it is. */
function look(
  start: PdcaStart,
  store: Store,
  { root, gitDir }: Project,
  input: PdcaInput,
  team: Team,
): Promise<PdcaEnd> {
  const never = (): never => {
    throw new Error('a dry run writes nothing');
  };
  const tree: ProjectTree = {
    cwd: root,
    diff: async () => '',
    changed: async () => [],
    commit: never,
    unchanged: never,
    takeBack: never,
  };
  const { workspaces } = localWorkspaces(gitDir, () => isConfined(start));
  return advanceToEnd(start, store, input, { team, tree, workspaces, shows: [] });
}

async function workIn(
  start: PdcaStart,
  store: Store,
  { gitDir, root }: Project,
  input: PdcaInput,
  { place, team }: { place: Place; team: Team },
): Promise<PdcaEnd> {
  const { host, talk } = start;
  const { git } = host;
  const { cwd, branch, folder, made, clean } = place;
  const local = localWorkspaces(gitDir, () => isConfined(start));
  const at = { gitDir, cwd, base: input.baseSha, branch, folder, made, ours: local.ours };
  const project = await openProject(git, at, { clean });
  const say = leadWords(input.options.language);
  // Nothing of a step that was not finished stays in the files, and nothing of it is lost.
  const settle = async () => {
    const aside = `refs/autodev/aside/${input.options.feature}-${isoTime(host.clock.now()).replaceAll(/[:.]/g, '-')}`;
    const kept = await project
      .settle(aside)
      .catch((error: unknown) => talk.say(say.notSettled(messageOf(error))));
    if (typeof kept === 'string') talk.say(say.aside(kept));
  };
  const setUp = async (tree: ProjectTree) => {
    if (tree.cwd !== root) await setUpWorktree(start, input, tree);
    return tree;
  };
  if (!clean) await settle();
  try {
    await setUp(project.tree);
    return await advanceToEnd(start, store, input, {
      team,
      tree: noting(project, team, setUp),
      workspaces: local.workspaces,
      shows: [...made].map((path) => join(root, path)),
    });
  } finally {
    await settle();
    await project.removeParts();
    for (const name of team.left?.parts ?? []) await removePart(git, at, name);
  }
}

/** Parts are recorded with the team before they are made, and set up like the whole. */
function noting(
  { tree }: OpenProject,
  team: Team,
  setUp: (tree: ProjectTree) => Promise<ProjectTree>,
): ProjectTree {
  const { parts } = tree;
  if (parts === undefined) return tree;
  const open = async (name: string) => {
    await team.hasPart(name);
    return setUp(await parts.open(name));
  };
  return { ...tree, parts: { ...parts, open } };
}
