import { readProjectFile } from '../../host/fs/plain-file.ts';
import { join } from 'node:path';
import type { Store } from '../../store/store.ts';
import { AutodevError } from '../../work/errors.ts';
import { branchOf, designPath, planPath, STATUS_PATH } from '../../workflows/pdca/documents/places.ts';
import { phaseToResume, readStatus, type FeatureStatus } from '../../workflows/pdca/documents/status-file.ts';
import { pdcaInput, type PdcaInput } from '../../workflows/pdca/input.ts';
import type { Flow } from '../../workflows/engine/flow.ts';
import { readJournal } from '../../workflows/engine/journal.ts';
import { history } from '../../workflows/engine/steps/history.ts';
import { pdcaFlow } from '../../workflows/pdca/flow.ts';
import { inputOf } from './begin.ts';
import { carryOn } from './carry-on.ts';
import { findProject, type Project } from './project.ts';
import { standingOf } from './standing.ts';
import type { PdcaEnd, PdcaStart } from './start.ts';
import { withStore } from './store.ts';
import { livingTeams } from './team.ts';

/** A run that was stopped: from the journal of this home, or by phase from the repository alone. */
export async function resumePdca(start: PdcaStart, wanted: string | undefined): Promise<PdcaEnd> {
  const project = await findProject(start.host.git, start.cwd);
  return withStore(start, async (store) => {
    const atWork = (await livingTeams(start.home)).filter(({ root }) => root === project.root);
    const known = await fromJournal(store, project, wanted, (feature) =>
      atWork.some((team) => team.feature === feature),
    );
    const input = known ?? (await fromRepository(start, project, wanted));
    return carryOn(start, store, project, input, { resumed: true });
  });
}

async function fromJournal(
  store: Store,
  project: Project,
  wanted: string | undefined,
  isAtWork: (feature: string) => boolean,
): Promise<PdcaInput | undefined> {
  for (const run of (await store.runs.open(project.repo)).toReversed()) {
    const { data: input } = pdcaInput.safeParse(run.input);
    if (input === undefined || input.options.dryRun) continue;
    const { feature } = input.options;
    const isWanted = wanted === undefined ? !isAtWork(feature) : feature === wanted;
    if (isWanted && replays(input, await store.steps.finished(run.id))) return input;
  }
  return undefined;
}

/** Whether the lead of this version can read the journal of a run; else it goes on by phase, from the repository. */
function replays(input: PdcaInput, steps: Parameters<typeof readJournal>[1]): boolean {
  const needs = () => Promise.reject(new Error('nothing is done here'));
  const flow = pdcaFlow({ input, needs }) as unknown as Flow;
  try {
    standingOf(input, history(readJournal(flow, steps)), undefined);
    return true;
  } catch {
    return false;
  }
}

interface Found {
  feature: string;
  status: FeatureStatus;
  has(path: string): Promise<boolean>;
}

async function fromRepository(
  { host, parsed }: PdcaStart,
  project: Project,
  wanted: string | undefined,
): Promise<PdcaInput> {
  const found = (await inFiles(project, wanted)) ?? (await onBranches({ host }, project, wanted));
  if (found === undefined)
    throw new AutodevError('not_found', 'there is no run to resume', {
      why: `no unfinished run in this home's journal, and none in ${STATUS_PATH} of this branch or of a branch feat/…`,
      hint: 'autodev auto status, or begin one with autodev auto "<task>"',
    });
  const { feature, status } = found;
  const documents = {
    plan: await found.has(planPath(feature)),
    design: await found.has(designPath(feature)),
  };
  const options = {
    ...status.options,
    task: status.task,
    feature,
    language: parsed.config.language,
    worktree: status.options.worktree && project.branch !== branchOf(feature),
  };
  return inputOf(project, options, {
    baseSha: status.base,
    startedAt: status.timestamps.started,
    from: {
      phase: phaseToResume(status, documents),
      mode: status.mode,
      score: status.score,
      iteration: status.implManagerIteration,
      remaining: status.implManagerRemainingIssues,
      checked: status.check,
      counted: status.counted,
      baseline: status.baseline,
    },
  });
}

function unfinished(text: string | undefined, wanted: string | undefined) {
  const status = readStatus(text);
  const feature = wanted ?? status?.primaryFeature;
  const one = feature === undefined ? undefined : status?.features[feature];
  return feature === undefined || one === undefined || one.phaseNumber > 5
    ? undefined
    : { feature, status: one };
}

async function inFiles({ root }: Project, wanted: string | undefined): Promise<Found | undefined> {
  const found = unfinished(await readProjectFile(join(root, STATUS_PATH)), wanted);
  const has = async (path: string) => (await readProjectFile(join(root, path))) !== undefined;
  return found === undefined ? undefined : { ...found, has };
}

const MOST_BRANCHES = 50;

/** The newest branch of a run that is not finished, of this clone or of where it was cloned from. */
async function onBranches(
  { host }: Pick<PdcaStart, 'host'>,
  { root }: Project,
  wanted: string | undefined,
): Promise<Found | undefined> {
  const at = { cwd: root };
  const patterns = ['refs/heads/feat/', 'refs/remotes/origin/feat/'];
  const list = ['for-each-ref', '--sort=-committerdate', `--count=${MOST_BRANCHES}`, '--format=%(refname)'];
  const refs = (await host.git.text([...list, ...patterns], at)).split('\n').filter((ref) => ref !== '');
  const show = async (ref: string, path: string) => {
    const done = await host.git.run(['cat-file', 'blob', `${ref}:${path}`], { ...at, ok: [128] });
    return done.code === 0 ? done.stdout.toString('utf8') : undefined;
  };
  for (const ref of refs) {
    const found = unfinished(await show(ref, STATUS_PATH), wanted);
    if (found !== undefined && ref.endsWith(`/${branchOf(found.feature)}`))
      return { ...found, has: async (path) => (await show(ref, path)) !== undefined };
  }
  return undefined;
}
