import { join } from 'node:path';
import { childEnvironment, readEnvironment } from '../../config/environment.ts';
import { openHost } from '../../host/host.ts';
import { AutodevError } from '../../work/errors.ts';
import { pluginsFolder } from '../plugins/folder.ts';

/** Runs a hook of the plugin as Claude Code would. There is one decision, and it lives in that file. */
export async function callHook(script: string, input: string, signal: AbortSignal): Promise<string> {
  const file = join(await pluginsFolder(), 'develop-workflow', 'hooks', script);
  const given = readEnvironment();
  const extra = Object.fromEntries(
    ['AUTODEV_HOME', 'CLAUDE_PROJECT_DIR'].flatMap((name) => (given[name] ? [[name, given[name]]] : [])),
  );
  const env = { ...childEnvironment(), ...extra };
  const done = await openHost({ env }).processes.run(process.execPath, [file], {
    env,
    cwd: process.cwd(),
    input,
    timeoutMs: 60_000,
    signal,
  });
  if (done.code === 0) return done.stdout.toString('utf8');
  throw new AutodevError('gate_closed', 'the gate could not run, so it stays closed', {
    why: done.stderr.slice(-500),
  });
}
