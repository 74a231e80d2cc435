import { runCommands } from '../checks/run-commands.ts';
import type { StepContext } from '../engine/steps/context.ts';
import type { StepResult } from '../engine/flow.ts';
import { projectFacts } from '../pdca/goals/facts.ts';
import { goalCommands } from '../pdca/goals/goals.ts';
import { forgeOf } from '../pdca/steps/issues.ts';
import type { PdcaNeeds } from '../pdca/steps/needs.ts';
import { performMove } from '../pdca/steps/perform.ts';
import type { ProjectTree } from '../workspace/project-tree.ts';
import { ensureCommits, worktreeAt } from '../worktree-at.ts';
import type { IssueInput } from './input.ts';
import { leadInput, pdcaStanding } from './pdca-move.ts';
import { branchOf, folderOf } from './place.ts';
import type { IssueResults } from './results.ts';

/** The `pdca` workflow as steps of a run: what the lead wants next, in the issue's worktree. */
type Context = StepContext<IssueInput, IssueResults>;

export async function pdca(context: Context): Promise<StepResult<IssueResults['pdca']>> {
  const { input, history } = context;
  const { next, done } = pdcaStanding(input, history);
  if (next.kind === 'end') throw new Error('the run has ended');
  await ensureCommits(context, input.baseSha);
  const commit = history.lastCommit() ?? input.baseSha;
  const cwd = await worktreeAt(context, folderOf(input), { commit, branch: branchOf(input) });
  const { kind: _, ...move } = next;
  const made = await performMove(await needsOf(context, workspaceTree(context, cwd), done), move);
  return {
    result: made.done,
    ...(made.commit === undefined ? {} : { commit: made.commit }),
    summary: made.done.kind,
  };
}

async function needsOf(context: Context, tree: ProjectTree, done: PdcaNeeds['done']): Promise<PdcaNeeds> {
  const { input, host, settings, signal, work, run, store } = context;
  const facts = await projectFacts(host.files, tree.cwd, {
    configured: settings.goals,
    custom: settings.checks,
  });
  return {
    host,
    options: leadInput(input).options,
    tree,
    base: input.baseSha,
    from: null,
    startedAt: run.startedAt,
    done,
    goals: goalCommands(facts),
    goalTimeoutMs: settings.check_timeout_secs * 1_000,
    context: {},
    signal,
    session: (request) => context.session(request),
    say: (text) => void context.emit({ type: 'session.progress', work, run: run.id, text }),
    mail: async () => {},
    booked: () => store.costs.byStep(work),
    forge: forgeOf(context, { repo: input.repo, watched: true }),
  };
}

/** The issue's worktree. Commands run on a clean checkout of what is in it, as the daemon's checks do. */
function workspaceTree(context: Context, cwd: string): ProjectTree {
  const { input, workspaces, signal } = context;
  const { repo, baseSha } = input;
  const look = () => workspaces.commit(repo, cwd, { message: 'files of a run\n', signal });
  return {
    cwd,
    diff: async () => workspaces.wholeDiff(repo, { from: baseSha, to: await look() }),
    changed: async () => workspaces.changedFiles(repo, { from: baseSha, to: await look() }),
    commit: (message) => workspaces.commit(repo, cwd, { message: `${message}\n`, signal }),
    unchanged: async (work) =>
      workspaces.checkout(repo, await look(), async (clean) => {
        await runCommands(context, clean, context.settings.setup);
        return work(clean);
      }),
    takeBack: () => Promise.reject(new Error('the work here is not divided')),
  };
}
