import { join } from 'node:path';
import { openCompiler } from '../../../compose/compile/compiler.ts';
import { childEnvironment } from '../../../config/environment.ts';
import { loadConfig } from '../../../config/load.ts';
import { makeFolder } from '../../../host/fs/files.ts';
import { openHost } from '../../../host/host.ts';
import { withFileLock } from '../../../host/lock/file-lock.ts';
import { existsIn } from '../../../spec/graph/exists.ts';
import { dependencyGraph } from '../../../spec/graph/graph.ts';
import { statusMemory } from '../../../spec/status/memory.ts';
import { specStatus } from '../../../spec/status/status.ts';
import { openProject } from '../../../spec/symbols/project.ts';
import { inventoryOf } from '../../../spec/tree/inventory.ts';
import { projectId } from '../../../workflows/compile/project/finished-file.ts';
import type { Project } from '../../../workflows/compile/project/project.ts';
import { openProgress } from './progress.ts';
import type { Input } from '../../command.ts';

/** Everything that compile and decompile work with; one of them at a time in a project. */
export async function withProject(
  input: Input,
  root: string,
  work: (project: Project) => Promise<number>,
): Promise<number> {
  const { home, signal } = input;
  const { config } = await loadConfig(home);
  const host = openHost({ env: childEnvironment() });
  await makeFolder(join(home, 'compile'), 0o700);
  return withFileLock(join(home, 'compile', `${projectId(root)}.lock`), host.clock, async () => {
    const { phase: onPhase, say } = openProgress(input.io, input.json);
    const compiler = await openCompiler({ host, home, root, config, signal, onPhase });
    try {
      const status = await specStatus(host, root, statusMemory(join(home, 'cache'), root), signal);
      const symbols = await openProject(root, { home, now: host.clock.now() });
      return await work({
        host,
        root,
        home,
        session: host.random.hex(8),
        status,
        graph: dependencyGraph(symbols, existsIn(root)),
        inventory: inventoryOf(root),
        compiler,
        say,
        askLanguage: (module, languages) => askLanguage(input, module, languages),
      });
    } finally {
      await compiler.close();
    }
  });
}

async function askLanguage<T extends string>(
  input: Input,
  dir: string,
  options: readonly T[],
): Promise<T | undefined> {
  if (!input.io.inIsTerminal || input.json || options.length === 0) return undefined;
  const said = await input.io.ask(`${dir}: which language (${options.join(' | ')})? `);
  return options.find((option) => option === said?.trim().toLowerCase());
}
