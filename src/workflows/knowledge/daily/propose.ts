import { counted } from '../../../work/counted.ts';
import { join } from 'node:path';
import { addDays } from '../../../work/day.ts';
import type { StepContext } from '../../engine/steps/context.ts';
import type { StepResult } from '../../engine/flow.ts';
import { patchProblems } from '../../publish/patch-limits.ts';
import { worktreeAt } from '../../worktree-at.ts';
import { dailyReport } from '../report/daily-report.ts';
import { changedFile } from '../suggestions/changed-file.ts';
import { unhelpful } from '../suggestions/unhelpful.ts';
import { weigh, type Weighed } from '../suggestions/weigh.ts';
import { readTargets } from '../target-files.ts';
import type { DailyInput } from './input.ts';
import { branchOf, folderOf } from './place.ts';
import type { DailyResults } from './results.ts';

type Context = StepContext<DailyInput, DailyResults>;

const LOOK_BACK_DAYS = 90;
const LONGEST_PATCH = 100_000;

/** What of the day's proposals is told to people; those for files as one commit that waits to be pushed. */
export async function propose(context: Context): Promise<StepResult<DailyResults['propose']>> {
  const { input, history, store, workspaces, signal } = context;
  const { report } = history.required('facts');
  const { suggestions: proposals } = history.required('interpret');
  const earlier = (await store.suggestions.ofRepo(input.repo)).filter(({ day }) => day !== '');
  const reports = (await store.reports.since(input.repo, addDays(input.day, -LOOK_BACK_DAYS))).flatMap(
    ({ body }) => dailyReport.safeParse(body).data ?? [],
  );
  const cwd = await worktreeAt(context, folderOf(input), { commit: input.baseSha, branch: branchOf(input) });
  const deletions = unhelpful(input.day, earlier, [...reports, report]);
  const targets = [...proposals, ...deletions].map(({ target_file: target }) => target);
  const { files, odd } = await readTargets(context, cwd, targets);
  const suggestions = [
    ...weigh(proposals, { report, earlier, files, odd }),
    ...deletions.filter(({ target_file: target }) => files.has(target)),
  ];
  await writeFiles(context, cwd, suggestions, files);
  const message = `Suggestions of ${input.day}\n`;
  const commit = await workspaces.commit(input.repo, cwd, { message, signal });
  const size = await workspaces.patchSize(input.repo, input.baseSha, commit, input.limits.patchBytes);
  // What agents read is what this is about; everything else that is protected, large or secret stays here.
  const problems = patchProblems(size, input.limits, ['agents']);
  const { text } = await workspaces.patch(input.repo, input.baseSha, commit, LONGEST_PATCH);
  const refused = problems.length > 0;
  return {
    result: {
      suggestions: refused ? suggestions.map(asText) : suggestions,
      files: refused ? [] : size.files,
      patch: refused ? '' : text,
    },
    commit,
    summary: `${counted(suggestions.length, 'suggestion')}, ${counted(size.files.length, 'file')}`,
  };
}

async function writeFiles(
  { host }: Context,
  cwd: string,
  suggestions: readonly Weighed[],
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const now = new Map(files);
  for (const suggestion of suggestions) {
    const { shown_as: as, target_file: target } = suggestion;
    if (as !== 'file') continue;
    const text = changedFile(now.get(target), suggestion);
    if (text === null) {
      await host.files.remove(join(cwd, target));
      now.delete(target);
    } else {
      await host.files.write(join(cwd, target), text);
      now.set(target, text);
    }
  }
}

const asText = (suggestion: Weighed): Weighed => ({
  ...suggestion,
  shown_as: 'text',
  note: suggestion.note || 'the change could not be published as a file',
});
