import { discovered, type Found } from '../../workflows/pdca/discovery.ts';
import type { GoalResult } from '../../workflows/pdca/done.ts';
import { goalCommands } from '../../workflows/pdca/goals/goals.ts';
import { runGoal } from '../../workflows/pdca/steps/run-goals.ts';
import type { PdcaNeeds } from '../../workflows/pdca/steps/needs.ts';
import { sandboxedHost } from '../sandboxed-host.ts';
import { projectFacts } from '../../workflows/pdca/goals/facts.ts';
import { findProject } from './project.ts';
import type { PdcaStart } from './start.ts';

const GOAL_MS = 10 * 60_000;
const MOST_TODOS = 20;

/** Looks at a project for what there is to do: the goals, its TODOs, what is staged. Nothing is changed or paid. */
export async function discoverWork(start: PdcaStart): Promise<Found[]> {
  const { git } = start.host;
  const { root } = await findProject(git, start.cwd);
  const host = sandboxedHost(start.host, start.home, () => start.parsed.config);
  const needs = { host, signal: start.signal, goalTimeoutMs: GOAL_MS } as Pick<
    PdcaNeeds,
    'host' | 'signal' | 'goalTimeoutMs'
  >;
  const goals: GoalResult[] = [];
  const facts = await projectFacts(host.files, root, { configured: {}, custom: [] });
  for (const command of goalCommands(facts)) goals.push(await runGoal(needs, root, command));
  const grep = await git.run(
    ['grep', '-n', '-I', '-E', '(//|#|/\\*|--) *(TODO|FIXME)', '--', '.', ':!*.md'],
    { cwd: root, ok: [1] },
  );
  const todos = grep.stdout
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .slice(0, MOST_TODOS);
  const staged = (await git.text(['diff', '--cached', '--name-only', '-z'], { cwd: root }))
    .split('\0')
    .filter((name) => name !== '');
  return discovered({ contextNear: false, goals, todos, issues: [], staged });
}
