import { isoTime } from '../../../host/clock.ts';
import { untrusted } from '../../prompt.ts';
import { costSection } from '../costs.ts';
import type { ResultOf } from '../done.ts';
import { baselineGoals } from '../goals/baseline.ts';
import { isComplete, openOf } from '../lead/do.ts';
import { nextOf } from '../lead/next.ts';
import { leadWords } from '../lead/words.ts';
import { LIMITS, PHASES } from '../mode.ts';
import { keptOptions } from '../options.ts';
import { modelOf } from '../models.ts';
import { designPath, planPath, reportPath, STATUS_PATH } from '../documents/places.ts';
import { withFeature, type FeatureStatus } from '../documents/status-file.ts';
import type { Around, Work } from '../work.ts';
import { promptOf, type Asking } from './ask.ts';
import type { PdcaNeeds } from './needs.ts';
import { documentAt, writeDocument, writeInside } from './write.ts';

/** At each phase's end the lead writes down how far it is. */
export async function writeStatus(
  needs: PdcaNeeds,
  around: Around,
  next: number,
  check?: FeatureStatus['check'],
): Promise<void> {
  const { host, tree, options } = needs;
  const there = async (file: string) =>
    (await documentAt(needs, tree.cwd, file)) === undefined ? null : file;
  const iterations = needs.done.filter((one) => one.kind === 'implement');
  const last = iterations.at(-1)?.result.parts ?? [];
  const open = last.filter((one) => !isComplete(one));
  const status: FeatureStatus = {
    phase: PHASES[next] ?? 'DONE',
    phaseNumber: next,
    matchRate: needs.done.findLast((one) => one.kind === 'gap')?.result.rate ?? null,
    iterationCount: around.counted.improvements,
    documents: {
      plan: await there(planPath(options.feature)),
      design: await there(designPath(options.feature)),
      report: await there(reportPath(options.feature)),
    },
    implManagerIteration: around.iterations,
    implManagerStatus: managerStatus(needs, next, { begun: last.length > 0, open: open.length > 0 }),
    implManagerRemainingIssues: open.flatMap(openOf).slice(0, 50),
    timestamps: { started: needs.startedAt, updated: isoTime(host.clock.now()) },
    mode: around.mode,
    score: around.score,
    task: options.task,
    base: needs.base,
    options: keptOptions.parse(options),
    check,
    counted: around.counted,
    baseline: baselineGoals.parse(needs.done.findLast((one) => one.kind === 'baseline')?.result.goals ?? []),
  };
  const before = await documentAt(needs, tree.cwd, STATUS_PATH);
  await writeInside(needs, STATUS_PATH, withFeature(before, options.feature, status));
}

/** Failed: a person is asked about it, or let it go on as it is. */
function managerStatus(
  { options, from, done }: PdcaNeeds,
  phase: number,
  { begun, open }: { begun: boolean; open: boolean },
): FeatureStatus['implManagerStatus'] {
  if (!begun) return 'not_started';
  if (!open) return 'completed';
  const next = nextOf({ options, from }, done);
  const asks = next.kind === 'move' && next.work.kind === 'ask' && next.work.about === 'failed';
  return asks || phase > 3 ? 'failed' : 'in_progress';
}

export async function warnPlan({ needs }: Asking): Promise<ResultOf<'warn-plan'>> {
  const path = planPath(needs.options.feature);
  const text = (await documentAt(needs, needs.tree.cwd, path)) ?? '';
  const warning = leadWords(needs.options.language).critic(LIMITS.critic);
  await writeInside(needs, path, `${text.trimEnd()}\n\n<!-- WARNING: ${warning} -->\n`);
  return {};
}

/** Related issues only get a comment; without any a new one is opened. */
export async function link({ needs }: Asking, work: Work & { kind: 'link' }): Promise<ResultOf<'link'>> {
  const { forge, options } = needs;
  if (forge === undefined) {
    needs.say(leadWords(options.language).noForge);
    return { number: null, said: 'no forge' };
  }
  const path = planPath(options.feature);
  for (const number of work.related)
    await forge.comment(number, options.language === 'ko' ? `관련 Plan: ${path}` : `Related plan: ${path}`);
  if (work.related.length > 0) return { number: work.related[0] ?? null, said: 'commented' };
  const number = await forge.createIssue(options.feature, `Plan: ${path}`);
  needs.say(leadWords(options.language).issue(number));
  return { number, said: 'opened' };
}

/** The reporter's words, and below them the costs, which the lead counts. */
export async function report(asking: Asking, work: Work & { kind: 'report' }): Promise<ResultOf<'report'>> {
  const { needs, around, sessions } = asking;
  const { options, tree } = needs;
  const path = reportPath(options.feature);
  const open = [...work.unresolved, ...work.warnings.map((each) => `WARNING: ${each}`)];
  const written = await writeDocument(asking, path, {
    role: 'writer',
    name: 'reporter',
    model: modelOf('report', around.mode, options.opus),
    prompt: await promptOf(asking, 'report', {
      place: tree.cwd,
      path,
      plan: planPath(options.feature),
      design: around.mode === 'LIGHT' ? '(none)' : designPath(options.feature),
      unresolved: open.length === 0 ? '(nothing)' : untrusted(open.join('\n')),
    }),
  });
  if (written === undefined) return { path: '' };
  const all = [...needs.done.flatMap((one) => one.sessions), ...sessions];
  await writeInside(
    needs,
    path,
    `${written.text.trimEnd()}\n\n${costSection(all, await needs.booked(), options.language)}`,
  );
  return { path };
}
