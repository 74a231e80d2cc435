import { startIsolated } from '../../../host/sandbox/start.ts';
import type { Host } from '../../../host/host.ts';
import { processTable } from '../../../host/process/process-table.ts';

const LOOKS = 50;
const LOOK_MS = 100;

/** Whether a program that ignores signals, leaves its session and stops itself is gone once it is stopped. */
export async function stopReachesAll(host: Host): Promise<boolean> {
  const program = await startIsolated(
    host.processes,
    'sh',
    [
      '-c',
      "trap '' INT TERM HUP; (setsid sleep 600 &); (setsid sh -c 'kill -STOP $$' &); echo ready; sleep 600",
    ],
    { cwd: '/', env: { ...host.env, AUTODEV_PROGRAM: host.random.hex(12) }, mark: 'AUTODEV_PROGRAM' },
  );
  await new Promise<void>((resolve) => program.stdout.once('data', () => resolve()).once('close', resolve));
  const table = processTable();
  const below = new Set([program.pid]);
  for (let size = 0; size !== below.size;) {
    size = below.size;
    for (const { pid, parent } of table) if (below.has(parent)) below.add(pid);
  }
  await program.stop(0);
  // What was killed is in the table until it is reaped, which a busy machine takes its time for.
  for (let look = 0; look < LOOKS; look += 1) {
    if (processTable().every(({ pid }) => !below.has(pid))) return true;
    await host.clock.sleep(LOOK_MS);
  }
  return false;
}
