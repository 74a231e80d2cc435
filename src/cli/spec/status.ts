import { join } from 'node:path';
import { childEnvironment } from '../../config/environment.ts';
import { loadConfig } from '../../config/load.ts';
import type { Host } from '../../host/host.ts';
import { compileModel } from '../../compose/compile/settings.ts';
import { existsIn } from '../../spec/graph/exists.ts';
import { dependencyGraph } from '../../spec/graph/graph.ts';
import type { SpecStatus } from '../../spec/status/decide.ts';
import { statusMemory } from '../../spec/status/memory.ts';
import { inventoryOf } from '../../spec/tree/inventory.ts';
import type { Input } from '../command.ts';
import { palette } from '../io.ts';
import { projectRoot } from './root.ts';

export async function run(input: Input): Promise<void> {
  const [{ openHost }, { specStatus }] = await Promise.all([
    import('../../host/host.ts'),
    import('../../spec/status/status.ts'),
  ]);
  const { io, json, home, signal } = input;
  const root = await projectRoot(input.text('root'));
  const memory = statusMemory(join(home, 'cache'), root);
  const host = openHost({ env: childEnvironment() });
  const byGit = await specStatus(host, root, memory, signal);
  const { wasCompiled } = await import('../../workflows/compile/project/compiled-status.ts');
  const status = wasCompiled(home, root, byGit) ? await sinceCompiled(input, host, root, byGit) : byGit;
  if (json) {
    io.out(`${JSON.stringify(status)}\n`);
    return;
  }
  const { yellow, green } = palette(io.color);
  for (const { dir, reasons, mode } of status.targets)
    io.out(`${yellow(mode)}  ${dir}  (${reasons.join(', ')})\n`);
  io.out(`${status.targets.length} to compile, ${green(`${status.up_to_date.length} up to date`)}\n`);
}

async function sinceCompiled(
  { home }: Input,
  host: Host,
  root: string,
  byGit: SpecStatus,
): Promise<SpecStatus> {
  const [{ openProject }, { compiledStatus }] = await Promise.all([
    import('../../spec/symbols/project.ts'),
    import('../../workflows/compile/project/compiled-status.ts'),
  ]);
  const { config } = await loadConfig(home);
  const symbols = await openProject(root, { home, now: host.clock.now() });
  const project = {
    root,
    home,
    graph: dependencyGraph(symbols, existsIn(root)),
    inventory: inventoryOf(root),
    compiler: { repo: '', model: compileModel(config) },
  };
  return compiledStatus(project, byGit);
}
