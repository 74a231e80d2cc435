import { join } from 'node:path';
import type { Files } from '../../../host/fs/host-files.ts';
import type { ProjectTree } from '../../workspace/project-tree.ts';
import { coverageFlags } from '../changes/coverage.ts';
import type { Flag } from '../changes/zero-tolerance.ts';
import { LIMITS } from '../mode.ts';
import type { PdcaNeeds } from './needs.ts';
import { runGoal } from './run-goals.ts';

const CAP = 1024 * 1024;

/** The seed's commands where the project is set up for them; undefined: coverage is skipped. */
async function coverageCommand(files: Files, cwd: string): Promise<string[] | undefined> {
  const read = (name: string) => files.read(join(cwd, name), { cap: CAP }).catch(() => undefined);
  const python = (
    await Promise.all(['pyproject.toml', 'requirements.txt', 'requirements-dev.txt', 'setup.cfg'].map(read))
  ).join('\n');
  if (/pytest-cov/.test(python)) return ['pytest', '--cov', '--cov-report=term-missing'];
  if (/"jest"\s*:/.test((await read('package.json')) ?? ''))
    return ['npx', '--no-install', 'jest', '--coverage'];
  return undefined;
}

/** What the coverage command prints; undefined: there is none, or it cannot run here. */
export async function coverageOutput(needs: PdcaNeeds, tree: ProjectTree): Promise<string | undefined> {
  const argv = await coverageCommand(needs.host.files, tree.cwd);
  if (argv === undefined) return undefined;
  const done = await tree.unchanged((cwd) => runGoal(needs, cwd, { goal: 'coverage', argv }));
  return done.environment === null ? done.output : undefined;
}

/** Zero tolerance for added code that no test comes by, where that can be measured. */
export async function uncovered(needs: PdcaNeeds, tree: ProjectTree, diff: string): Promise<Flag[]> {
  const output = await coverageOutput(needs, tree);
  return output === undefined ? [] : coverageFlags(diff, output, LIMITS.coverage);
}
