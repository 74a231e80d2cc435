import { AutodevError } from '../../work/errors.ts';
import { runCommands } from '../../workflows/checks/run-commands.ts';
import type { ProjectTree } from '../../workflows/workspace/project-tree.ts';
import { sandboxedHost } from '../sandboxed-host.ts';
import { settingsOf } from './needs.ts';
import type { Project } from './project.ts';
import type { PdcaStart } from './start.ts';

/**
 * The project's set-up in a worktree that git has just made: nothing that it needs to be built and tested is there. What
 * it writes beside what git ignores is taken back: it is nobody's work. One's own folder is set up by the person.
 */
export async function setUpWorktree(
  start: PdcaStart,
  project: Pick<Project, 'repo' | 'root'>,
  tree: ProjectTree,
): Promise<void> {
  const settings = await settingsOf(start, project);
  if (settings.setup.length === 0) return;
  const host = sandboxedHost(start.host, start.home, () => start.parsed.config);
  const around = { host, settings, run: { id: 'set-up' }, signal: start.signal };
  const done = await tree.unchanged((cwd) => runCommands(around, cwd, settings.setup));
  if (done.ok) return;
  throw new AutodevError('failed', `the set-up failed: ${done.commands.at(-1)?.command ?? ''}`, {
    why: done.output.slice(-1_000),
  });
}
