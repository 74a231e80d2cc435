import { workId } from '../../work/ids.ts';
import type { Issue } from '../../work/issue.ts';
import { isPull, type Pull } from '../../work/pull.ts';
import { VERDICTS_VERSION } from '../../work/verdicts.ts';
import { contentHash } from '../engine/content.ts';
import type { WorkContext } from '../engine/context.ts';
import { limitsOf } from '../patch-limits.ts';
import { PROMPTS_VERSION } from '../prompt.ts';
import type { PullInput } from './input.ts';

export async function freezePull(
  item: { repo: string; number: number },
  context: WorkContext,
): Promise<PullInput> {
  const { forge, store, settings, logins } = context;
  const { repo, number } = item;
  const pull = await forge.pull(repo, number);
  const work = workId('pr', repo, number);
  // Our own pushes are not new input: a head we pushed belongs to the run that was frozen before it.
  const latest = await store.runs.latest(work);
  const earlier =
    latest?.status === 'running' || latest?.status === 'failed' ? (latest.input as PullInput) : undefined;
  const pushed = (await store.effects.ofKind(work, 'push')).map(
    (effect) => (effect.intent as { sha: string }).sha,
  );
  const same = earlier !== undefined && (pull.head.sha === earlier.headSha || pushed.includes(pull.head.sha));
  const ownBranch = pull.head.repo === repo;
  const ours = logins.includes(pull.author);
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
    improvable: ownBranch && (ours || settings.improve === 'same-repo'),
    maxRounds: settings.max_review_rounds,
    onExhausted: settings.on_exhausted,
    model: settings.model,
    language: settings.language,
    limits: limitsOf(settings),
    versions: { prompts: PROMPTS_VERSION, verdicts: VERDICTS_VERSION },
    lesson: null,
  };
}

export function asPull(entry: Issue | Pull): Pull {
  if (!isPull(entry)) throw new Error(`#${entry.number} is not a pull request`);
  return entry;
}
