import { sessionConfigDir } from '../../config/environment.ts';
import type { Git } from '../../host/git/git.ts';
import { ours as ownLabels } from '../../work/labels.ts';
import { discovered, type Found } from '../../workflows/pdca/discovery.ts';
import type { GoalResult } from '../../workflows/pdca/done.ts';
import { projectFacts } from '../../workflows/pdca/goals/facts.ts';
import { goalCommands } from '../../workflows/pdca/goals/goals.ts';
import { runGoal } from '../../workflows/pdca/steps/run-goals.ts';
import { ownFolder } from '../../workflows/workspace/own-tree/own-folder.ts';
import { openOwnTree } from '../../workflows/workspace/own-tree/own-tree.ts';
import { sandboxedHost } from '../sandboxed-host.ts';
import { contextNear } from './context-near.ts';
import { openProjectForge, type ProjectForge } from './forge.ts';
import { settingsOf } from './needs.ts';
import { findProject, type Project } from './project.ts';
import type { PdcaStart } from './start.ts';
import { withStore } from './store.ts';

const MOST_TODOS = 20;
const MOST_ISSUES = 20;

/** Looks at a project for what there is to do. Nothing is paid, and nothing in its files is changed. */
export async function discoverWork(start: PdcaStart): Promise<Found[]> {
  const { git } = start.host;
  const project = await findProject(git, start.cwd);
  const { root } = project;
  const forge = await withStore(start, (store) => openProjectForge(start, store, project));
  return discovered({
    contextNear: await contextNear(sessionConfigDir(), root),
    goals: await goalsOf(start, project),
    todos: await todosIn(git, root),
    issues: forge === undefined ? [] : await issuesOn(forge),
    staged: await namesIn(git, root, ['diff', '--cached', '--name-only', '-z']),
  });
}

/** The goals on the files as they are, committed or not; what they write is taken back. */
async function goalsOf(start: PdcaStart, project: Project): Promise<GoalResult[]> {
  const { root, gitDir, head } = project;
  const host = sandboxedHost(start.host, start.home, () => start.parsed.config);
  const settings = await settingsOf(start, project);
  const facts = await projectFacts(host.files, root, {
    configured: settings.goals,
    custom: settings.checks,
  });
  const needs = { host, signal: start.signal, goalTimeoutMs: settings.check_timeout_secs * 1_000 };
  const own = ownFolder(gitDir, root);
  const at = { cwd: root, gitDir, own, branch: 'discovery', head, made: new Set<string>() };
  const tree = await openOwnTree(start.host.git, at);
  const before = await tree.look();
  const goals: GoalResult[] = [];
  try {
    for (const command of goalCommands(facts)) goals.push(await runGoal(needs, root, command));
  } finally {
    await tree.show(before);
    await tree.forget();
  }
  return goals;
}

async function todosIn(git: Git, root: string): Promise<string[]> {
  const pattern = '(//|#|/\\*|--) *(TODO|FIXME)';
  const done = await git.run(['grep', '-n', '-I', '-E', pattern, '--', '.', ':!*.md'], {
    cwd: root,
    ok: [1],
  });
  const lines = done.stdout.toString('utf8').split('\n');
  return lines.filter((line) => line !== '').slice(0, MOST_TODOS);
}

async function namesIn(git: Git, root: string, args: string[]): Promise<string[]> {
  return (await git.text(args, { cwd: root })).split('\0').filter((name) => name !== '');
}

/** Of people who may write there, and not the daemon's: nobody else's words begin paid work. */
async function issuesOn({ forge, repo }: ProjectForge): Promise<{ number: number; title: string }[]> {
  const found: { number: number; title: string }[] = [];
  const { items } = await forge.openIssues(repo, null);
  for (const { number, title, author, labels } of items.toReversed()) {
    if (found.length >= MOST_ISSUES) break;
    if (ownLabels(labels).length > 0) continue;
    const permission = await forge.permission(repo, author).catch(() => 'none');
    if (['write', 'maintain', 'admin'].includes(permission)) found.push({ number, title });
  }
  return found;
}
