import type { EventBus } from '../../../daemon/bus.ts';
import { onSignals } from '../../../host/process/signals.ts';
import { openNews } from '../../../render/news.ts';
import type { Input } from '../../command.ts';
import type { Io } from '../../io.ts';

/** Ctrl-C stops a daemon or worker gently, which `said` tells; aborted by the second one. */
export function secondInterrupt(io: Io, said: string): { signal: AbortSignal } & Disposable {
  const now = new AbortController();
  let interrupts = 0;
  const signals = onSignals(['SIGINT'], () => {
    interrupts += 1;
    if (interrupts === 1) io.err(`\n${said}\n`);
    else now.abort(new Error('SIGINT twice'));
  });
  return { signal: now.signal, [Symbol.dispose]: () => signals[Symbol.dispose]() };
}

/** What happens, a line each, as it happens; with --json every event as it is. */
export function printEvents({ io, json }: Pick<Input, 'io' | 'json'>, bus: EventBus): void {
  const lineOf = openNews();
  bus.subscribe((event) => {
    const line = lineOf(event);
    if (json) io.out(`${JSON.stringify({ schema_version: 1, ...event })}\n`);
    else if (line !== undefined && event.type !== 'session.progress') {
      const work = 'work' in event && event.work !== null ? `${event.work}  ` : '';
      io.out(`${event.at.slice(11, 19)}  ${work}${line}\n`);
    }
  });
}
