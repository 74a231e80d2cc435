import { Hono } from 'hono';
import { command, type CommandOutcome } from '../../api/control/command.ts';
import { failureOf } from '../../api/control/failure.ts';
import type { Items } from '../../api/items.ts';
import { socketPath } from '../../api/control/ask.ts';
import type { Status } from '../../api/status.ts';
import { webRequest, type WebAddress } from '../../api/control/web-address.ts';
import { isoTime } from '../../host/clock.ts';
import { serveSocket, type ServedSocket } from '../../host/net/serve-socket.ts';
import { AutodevError, messageOf } from '../../work/errors.ts';
import type { WorkId } from '../../work/ids.ts';
import { itemDetailsOf } from '../dashboard/item-details.ts';
import { snapshotOf } from '../dashboard/snapshot.ts';
import { apply } from './apply.ts';
import { eventStream } from './events.ts';
import { itemsOf } from './items.ts';
import type { Live } from './live.ts';
import type { Orders } from './orders.ts';
import { statusOf } from './status.ts';
import { why } from './why.ts';

export interface ControlParts extends Orders {
  home: string;
  version: string;
  pid: number;
  startedAt: number;
  stopping: () => boolean;
  limits: () => { maxConcurrent: number; maxConcurrentPerRepo: number; perDayUsd: number };
  notInForce: () => readonly string[];
  /** Opens the web dashboard and gives its address. */
  web: (port: number | undefined) => Promise<string>;
  /** After a command: whoever gave it and asks for the status sees what it did. */
  publish: () => Promise<void>;
}

const LARGEST_BODY = 1024 * 1024;

/** The daemon's ear: a socket in its home that only its own user can reach. */
export async function openControl(parts: ControlParts): Promise<ServedSocket> {
  return serveSocket(socketPath(parts.home), controlApp(parts).fetch);
}

export function liveOf({ queues, daemon, stopping, limits }: ControlParts): Live {
  const { maxConcurrent, maxConcurrentPerRepo } = limits();
  return { queues, daemon, stopping: stopping(), maxConcurrent, maxConcurrentPerRepo };
}

export async function liveStatus(parts: ControlParts): Promise<Status> {
  const { store, clock, daemon } = parts;
  return statusOf({
    store,
    now: clock.now(),
    daemon: {
      state: parts.stopping() ? 'stopping' : daemon.paused ? 'paused' : 'running',
      version: parts.version,
      pid: parts.pid,
      started_at: isoTime(parts.startedAt),
      home: parts.home,
    },
    perDayUsd: parts.limits().perDayUsd,
    notInForce: parts.notInForce(),
    flows: parts.flows,
    live: liveOf(parts),
  });
}

function controlApp(parts: ControlParts): Hono {
  const { store, clock, forge, flows } = parts;
  const live = () => liveOf(parts);
  const app = new Hono();
  app.get('/status', async (c) => c.json(await liveStatus(parts)));
  app.get('/items', async (c) => {
    const told: Items = { schema_version: 1, items: await itemsOf(store, clock.now(), live()) };
    return c.json(told);
  });
  app.get('/snapshot', async (c) => {
    const status = await liveStatus(parts);
    return c.json(
      await snapshotOf({ store, now: clock.now(), flows, presence: 'answers', status, live: live() }),
    );
  });
  app.get('/item', async (c) => {
    const id = (c.req.query('id') ?? '') as WorkId;
    flows.of(id);
    return c.json(await itemDetailsOf(id, { store, now: clock.now(), flows, live: live() }));
  });
  app.get('/why', async (c) => {
    const id = (c.req.query('id') ?? '') as WorkId;
    // Of what no flow does nothing can be said.
    flows.of(id);
    return c.json(await why(id, { store, now: clock.now(), live: live(), reads: { forge, flows } }));
  });
  app.get('/events', (c) => {
    const after = Number(c.req.query('after') ?? c.req.header('last-event-id') ?? 0);
    if (!Number.isSafeInteger(after) || after < 0)
      throw new AutodevError('invalid_input', '`after` is the sequence number of an event');
    return new Response(eventStream({ ...parts, isOver: parts.stopping }, after), {
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
    });
  });
  app.post('/commands', async (c) => {
    if (Number(c.req.header('content-length') ?? 0) > LARGEST_BODY)
      throw new AutodevError('invalid_input', 'the command is too large');
    const parsed = command.safeParse(await c.req.json().catch(() => undefined));
    if (!parsed.success)
      throw new AutodevError('invalid_input', 'not a command the daemon knows', {
        why: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
        hint: 'the daemon was started by another version: autodev restart',
      });
    const told: CommandOutcome = { schema_version: 1, outcome: await apply(parsed.data, parts) };
    await parts.publish();
    return c.json(told);
  });
  app.post('/web', async (c) => {
    const parsed = webRequest.safeParse(await c.req.json().catch(() => undefined));
    if (!parsed.success) throw new AutodevError('invalid_input', 'not a port to serve the dashboard on');
    const told: WebAddress = { schema_version: 1, url: await parts.web(parsed.data.port) };
    return c.json(told);
  });
  app.notFound((c) =>
    c.json(failureOf(new AutodevError('not_found', `no ${c.req.method} ${c.req.path} here`)), 404),
  );
  app.onError((error, c) => {
    const told = error instanceof AutodevError ? error : new AutodevError('failed', messageOf(error));
    return c.json(failureOf(told), told.code === 'failed' ? 500 : 400);
  });
  return app;
}
