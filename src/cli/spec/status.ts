import { join } from 'node:path';
import { childEnvironment } from '../../config/environment.ts';
import { openHost } from '../../host/host.ts';
import { statusMemory } from '../../spec/status/memory.ts';
import { specStatus } from '../../spec/status/status.ts';
import type { Input } from '../command.ts';
import { palette } from '../io.ts';
import { projectRoot } from './root.ts';

export async function run(input: Input): Promise<void> {
  const { io, json, home, signal } = input;
  const root = await projectRoot(input.text('root'));
  const memory = statusMemory(join(home, 'cache'), root);
  const status = await specStatus(openHost({ env: childEnvironment() }), root, memory, signal);
  if (json) {
    io.out(`${JSON.stringify(status)}\n`);
    return;
  }
  const { yellow, green } = palette(io.color);
  for (const { dir, reasons, mode } of status.targets)
    io.out(`${yellow(mode)}  ${dir}  (${reasons.join(', ')})\n`);
  io.out(`${status.targets.length} to compile, ${green(`${status.up_to_date.length} up to date`)}\n`);
}
