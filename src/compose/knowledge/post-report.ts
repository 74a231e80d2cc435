import { takeLock } from '../../daemon/lock.ts';
import type { ParsedConfig } from '../../config/parse.ts';
import type { Host } from '../../host/host.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import { DAILY } from '../../workflows/knowledge/facts/task-name.ts';
import { openProgram } from '../program.ts';

/** Makes and posts reports as the daemon would, where none runs. Gives how each was left. */
export async function postReports(options: {
  home: string;
  host: Host;
  parsed: ParsedConfig;
  works: readonly WorkId[];
  signal: AbortSignal;
}): Promise<Map<WorkId, string>> {
  const { home, host, parsed, works, signal } = options;
  await using _lock = await takeLock(home);
  // Whoever asks for it now does not mean the active hours.
  const { config } = parsed;
  const now = { ...parsed, config: { ...config, daemon: { ...config.daemon, active_hours: [] } } };
  const program = await openProgram({ home, host, parsed: now, only: DAILY });
  const left = new Map<WorkId, string>();
  try {
    const done = new AbortController();
    program.bus.subscribe((event) => {
      for (const work of works) {
        if (event.type === 'item.left' && event.work === work)
          left.set(work, `${event.outcome}: ${event.reason}`);
        // It is put off, whatever for: whoever asked for it now is told why, and does not wait with it.
        if (event.type === 'item.waiting' && event.work === work) left.set(work, `waiting: ${event.reason}`);
        // Nothing is done where the forge cannot be asked or nothing may be done.
        if (event.type === 'repo.failed' && event.repo === parseWorkId(work).repo)
          left.set(work, `failed: ${event.message}`);
      }
      if (left.size === works.length) done.abort(new Error('everything is posted'));
    });
    for (const work of works) await program.bus.emit({ type: 'item.retried', work });
    await program.daemon.run(AbortSignal.any([done.signal, signal]));
  } finally {
    await program.close();
  }
  signal.throwIfAborted();
  return left;
}
