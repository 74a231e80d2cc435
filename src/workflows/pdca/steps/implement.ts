import { untrusted } from '../../prompt.ts';
import type { ProjectTree } from '../../workspace/project-tree.ts';
import { ANSWERS, implementation, type Implementation, type Part } from '../verdicts/answers.ts';
import type { GoalResult, Iteration, ResultOf } from '../done.ts';
import { designFiles } from '../documents/gates.ts';
import { isRed } from '../goals/baseline.ts';
import { leadWords } from '../lead/words.ts';
import { modelOf } from '../models.ts';
import { outsideOf } from '../changes/parts.ts';
import { productOf } from '../changes/product.ts';
import { designPath, planPath } from '../documents/places.ts';
import { slugOf } from '../documents/slug.ts';
import type { Work } from '../work.ts';
import { changedIn } from '../changes/changed-in.ts';
import { hasTests } from '../changes/tests-in.ts';
import { droppedScope, flagsOf, uncertainIn } from '../changes/zero-tolerance.ts';
import { ask, promptOf, together, type Asking } from './ask.ts';
import { uncovered } from './coverage.ts';
import type { PdcaNeeds } from './needs.ts';
import { runGoals } from './run-goals.ts';
import { documentAt } from './write.ts';

/** One iteration: one session (or one per part, side by side), and then everything measured by the lead. */
export async function implement(
  asking: Asking,
  work: Work & { kind: 'implement' },
): Promise<ResultOf<'implement'>> {
  const { needs } = asking;
  if (work.parts.length === 0) {
    const one = await iterate(asking, work, needs.tree, undefined);
    return { parts: [{ ...one, name: '' }] };
  }
  const trees: { part: Part; tree: ProjectTree }[] = [];
  for (const part of work.parts) trees.push({ part, tree: await partOf(needs, part) });
  const parts = await together(
    trees.map(async ({ part, tree }) => ({ ...(await iterate(asking, work, tree, part)), name: part.name })),
  );
  return { parts };
}

async function iterate(
  asking: Asking,
  work: Work & { kind: 'implement' },
  tree: ProjectTree,
  part: Part | undefined,
): Promise<Iteration> {
  const { needs, around } = asking;
  const { options } = needs;
  const before = part === undefined ? needs.base : await tree.commit(`pdca(do): before ${part.name}`);
  const tell = part === undefined ? work.tell : work.tell.filter((line) => line.startsWith(`${part.name}: `));
  const open =
    tell.length === 0 ? '' : untrusted(leadWords(options.language).goOn(iterationsBefore(needs, work), tell));
  const values = { place: tree.cwd, plan: planPath(options.feature), open, commands: commandsOf(asking) };
  const prompt = work.light
    ? await promptOf(asking, 'implement-light', { ...values, task: untrusted(options.task) })
    : await promptOf(asking, 'implement', {
        ...values,
        design: designPath(options.feature),
        iteration: String(work.iteration),
        scope:
          part === undefined
            ? ''
            : ` Your part is ${slugOf(part.name)}: change only what its paths hold (listed below).`,
      });
  const paths =
    part === undefined ? '' : `\nYour paths:\n${part.paths.map((path) => `- ${path}`).join('\n')}\n`;
  const { answer } = await ask(asking, {
    role: around.mode === 'HEAVY' ? 'executor-high' : 'executor',
    name: work.light ? 'executor' : part === undefined ? 'impl-manager' : implementerOf(part),
    model: modelOf('implement', around.mode, options.opus),
    access: 'write',
    schema: ANSWERS.implementation,
    prompt: `${prompt}${paths}`,
    cwd: tree.cwd,
    atOnce: Math.max(work.parts.length, 1),
  });
  const outside = part === undefined ? [] : outsideOf(part, productOf(await tree.changed()));
  if (outside.length > 0) await tree.takeBack(outside, before);
  const wanted = part === undefined ? await wantedOf(asking, work) : [];
  const one = await measure(asking, tree, answer, { wanted, outside, alone: part === undefined });
  if (part !== undefined) await tree.commit(`pdca(do): ${part.name}, iteration ${work.iteration}`);
  return one;
}

/** `impl` and `tester` where a part is called so, as the seed names them; else `impl-api`, `impl-ui`. */
function implementerOf({ name }: Part): string {
  const slug = slugOf(name);
  if (slug === 'test' || slug === 'tests') return 'tester';
  return slug === 'impl' || slug.startsWith('impl-') ? slug : `impl-${slug}`;
}

/** Begun anew, a resumed run still has the work of the iterations that were paid elsewhere. */
function iterationsBefore({ from }: PdcaNeeds, { iteration }: { iteration: number }): number {
  return iteration > 1 ? iteration - 1 : (from?.iteration ?? 0);
}

/** The parts brought together by the lead, and measured as one. */
export async function integrate(asking: Asking, work: Work & { kind: 'integrate' }): Promise<Iteration> {
  const { needs } = asking;
  const { tree } = needs;
  await tree.commit('pdca(do): before the parts are brought in');
  const conflicts: string[] = [];
  for (const part of work.parts) {
    const other = await partOf(needs, part);
    const found = await tree.parts?.bringIn(other, `pdca(do): bring in ${slugOf(part.name)}`);
    conflicts.push(...(found ?? []));
  }
  const said = implementation.parse({ status: 'completed', self_review: 'by each part' });
  const about = { wanted: await wantedOf(asking, work), outside: [], alone: true };
  const one = await measure(asking, tree, said, about);
  return {
    ...one,
    remaining: [...one.remaining, ...conflicts.map((path) => `${path}: conflict between the parts`)],
  };
}

async function partOf({ tree }: PdcaNeeds, { name }: Part): Promise<ProjectTree> {
  if (tree.parts === undefined) throw new Error('the work here is not divided');
  return tree.parts.open(slugOf(name));
}

/** What the design wants changed; read from the file where the lead does not remember it (a resumed run). */
async function wantedOf({ needs, around }: Asking, { wanted }: { wanted: string[] }): Promise<string[]> {
  if (wanted.length > 0 || around.mode === 'LIGHT') return wanted;
  const design = await documentAt(needs, needs.tree.cwd, designPath(needs.options.feature));
  return design === undefined ? [] : designFiles(design).filter((path) => !path.startsWith('docs/'));
}

/** The five conditions and zero tolerance, from the files and the commands; of the answer only what it admits. */
async function measure(
  { needs }: Asking,
  tree: ProjectTree,
  answer: Implementation | undefined,
  { wanted, outside, alone }: { wanted: readonly string[]; outside: string[]; alone: boolean },
): Promise<Iteration> {
  // One part may need another: they are built and tested when they have been brought together.
  const goals = alone ? await runGoals(needs, tree) : [];
  const files = productOf(await tree.changed());
  const claims = [answer?.test_results, answer?.build_results, answer?.lint_results, answer?.self_review];
  const scope = droppedScope(wanted, files);
  const diff = await tree.diff();
  const flags = [
    ...flagsOf(diff),
    ...scope,
    ...uncertainIn(claims.filter((text) => text !== undefined)),
    ...(alone ? await uncovered(needs, tree, diff) : []),
  ];
  const red = goals.filter(isRed);
  const ok = (...names: string[]) =>
    !red.some(({ goal }) => names.includes(goal) || (names.includes('test') && goal.startsWith('custom')));
  const remaining = answer?.remaining_issues ?? [];
  return {
    goals,
    status: answer?.status ?? 'none',
    conditions: {
      todo:
        answer?.status === 'completed' && remaining.length === 0 && scope.length === 0 && files.length > 0,
      build: ok('build'),
      test: ok('test') && (hasTestGoal(goals) || hasTests(changedIn(diff))),
      lint: ok('lint', 'typecheck'),
      review: (answer?.self_review ?? '').trim() !== '',
    },
    flags,
    signatures: red.map(({ signature }) => signature),
    remaining: [...remaining],
    files,
    outside,
    recommendation: answer?.recommendation ?? '',
    evidence: {
      test_results: outcomeOf(goals, 'test'),
      build_results: outcomeOf(goals, 'build'),
      lint_results: outcomeOf(goals, 'lint', 'typecheck'),
      self_review: answer?.self_review ?? '',
      last_attempt: answer?.last_attempt ?? '',
    },
  };
}

/** What the lead saw of these goals, in one line. */
function outcomeOf(goals: readonly GoalResult[], ...names: string[]): string {
  return goals
    .filter(({ goal }) => names.includes(goal) || (names.includes('test') && goal.startsWith('custom')))
    .map(({ goal, status, old, command }) =>
      command === '' ? `${goal} SKIP` : `${goal} ${status}${old ? ' (old)' : ''}: ${command}`,
    )
    .join('; ');
}

/** No tests = written first: with no command for them, tests have to be in the diff. */
const hasTestGoal = (goals: readonly GoalResult[]): boolean =>
  goals.find(({ goal }) => goal === 'test')?.status !== 'SKIP';

function commandsOf({ needs }: Asking): string {
  const known = needs.goals.filter(({ argv }) => argv !== undefined);
  if (known.length === 0) return '';
  return `The lead will run these on your result:\n\n${known.map(({ goal, argv }) => `- ${goal}: \`${argv?.join(' ') ?? ''}\``).join('\n')}`;
}
