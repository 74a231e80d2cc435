import { join } from 'node:path';
import { askDaemon } from '../../../api/control/ask.ts';
import { errorFrom } from '../../../api/control/failure.ts';
import type { Status } from '../../../api/status.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { lockHolder } from '../../../daemon/lock.ts';
import { systemClock } from '../../../host/clock.ts';
import { startDetached, type Detached } from '../../../host/process/detach.ts';
import { readTextIfAny, writableFolder } from '../../../host/fs/files.ts';
import { AutodevError } from '../../../work/errors.ts';
import type { Input } from '../../command.ts';

const PATIENCE_MS = 60_000;
const LOOK_MS = 50;

/** Starts the daemon in a session of its own and waits until it answers, or says why it did not come up. */
export async function startInBackground({ home, io, json, signal }: Input): Promise<void> {
  const holder = await lockHolder(home);
  if (holder !== undefined) {
    throw new AutodevError('already_running', `a daemon is already running for ${home} (pid ${holder.pid})`, {
      hint: 'autodev status looks at it, autodev restart starts it anew',
    });
  }
  await writableFolder(home, 'the autodev folder');
  const output = join(home, 'logs', 'start.log');
  const main = process.argv[1] ?? '';
  // Quiet: this file is never rolled, and everything that happens is in the daily log.
  const args = [...process.execArgv, main, 'start', '--json', '--quiet'];
  const child = await startDetached(process.execPath, args, {
    cwd: home,
    env: { ...readEnvironment(), AUTODEV_HOME: home },
    output,
  });
  const { daemon } = await untilReady(home, child, output, signal);
  if (json) io.out(`${JSON.stringify({ schema_version: 1, started: true, pid: daemon.pid, home })}\n`);
  else
    io.err(`the daemon runs (pid ${daemon.pid}); autodev status shows what it does, autodev stop ends it\n`);
}

async function untilReady(
  home: string,
  child: Detached,
  output: string,
  signal: AbortSignal,
): Promise<Status> {
  let exit: number | null | undefined;
  void child.exited.then(({ code }) => {
    exit = code;
  });
  const deadline = systemClock.now() + PATIENCE_MS;
  while (systemClock.now() < deadline) {
    const asked = await askDaemon(home, { method: 'GET', path: '/status', idleMs: PATIENCE_MS, signal });
    const status = asked.kind === 'answered' && asked.ok ? (asked.value as Status) : undefined;
    if (status?.daemon.pid === child.pid) return status;
    if (exit !== undefined) throw await whyItEnded(output, exit);
    await systemClock.sleep(LOOK_MS, signal);
  }
  throw new AutodevError(
    'failed',
    `the daemon (pid ${child.pid}) does not answer after ${PATIENCE_MS / 1_000} s`,
    {
      hint: `what it said is in ${output}; autodev stop --now ends it`,
    },
  );
}

/** The last thing it said is its error, as --json tells it; otherwise it broke down, and the file says how. */
async function whyItEnded(output: string, exit: number | null): Promise<AutodevError> {
  const said = ((await readTextIfAny(output)) ?? '').trim();
  const last = said.split('\n').at(-1) ?? '';
  if (last.startsWith('{')) {
    const told = JSON.parse(last) as { error?: unknown };
    if (told.error !== undefined) return errorFrom(told);
  }
  return new AutodevError('failed', `the daemon ended at once (${exit ?? 'killed'})`, {
    why: said.slice(-2_000) || undefined,
    hint: `run autodev start without -d to see it happen`,
  });
}
