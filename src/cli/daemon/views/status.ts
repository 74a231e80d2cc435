import { askDaemon } from '../../../api/control/ask.ts';
import type { Status } from '../../../api/status.ts';
import { systemClock } from '../../../host/clock.ts';
import { AutodevError, exitCodeOf } from '../../../work/errors.ts';
import type { Input } from '../../command.ts';
import { palette } from '../../io.ts';
import { statusHint, statusText } from '../../../render/status-text.ts';

const PATIENCE_MS = 5_000;

export async function run(input: Input): Promise<number> {
  const { io, json } = input;
  if (input.flag('watch')) {
    const { watchStatus } = await import('./watch-status.ts');
    return watchStatus(input, () => currentStatus(input));
  }
  const status = await currentStatus(input);
  if (json) io.out(`${JSON.stringify(status)}\n`);
  else {
    const said = statusHint(status);
    if (said !== undefined) io.err(`${said}\n`);
    io.out(statusText(status, io.outIsTerminal ? systemClock.now() : null, palette(io.color)));
  }
  return hasMistake(status) ? exitCodeOf(new AutodevError('invalid_config', '')) : 0;
}

/** A daemon that runs goes on with the last good configuration; without one nothing would start. */
function hasMistake({ daemon }: Status): boolean {
  return daemon.state === 'stopped' && daemon.config_refused !== null;
}

async function currentStatus({ home, signal }: Input): Promise<Status> {
  const asked = await askDaemon(home, { method: 'GET', path: '/status', idleMs: PATIENCE_MS, signal });
  if (asked.kind === 'answered' && asked.ok) return asked.value as Status;
  // Loaded now: the flows, whose queues it names, are most of the program.
  const { offlineStatus } = await import('./offline-status.ts');
  return offlineStatus(home);
}
