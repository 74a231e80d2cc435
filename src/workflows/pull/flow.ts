import { LABEL, ours } from '../../work/labels.ts';
import { workId } from '../../work/ids.ts';
import type { Flow } from '../engine/flow.ts';
import { labelledByTrusted, notYet, refuse, screenCommon, untrusted } from '../screen.ts';
import { REVIEW_CONTEXT } from './context-name.ts';
import { decide } from './decide.ts';
import { asPull, freezePull } from './freeze.ts';
import type { PullInput } from './input.ts';
import { approve, check, exhausted, handover, improve, publish, push, review } from './steps.ts';

/** A pull request, from its first review to an approval. Merging is another flow's work. */
export const pullFlow: Flow<PullInput> = {
  type: 'pr',
  target: 'pulls',
  screen: (entry, { settings }) => {
    const pull = asPull(entry);
    const labels = ours(pull.labels);
    if (labels.includes(LABEL.wip)) return notYet('it is being handled');
    if (labels.includes(LABEL.skip)) return refuse('it carries autodev:skip');
    if (pull.draft) return refuse('it is a draft');
    if (pull.head.ref.startsWith('autodev/knowledge-'))
      return refuse('suggestions of ours wait for a person');
    return screenCommon(entry, settings);
  },
  admit: async (entry, context) => {
    const { trusts, store, host, forge, logins } = context;
    const pull = asPull(entry);
    const work = workId('pr', pull.repo, pull.number);
    if (ours(pull.labels).includes(LABEL.done)) {
      const sha =
        (await store.reviewed.get(work)) ??
        (await reviewedOnForge(pull.repo, pull.head.sha, forge.checks, logins));
      if (sha === pull.head.sha) return refuse('this head is reviewed');
    }
    if (!(await trusts(pull.author))) return refuse(untrusted(pull.author, context.settings));
    if (pull.head.owner !== null && pull.head.repo !== pull.repo && !(await trusts(pull.head.owner)))
      return refuse(`${pull.head.owner}, who owns the branch, has no write access`);
    const failed = await store.attempts.get(work);
    if (failed !== undefined && failed.notBefore > host.clock.now())
      return notYet('it waits for its next attempt');
    return labelledByTrusted(entry, context);
  },
  freeze: freezePull,
  decide,
  steps: {
    review: { run: review },
    publish: { run: publish },
    exhausted: { run: exhausted },
    approve: { run: approve },
    improve: { run: improve },
    handover: { run: handover },
    check: { run: check },
    push: { run: push },
  },
};

/** With a new store the forge still knows: our status stands on the commit we reviewed. */
async function reviewedOnForge(
  repo: string,
  sha: string,
  checks: (repo: string, sha: string) => Promise<{ context: string; author: string | null }[]>,
  logins: readonly string[],
): Promise<string | undefined> {
  const found = (await checks(repo, sha)).some(
    (check) => check.context === REVIEW_CONTEXT && check.author !== null && logins.includes(check.author),
  );
  return found ? sha : undefined;
}
