import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { virtualClock, type VirtualClock } from '../../../test/support/clock.ts';
import { testHost } from '../../../test/support/host.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import type { Host } from '../../host/host.ts';
import { NotifySchema, type NotifyConfig } from '../../config/schema/notify.ts';
import type { Store } from '../../store/store.ts';
import { openStore } from '../../store/sqlite/open.ts';
import type { WorkEvent } from '../../work/events.ts';
import { workId } from '../../work/ids.ts';
import { registerFlows } from '../../workflows/engine/flows.ts';
import { issueFlow } from '../../workflows/issue/flow.ts';
import { pullFlow } from '../../workflows/pull/flow.ts';
import { eventBus } from '../bus.ts';
import { channelOf } from './channels.ts';
import { openOutbox } from './outbox.ts';
import { noticesOf } from './notice.ts';

const FLOWS = registerFlows([issueFlow, pullFlow]);
const work = workId('issue', 'org/app', 42);
const skipped = (reason = 'it needs <b>you</b> & <!channel>'): WorkEvent => ({
  type: 'item.left',
  work,
  outcome: 'skip',
  reason,
  durationMs: 1,
  costUsd: 0,
});

interface Heard {
  id: string;
  body: { kind?: string; text?: string; id?: string };
}

/** A real receiver whose answer each test decides. */
async function receiver(answer: (response: ServerResponse, nth: number) => void) {
  const heard: Heard[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      heard.push({
        id: String(request.headers['x-autodev-delivery']),
        body: JSON.parse(text) as Heard['body'],
      });
      answer(response, heard.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    heard,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function caller(notify: NotifyConfig, options: { store?: Store; clock?: VirtualClock; host?: Host } = {}) {
  const clock = options.clock ?? virtualClock();
  const host = options.host ?? testHost({ clock });
  const store = options.store ?? openStore(':memory:', { clock });
  const bus = eventBus(store, (event) => noticesOf(event, notify, '2026-01-15', FLOWS));
  const lost: string[] = [];
  let nextTry = 0;
  /** Lets time pass to the next try. Never while one is under way: its own patience would run out. */
  const toNextTry = async () => {
    if (nextTry > clock.now()) await clock.advance(nextTry - clock.now());
  };
  const outbox = openOutbox({
    clock,
    outbox: {
      ...store.outbox,
      postpone: async (id, at, error) => {
        await store.outbox.postpone(id, at, error);
        nextTry = at;
      },
    },
    channel: (name) => channelOf(host, notify, name),
    gaveUp: (_, error) => lost.push(error),
  });
  bus.subscribe(() => outbox.wake());
  return { clock, store, bus, outbox, lost, toNextTry };
}

/** Real sockets answer in real time, whatever the clock of the outbox says. */
async function until(holds: () => boolean | Promise<boolean>, meanwhile = async () => {}): Promise<void> {
  while (!(await holds())) {
    await meanwhile();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const settled =
  (store: Store, channel = 'webhook') =>
  async () =>
    (await store.outbox.nextAt(channel)) === undefined;

describe('notices', () => {
  test('an event is told once on every channel that is on, and only if its kind is wanted', async () => {
    await using hook = await receiver((response) => response.end());
    await using slack = await receiver((response) => response.end('ok'));
    const notify = NotifySchema.parse({ webhook: { url: hook.url }, slack: { url: slack.url } });
    const { bus, store, outbox } = caller(notify);
    await bus.emit(skipped());
    await bus.emit({ ...skipped(), outcome: 'done' } as WorkEvent);
    await until(async () => (await settled(store)()) && (await settled(store, 'slack')()));
    await outbox.close(1_000);
    assert.deepEqual(
      hook.heard.map(({ body }) => body.kind),
      ['skipped'],
      'done is not among the kinds by default',
    );
    assert.equal(hook.heard[0]?.id, hook.heard[0]?.body.id);
    assert.equal(
      slack.heard[0]?.body.text,
      '*autodev* · issue:org/app:42 was left to a person\n>it needs &lt;b&gt;you&lt;/b&gt; &amp; &lt;!channel&gt;',
    );
  });

  test('a question is told once with the command that answers it, and not again as a skipped item', async () => {
    await using hook = await receiver((response) => response.end());
    const { bus, store, outbox } = caller(NotifySchema.parse({ webhook: { url: hook.url } }));
    const work = workId('pr', 'org/app', 15);
    const asked: WorkEvent = {
      type: 'question.asked',
      work,
      id: 'q-1',
      question: 'Go on?',
      options: ['approve', 'stop'],
    };
    await bus.emit(asked);
    await bus.emit(asked);
    await bus.emit({ ...skipped(), question: 'q-1' } as WorkEvent);
    await until(settled(store));
    await outbox.close(1_000);
    assert.deepEqual(
      hook.heard.map(({ body }) => [body.kind, body.text]),
      [['question', `${work} asks you something: Go on?\nautodev answer ${work} approve | stop`]],
    );
  });

  test('a receiver that is down gets it later, in order, with the same id for the same notice', async () => {
    await using hook = await receiver((response, nth) => {
      if (nth <= 2) response.destroy();
      else response.end();
    });
    const { bus, store, outbox, toNextTry } = caller(NotifySchema.parse({ webhook: { url: hook.url } }));
    await bus.emit(skipped('first'));
    await bus.emit(skipped('second'));
    await until(settled(store), toNextTry);
    await outbox.close(1_000);
    const texts = hook.heard.map(({ body }) => body.text?.split(': ').at(-1));
    assert.deepEqual(texts, ['first', 'first', 'first', 'second']);
    assert.equal(new Set(hook.heard.map(({ id }) => id)).size, 2);
  });

  test('what could not be told before the end is told after the next start', async () => {
    await using tmp = await tmpdir();
    let up = false;
    await using hook = await receiver((response) => {
      response.statusCode = up ? 204 : 503;
      response.end();
    });
    const notify = NotifySchema.parse({ webhook: { url: hook.url } });
    const clock = virtualClock();
    const file = join(tmp.path, 'a.db');
    const first = caller(notify, { clock, store: openStore(file, { clock }) });
    await first.bus.emit(skipped());
    await until(() => hook.heard.length === 1);
    await first.outbox.close(1_000);
    await first.store.close();
    up = true;
    await clock.advance(60_000);
    const second = caller(notify, { clock, store: openStore(file, { clock }) });
    await until(settled(second.store));
    await second.outbox.close(1_000);
    await second.store.close();
    assert.equal(hook.heard.length, 2);
    assert.equal(hook.heard[0]?.id, hook.heard[1]?.id);
  });

  test('a receiver that never answers holds up neither the event nor another channel', async () => {
    await using hook = await receiver(() => {});
    await using slack = await receiver((response) => response.end());
    const notify = NotifySchema.parse({ webhook: { url: hook.url }, slack: { url: slack.url } });
    const { bus, store, outbox, clock } = caller(notify);
    await bus.emit(skipped());
    await until(settled(store, 'slack'));
    assert.equal(await settled(store)(), false);
    await until(
      () => hook.heard.length >= 2,
      () => clock.advance(16_000),
    );
    const closed = outbox.close(100);
    await clock.advance(100);
    await closed;
  });

  test('a receiver that lies is not believed: a redirect is not followed, an endless answer is not read', async () => {
    await using elsewhere = await receiver((response) => response.end());
    await using hook = await receiver((response, nth) => {
      if (nth === 1) {
        response.writeHead(307, { location: elsewhere.url }).end();
        return;
      }
      response.writeHead(200);
      const flood = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', flood);
      flood();
    });
    const { bus, store, outbox, lost } = caller(NotifySchema.parse({ webhook: { url: hook.url } }));
    await bus.emit(skipped('redirected'));
    await bus.emit(skipped('flooded'));
    await until(settled(store));
    await outbox.close(1_000);
    assert.equal(elsewhere.heard.length, 0);
    assert.deepEqual(lost, ['the receiver answered 307']);
    assert.equal(hook.heard.length, 2);
  });

  test('a refusal is final, a "slow down" is obeyed, and after a day nothing is told any more', async () => {
    const answers = [404, 429, 200];
    await using hook = await receiver((response, nth) => {
      response.writeHead(answers[nth - 1] ?? 500, nth === 2 ? { 'retry-after': '120' } : {}).end();
    });
    const { bus, store, outbox, clock, lost, toNextTry } = caller(
      NotifySchema.parse({ webhook: { url: hook.url } }),
    );
    await bus.emit(skipped('refused'));
    await until(settled(store));
    assert.deepEqual(lost, ['the receiver answered 404']);
    await bus.emit(skipped('later'));
    await until(() => hook.heard.length === 2);
    await until(async () => (await store.outbox.nextAt('webhook')) === clock.now() + 120_000);
    await clock.advance(119_000);
    assert.equal(hook.heard.length, 2);
    await until(settled(store), toNextTry);
    await bus.emit(skipped('never'));
    await until(settled(store), toNextTry);
    await outbox.close(1_000);
    assert.deepEqual(lost, ['the receiver answered 404', 'the receiver answered 500']);
  });

  test('a repository that fails at every scan is told once a day', async () => {
    await using hook = await receiver((response) => response.end());
    const { bus, store, outbox } = caller(NotifySchema.parse({ webhook: { url: hook.url } }));
    for (const message of ['no route', 'no route', 'refused'])
      await bus.emit({ type: 'repo.failed', repo: 'org/app', message });
    await until(settled(store));
    await outbox.close(1_000);
    assert.equal(hook.heard.length, 1);
  });

  test('secrets in a reason do not leave the machine', async () => {
    await using hook = await receiver((response) => response.end());
    const { bus, store, outbox } = caller(NotifySchema.parse({ webhook: { url: hook.url } }));
    await bus.emit(skipped(`push with ghp_${'a'.repeat(36)} failed`));
    await until(settled(store));
    await outbox.close(1_000);
    assert.doesNotMatch(JSON.stringify(hook.heard), /ghp_/);
  });

  test('the desktop is shown our own words alone, and is given up when there is none', async () => {
    await using tmp = await tmpdir();
    const bin = join(tmp.path, 'bin');
    await mkdir(bin);
    const shown = join(tmp.path, 'shown');
    await writeFile(join(bin, 'notify-send'), `#!/bin/sh\nprintf '%s\\n' "$@" > '${shown}'\n`, {
      mode: 0o755,
    });
    const clock = virtualClock();
    const notify = NotifySchema.parse({ desktop: true });
    const host = testHost({ clock, env: { PATH: `${bin}:/usr/bin:/bin`, HOME: tmp.path } });
    const here = caller(notify, { clock, host });
    await here.bus.emit(skipped('$(rm -rf ~)'));
    await until(settled(here.store, 'desktop'));
    await here.outbox.close(1_000);
    assert.deepEqual((await readFile(shown, 'utf8')).trim().split('\n'), [
      '--app-name=autodev',
      '--',
      'autodev: skipped',
      'issue:org/app:42 was left to a person',
    ]);
    await writeFile(join(bin, 'notify-send'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const none = caller(notify, { clock, host });
    await none.bus.emit(skipped());
    await until(settled(none.store, 'desktop'), none.toNextTry);
    await none.outbox.close(1_000);
    assert.deepEqual(none.lost, ['exit code 1']);
  });
});
