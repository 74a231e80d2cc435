import { reviewResult, schemaFor, type AnalysisResult, type ReviewResult } from '../../work/verdicts.ts';
import type { DevelopNeeds } from '../develop/unattended/needs.ts';
import { developStep } from '../develop/unattended/workflow.ts';
import { validate } from '../develop/validate.ts';
import type { StepContext } from '../engine/context.ts';
import type { StepResult } from '../engine/flow.ts';
import { ensureCommits, worktreeAt } from '../worktree-at.ts';
import { commitAll, patch } from '../workspace/worktree.ts';
import { developed } from './develop-move.ts';
import { branchOf, folderOf } from './place.ts';
import type { IssueInput } from './input.ts';
import { analysisForPrompt } from './texts.ts';

/** The `develop` workflow as steps of a run: each of its sessions and verdicts is journaled like any other step. */
type Context = StepContext<IssueInput>;

const REVIEW = schemaFor('review', reviewResult);
const DIFF_CAP = 200_000;

export async function develop(context: Context): Promise<StepResult> {
  const { input, history, host, settings, signal } = context;
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
          review: result.structured as ReviewResult,
          problem: null,
          costUsd: result.costUsd,
        },
      ];
    },
    validate: (validation) =>
      validate(host, cwd, validation, { signal, timeoutMs: settings.check_timeout_secs * 1_000 }),
    diff: async () => (await patch(host.git, cwd, input.baseSha, 'HEAD', DIFF_CAP)).text,
    commit: (message) => commitAll(host.git, cwd, `${message}\n`),
  };
  const analysis = history.result<AnalysisResult>('analyze') as AnalysisResult;
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
    developed(history),
  );
  return { result: done, ...(commit === undefined ? {} : { commit }), summary: `${done.name} ${done.round}` };
}
