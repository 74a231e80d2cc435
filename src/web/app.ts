import { Hono, type Context } from 'hono';
import { AutodevError, messageOf } from '../work/errors.ts';
import { workId, type WorkId } from '../work/ids.ts';
import { entrance } from './entrance.ts';
import { sendEvents } from './events.ts';
import { takeOrder } from './orders.ts';
import { boardPage } from './pages/board.ts';
import { changesPage } from './pages/changes.ts';
import { costsPage } from './pages/costs.ts';
import { healthPage } from './pages/health.ts';
import { itemPage } from './pages/item.ts';
import { lanePage } from './pages/lane.ts';
import type { Frame, Page } from './frame.ts';
import { layout } from './pages/layout.ts';
import { problemPage, statusOf } from './pages/problem.ts';
import { reportsPage } from './pages/reports.ts';
import { sessionPage } from './pages/session.ts';
import { NOTHING_SAID, saidIn } from './said.ts';
import type { WebParts } from './web-parts.ts';

const ITEM = '/items/:type/:owner/:repo/:number{[0-9]+}';

/** The dashboard: every page is rendered here, and everything that changes something is an order from one of its forms. */
export function webApp(parts: WebParts): Hono {
  const { source, door, clock } = parts;
  const app = new Hono();
  const show = (c: Context, make: (frame: Frame) => Promise<Page>) => send(parts, c, make);
  entrance(app, door);
  app.get('/', (c) => show(c, async (frame) => boardPage(frame, await source.board(frame.status))));
  app.get(ITEM, (c) => show(c, async (frame) => itemPage(frame, await source.item(idIn(c)))));
  app.get(`${ITEM}/changes`, (c) =>
    show(c, async (frame) => changesPage(frame, await source.changes(idIn(c)))),
  );
  app.get(`${ITEM}/sessions/:nth{[0-9]+}`, (c) =>
    show(c, async (frame) => sessionPage(frame, await source.session(idIn(c), Number(c.req.param('nth'))))),
  );
  app.get('/lane', (c) => show(c, async (frame) => lanePage(frame, await source.lane(frame.status))));
  app.get('/costs', (c) => show(c, async (frame) => costsPage(frame, await source.costs())));
  app.get('/reports', (c) => show(c, async (frame) => reportsPage(frame, await source.reports())));
  app.get('/health', (c) => show(c, async (frame) => healthPage(frame, await source.health(frame.status))));
  app.get('/events', (c) => sendEvents(source.events, clock, afterIn(c)));
  app.post('/orders/:name', (c) => takeOrder(c, parts));
  app.notFound((c) => sendProblem(parts, c, new AutodevError('not_found', `there is no page ${c.req.path}`)));
  app.onError((error, c) =>
    sendProblem(
      parts,
      c,
      error instanceof AutodevError ? error : new AutodevError('failed', messageOf(error)),
    ),
  );
  return app;
}

async function send(
  { source, door, clock }: WebParts,
  c: Context,
  make: (frame: Frame) => Page | Promise<Page>,
  code: 200 | 400 | 404 | 409 | 500 = 200,
): Promise<Response> {
  const said = saidIn(c.req.header('cookie') ?? '');
  const { readOnly } = source;
  const status = await source.status();
  const frame: Frame = { status, now: clock.now(), csrf: door.csrf, readOnly, said, path: c.req.path };
  const page = layout(frame, await make(frame));
  if (said !== null) c.header('set-cookie', NOTHING_SAID);
  return c.html(page, code);
}

function sendProblem(parts: WebParts, c: Context, error: AutodevError): Promise<Response> {
  return send(parts, c, () => problemPage(error), statusOf(error.code));
}

function idIn(c: Context): WorkId {
  const { type = '', owner = '', repo = '', number = '' } = c.req.param();
  return workId(type, `${owner}/${repo}`, Number(number));
}

/** Where a reader was cut off: the browser says it by itself when it connects again. */
function afterIn(c: Context): number {
  const after = Number(c.req.header('last-event-id') ?? c.req.query('after') ?? 0);
  if (Number.isSafeInteger(after) && after >= 0) return after;
  throw new AutodevError('invalid_input', '`after` is the sequence number of an event');
}
