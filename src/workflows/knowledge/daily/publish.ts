import { LABEL } from '../../../work/labels.ts';
import type { StepContext } from '../../engine/steps/context.ts';
import type { StepResult } from '../../engine/flow.ts';
import { isOurs, marked, marker } from '../../marker.ts';
import { codeBlock } from '../../model-text/code.ts';
import { joined, ours, own } from '../../model-text/publishable.ts';
import { pushBranch } from '../../publish/push.ts';
import { reportMarkdown, suggestionMarkdown } from '../report/markdown.ts';
import { reportWords } from '../report/words.ts';
import { ruleId } from '../suggestions/same-rule.ts';
import type { DailyInput } from './input.ts';
import { branchOf } from './place.ts';
import { reportMark, reportsOfDay } from './report-issue.ts';
import type { DailyResults } from './results.ts';
import { worded } from './worded.ts';

type Context = StepContext<DailyInput, DailyResults>;
type Done<Name extends keyof DailyResults> = Promise<StepResult<DailyResults[Name]>>;

/** Two daemons that wake at the same hour do not write in the same second. */
const APART_MS = 5_000;

/** The report as an issue of its own: one per repository and day, found again by its mark. */
export async function issue(context: Context): Done<'issue'> {
  const { input, history, forge, ledger, host, signal, store } = context;
  const words = reportWords(input.language);
  const { problem } = history.required('interpret');
  const proposed = history.required('propose');
  const branch = proposed.files.length === 0 ? undefined : branchOf(input);
  const text = reportMarkdown(finalReport(context), {
    language: input.language,
    branch,
    problem: problem === '' ? undefined : problem,
  });
  const by = marker('daemon', (await store.meta.get('daemon_id')) ?? '');
  const body = marked(text, `${by}\n${reportMark(input)}`);
  const first = async () => (await reportsOfDay(context, input))[0];
  const written = await ledger.perform({
    kind: 'issue',
    target: `report ${input.day}`,
    intent: { day: input.day },
    find: first,
    prepare: async () => {
      await host.clock.sleep(Math.round(host.random.fraction() * APART_MS), signal);
      // It carries autodev:skip so that no other daemon takes it for work.
      return async () =>
        (await first()) ??
        forge.createIssue(input.repo, { title: words.title(input.day), body, labels: [LABEL.skip] });
    },
  });
  // Both were written in the same second after all: the first one stands.
  const standing = (await first()) ?? written;
  if (standing.number !== written.number && written.body.includes(by))
    await closeTwin(context, written.number);
  return {
    result: { number: standing.number, ours: standing.body.includes(by) },
    summary: `report #${standing.number}`,
  };
}

async function closeTwin({ forge, ledger, input }: Context, number: number): Promise<void> {
  await ledger.perform({
    kind: 'close',
    target: `#${number}`,
    intent: { number },
    find: async () => ((await forge.issue(input.repo, number)).state === 'closed' ? { number } : undefined),
    write: async () => {
      await forge.closeIssue(input.repo, number);
      return { number };
    },
  });
}

/** The suggested files as a pull request that waits for a person; the difference is in it to be read. */
export async function pull(context: Context): Done<'pull'> {
  const { input, history, forge, ledger, work, logins } = context;
  const words = reportWords(input.language);
  const { suggestions, patch, files } = history.required('propose');
  const report = history.required('issue');
  const head = branchOf(input);
  const mark = marker('suggestions', work);
  const body = marked(
    joined([
      ours(words.fromReport(report.number)),
      ...suggestions
        .filter(({ shown_as: as }) => as === 'file')
        .map((each) => suggestionMarkdown(each, words)),
      own`### ${ours(words.difference)}`,
      codeBlock(patch),
    ]),
    mark,
  );
  const opened = await ledger.perform({
    kind: 'pull',
    target: `${head} ${input.baseRef}`,
    intent: { head, base: input.baseRef },
    find: async () =>
      (await forge.pullsFrom(input.repo, head, { state: 'all' })).find((each) => isOurs(each, mark, logins)),
    prepare: async () => {
      const change = { work: { files, patchBytes: Buffer.byteLength(patch) }, limits: input.limits };
      await pushBranch(context, { commit: history.keptCommit(), branch: head, change });
      const title = words.pullTitle(input.day);
      return () => forge.createPull(input.repo, { title, body, head, base: input.baseRef });
    },
  });
  return { result: { number: opened.number }, summary: `PR #${opened.number}` };
}

/** The report and what was suggested, remembered: for `autodev report`, and so that nothing is suggested twice. */
export async function keep(context: Context): Done<'keep'> {
  const { input, history, store } = context;
  await store.reports.put({ repo: input.repo, day: input.day, body: finalReport(context) });
  const { suggestions } = history.required('propose');
  const pulled = history.result('pull')?.number ?? null;
  for (const { target_file: target, content, pattern, action, shown_as: as } of suggestions)
    await store.suggestions.add({
      id: `${action}-${ruleId(input.repo, target, content)}`,
      repo: input.repo,
      day: input.day,
      target,
      content,
      pattern,
      action,
      pull: as === 'file' ? pulled : null,
      status: 'proposed',
    });
  return { result: { suggestions: suggestions.length }, summary: 'remembered' };
}

function finalReport({ history }: Context) {
  const { report } = history.required('facts');
  return worded(report, history.required('interpret'), history.required('propose').suggestions);
}
