import type { Host } from '../../host/host.ts';
import type { Deliver } from './outbox.ts';
import type { Told } from './notice.ts';

const TRIES = 3;
const PATIENCE_MS = 10_000;

/** macOS takes the text as arguments of a fixed script, never as part of it. */
const SCRIPT = [
  'on run argv',
  'display notification (item 2 of argv) with title (item 1 of argv)',
  'end run',
];

/** Shows a notice on this desktop. Only our own words go into arguments, nothing that others wrote. */
export function desktop(host: Host, env: Readonly<Record<string, string>>): Deliver {
  const mac = process.platform === 'darwin';
  return async (notice, signal) => {
    const { kind, brief } = notice.body as Told;
    const words = [`autodev: ${kind}`, brief];
    const args = mac
      ? [...SCRIPT.flatMap((line) => ['-e', line]), ...words]
      : ['--app-name=autodev', '--', ...words];
    const done = await host.processes.run(mac ? 'osascript' : 'notify-send', args, {
      env: { ...host.env, ...env },
      timeoutMs: PATIENCE_MS,
      maxOutputBytes: 4_096,
      signal,
    });
    if (done.code === 0) return { ok: true };
    // A desktop that is not there now will hardly be there in an hour.
    const error = done.stderr.trim().slice(0, 200) || `exit code ${done.code ?? done.signal ?? '?'}`;
    return { ok: false, error, final: notice.tries + 1 >= TRIES };
  };
}
