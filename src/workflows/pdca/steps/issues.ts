import { LABEL } from '../../../work/labels.ts';
import { isOurs, marked, marker } from '../../marker.ts';
import { ours } from '../../model-text/publishable.ts';
import type { StepContext } from '../../engine/steps/context.ts';
import type { PdcaForge } from './needs.ts';

/** What the daemon would otherwise take for work of its own carries its `skip`. */
const label = (watched: boolean): string[] => ['auto', ...(watched ? [LABEL.skip] : [])];

/** The forge of a run: read as it is, written through the ledger, once. */
export function forgeOf(
  { forge, ledger, run, logins }: StepContext,
  { repo, watched }: { repo: string; watched: boolean },
): PdcaForge {
  const mark = marker('plan', run.id);
  return {
    openIssues: async () => (await forge.openIssues(repo, null)).items,
    comment: async (number, text) => {
      await ledger.perform({
        kind: 'comment',
        target: `plan #${number}`,
        intent: { number, text },
        find: async () => (await forge.comments(repo, number)).find((each) => isOurs(each, mark, logins)),
        write: () => forge.comment(repo, number, marked(ours(text), mark)),
      });
    },
    createIssue: async (title, text) => {
      const issue = await ledger.perform({
        kind: 'issue',
        target: `plan ${title}`,
        intent: { title, text },
        find: async () =>
          (await forge.openIssues(repo, run.startedAt)).items.find((each) => isOurs(each, mark, logins)),
        write: () =>
          forge.createIssue(repo, { title, body: marked(ours(text), mark), labels: label(watched) }),
      });
      return issue.number;
    },
  };
}
