import { workId } from '../../work/ids.ts';
import type { Issue } from '../../work/issue.ts';
import { isPull, type Pull } from '../../work/pull.ts';
import { VERDICTS_VERSION } from '../../work/verdicts.ts';
import { contentHash } from '../engine/input/content.ts';
import type { WorkContext } from '../engine/steps/context.ts';
import { unsettledInput } from '../engine/input/read-input.ts';
import { limitsOf } from '../publish/patch-limits.ts';
import { PROMPTS_VERSION } from '../prompt.ts';
import { pushedCommits } from '../publish/push-record.ts';
import { branchProblem } from '../publish/pushable.ts';
import { freezeAgain } from './freeze-again.ts';
import { mayImprove } from './next-cause.ts';
import { pullInput, type PullInput } from './input.ts';

export async function freezePull(
  item: { repo: string; number: number },
  context: WorkContext,
): Promise<PullInput> {
  const { forge, store, settings } = context;
  const { repo, number } = item;
  const pull = await forge.pull(repo, number);
  const work = workId('pr', repo, number);
  // Our own pushes are not new input: a head we pushed belongs to the run that was frozen before it.
  const earlier = (await unsettledInput(store, work, pullInput))?.input;
  const pushed = await pushedCommits(store, work);
  const same = earlier !== undefined && (pull.head.sha === earlier.headSha || pushed.includes(pull.head.sha));
  // For a run that is going on it is the push itself that asks: what others stack on the branch is no new input.
  const improvable =
    mayImprove(pull, context) &&
    ((same && earlier.improvable) || (await branchProblem(forge, repo, pull.head.ref)) === undefined);
  return {
    repo,
    number,
    title: pull.title,
    body: pull.body,
    author: pull.author,
    contentHash: contentHash(pull),
    headRef: pull.head.ref,
    headSha: same ? earlier.headSha : pull.head.sha,
    baseRef: pull.base.ref,
    baseSha: same && earlier.baseRef === pull.base.ref ? earlier.baseSha : pull.base.sha,
    improvable,
    maxRounds: settings.max_review_rounds,
    onExhausted: settings.on_exhausted,
    model: settings.model,
    language: settings.language,
    limits: limitsOf(settings),
    again: same ? (earlier.again ?? null) : await freezeAgain(pull, context),
    versions: { prompts: PROMPTS_VERSION, verdicts: VERDICTS_VERSION },
    lesson: null,
  };
}

export function asPull(entry: Issue | Pull): Pull {
  if (!isPull(entry)) throw new Error(`#${entry.number} is not a pull request`);
  return entry;
}
