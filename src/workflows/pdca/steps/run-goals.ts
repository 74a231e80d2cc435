import { runSandboxed } from '../../../host/sandbox/run.ts';
import { isAutodevError } from '../../../work/errors.ts';
import { againstBaseline, heldCommands, isRed } from '../goals/baseline.ts';
import type { GoalResult } from '../done.ts';
import type { GoalCommand } from '../goals/goals.ts';
import { failuresIn } from '../goals/failures.ts';
import { environmentError, signatureOf, startError } from '../goals/signature.ts';
import type { ProjectTree } from '../../workspace/project-tree.ts';
import type { PdcaNeeds } from './needs.ts';

const KEPT = 8_000;
const OUTPUT_CAP = 4 * 1024 * 1024;

/**
 * The lead runs the goals itself, in the sandbox, and captures what they print: nobody can lie about it. What they
 * write into the project is taken back: it is nobody's work.
 */
export async function runGoals(needs: PdcaNeeds, tree: ProjectTree): Promise<GoalResult[]> {
  const before = needs.done.findLast((one) => one.kind === 'baseline')?.result.goals ?? [];
  const commands = heldCommands(needs.goals, before);
  const goals = await onTree({ ...needs, goals: commands }, tree, environmentError);
  return goals.map((goal) => againstBaseline(goal, before));
}

/** The goals on the untouched tree. What was red before is old, whatever it prints; only what cannot start is broken. */
export function runBaseline(needs: PdcaNeeds, tree: ProjectTree): Promise<GoalResult[]> {
  return onTree(needs, tree, startError);
}

function onTree(
  needs: PdcaNeeds,
  tree: ProjectTree,
  brokenBy: typeof environmentError,
): Promise<GoalResult[]> {
  const run = async (cwd: string) => {
    const results: GoalResult[] = [];
    for (const command of needs.goals) results.push(await runGoal(needs, cwd, command, brokenBy));
    return results;
  };
  const any = needs.goals.some(({ argv }) => argv !== undefined);
  return any ? tree.unchanged(run) : run(tree.cwd);
}

/** A command that nobody named is skipped. */
export async function runGoal(
  needs: Pick<PdcaNeeds, 'host' | 'signal' | 'goalTimeoutMs'>,
  cwd: string,
  { goal, argv }: GoalCommand,
  brokenBy = environmentError,
): Promise<GoalResult> {
  const [program = '', ...args] = argv ?? [];
  const command = [program, ...args].join(' ');
  const result: GoalResult = {
    goal,
    command,
    ...(argv === undefined ? {} : { argv: [...argv] }),
    status: 'SKIP',
    output: '',
    signature: '',
    failures: [],
    old: false,
    environment: null,
  };
  if (program === '') return result;
  const { host, signal } = needs;
  try {
    const done = await runSandboxed(host, program, args, {
      cwd,
      configured: true,
      env: { ...host.env, CI: 'true', PYTHONDONTWRITEBYTECODE: '1' },
      timeoutMs: needs.goalTimeoutMs,
      maxOutputBytes: OUTPUT_CAP,
      signal,
    });
    const text = `${done.stdout.toString('utf8')}\n${done.stderr}`.trim();
    const output = (done.timedOut ? `${text}\n(took too long)` : text).slice(-KEPT);
    if (done.code === 0 && !done.timedOut) return { ...result, status: 'PASS', output };
    const environment = brokenBy({ code: done.code, output: text }) ?? null;
    return {
      ...result,
      status: 'FAIL',
      output,
      signature: signatureOf(goal, text),
      failures: failuresIn(text, cwd),
      environment,
    };
  } catch (error) {
    if (!isAutodevError(error, 'not_found', 'io')) throw error;
    return {
      ...result,
      status: 'FAIL',
      output: error.message,
      signature: `${goal}: ${error.message}`,
      environment: error.message,
    };
  }
}

/** What the goals came to, for a teammate to read. */
export function evidenceOf(goals: readonly GoalResult[]): string {
  if (goals.length === 0) return 'nothing could be run';
  return goals
    .map(({ goal, command, status, old, output }) => {
      const head = `${goal}: ${status}${old ? ' (red before the run, no worse now)' : ''}${command === '' ? '' : ` – \`${command}\``}`;
      return isRed({ status, old }) ? `${head}\n${output.slice(-2_000)}` : head;
    })
    .join('\n');
}
