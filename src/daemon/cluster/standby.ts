import { Hono } from 'hono';
import { command, type CommandOutcome } from '../../api/control/command.ts';
import { failureOf } from '../../api/control/failure.ts';
import { socketPath } from '../../api/control/ask.ts';
import { isoTime, type Clock } from '../../host/clock.ts';
import { serveSocket, type ServedSocket } from '../../host/net/serve-socket.ts';
import type { Store } from '../../store/store.ts';
import { AutodevError, messageOf } from '../../work/errors.ts';
import { sharedStatus } from './shared-status.ts';

/** The ear of a coordinator that does not lead: it tells what the leader tells, and passes commands on to it. */
export async function openStandby(parts: {
  home: string;
  clock: Clock;
  version: string;
  store: Store;
  stop(): void;
}): Promise<ServedSocket> {
  const { home, clock, version, store } = parts;
  const startedAt = isoTime(clock.now());
  const app = new Hono();
  app.get('/status', async (c) =>
    c.json(
      await sharedStatus(store, clock.now(), {
        state: 'standby',
        version,
        pid: process.pid,
        started_at: startedAt,
        home,
      }),
    ),
  );
  app.post('/commands', async (c) => {
    const parsed = command.safeParse(await c.req.json().catch(() => undefined));
    if (!parsed.success) throw new AutodevError('invalid_input', 'not a command the daemon knows');
    const told = (outcome: string): CommandOutcome => ({ schema_version: 1, outcome });
    if (parsed.data.name === 'stop') {
      parts.stop();
      return c.json(told('stopping'));
    }
    await store.commands.leave(parsed.data);
    return c.json(told('left to the coordinator that leads'));
  });
  app.notFound((c) =>
    c.json(
      failureOf(
        new AutodevError('not_found', 'this coordinator does not lead the cluster', {
          data: { standby: true },
        }),
      ),
      404,
    ),
  );
  app.onError((error, c) => {
    const told = error instanceof AutodevError ? error : new AutodevError('failed', messageOf(error));
    return c.json(failureOf(told), told.code === 'failed' ? 500 : 400);
  });
  return serveSocket(socketPath(home), app.fetch);
}
