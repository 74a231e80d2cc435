import { reviewResult, schemaFor } from '../../work/verdicts.ts';
import type { DevelopNeeds } from '../develop/unattended/needs.ts';
import { developStep } from '../develop/unattended/workflow.ts';
import type { StepContext } from '../engine/steps/context.ts';
import type { StepResult } from '../engine/flow.ts';
import { validateAt } from '../develop/unattended/validate-at.ts';
import { ensureCommits, worktreeAt } from '../worktree-at.ts';
import { branchOf, folderOf } from './place.ts';
import type { IssueInput } from './input.ts';
import type { IssueResults } from './results.ts';
import { analysisForPrompt } from './texts.ts';

/** The `develop` workflow as steps of a run: each of its sessions and verdicts is journaled like any other step. */
type Context = StepContext<IssueInput, IssueResults>;

const REVIEW = schemaFor('review', reviewResult);
const DIFF_CAP = 200_000;

export async function develop(context: Context): Promise<StepResult<IssueResults['develop']>> {
  const { input, history, host, settings, signal, workspaces } = context;
  const start = history.lastCommit() ?? input.baseSha;
  await ensureCommits(context, input.baseSha);
  const cwd = await worktreeAt(context, folderOf(input), { commit: start, branch: branchOf(input) });
  const needs: DevelopNeeds = {
    random: host.random,
    language: settings.language,
    session: (request) => context.session({ ...request, cwd }),
    opinions: async (prompt) => {
      const result = await context.session({ role: 'review', prompt, cwd, access: 'read', schema: REVIEW });
      return [
        {
          agent: 'review',
          model: result.model,
          review: result.structured,
          problem: null,
          costUsd: result.costUsd,
        },
      ];
    },
    validate: (plan, commit) => validateAt(context, plan, commit),
    diff: async () => (await workspaces.patch(input.repo, input.baseSha, start, DIFF_CAP)).text,
    commit: (message) => workspaces.commit(input.repo, cwd, { message: `${message}\n`, signal }),
  };
  const analysis = history.required('analyze');
  const said = input.comments.map(({ author, body }) => `${author}: ${body}`).join('\n\n');
  const answers = input.answers
    .map(({ by, asked, text }) => `${asked}\n${by} answered: ${text}`)
    .join('\n\n');
  const feature = [input.title, input.body, said, answers, analysisForPrompt(analysis)]
    .filter((part) => part !== '')
    .join('\n\n');
  const { done, commit } = await developStep(
    needs,
    { feature, lesson: input.lesson?.text ?? null },
    history.results('develop'),
  );
  return { result: done, ...(commit === undefined ? {} : { commit }), summary: `${done.name} ${done.round}` };
}
