import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { openWebhookReceiver, type WebhookHint } from './webhooks.ts';

const SECRET = 'a webhook secret';
const tools = createRequire(new URL('../../../test/tools/package.json', import.meta.url));
const EXAMPLES = tools('@octokit/webhooks-examples') as {
  name: string;
  examples: Record<string, unknown>[];
}[];
const EVENTS = [
  'issues',
  'issue_comment',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'check_run',
  'check_suite',
  'status',
  'push',
];

let deliveries = 0;
function delivery(event: string, body: string, headers: Record<string, string> = {}): Request {
  deliveries += 1;
  return new Request('http://127.0.0.1/webhook', {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-github-event': event,
      'x-github-delivery': `delivery-${deliveries}`,
      'x-hub-signature-256': `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`,
      ...headers,
    },
  });
}

function receiver(maxBytes?: number) {
  const hints: WebhookHint[] = [];
  const receive = openWebhookReceiver({
    secret: SECRET,
    onHint: (hint) => hints.push(hint),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });
  return { hints, receive };
}

const PUSH = JSON.stringify({ ref: 'refs/heads/main', repository: { full_name: 'org/app' } });

describe('the webhook receiver', () => {
  for (const event of EVENTS) {
    const examples = EXAMPLES.find((entry) => entry.name === event)?.examples ?? [];
    test(`takes every example payload of ${event} (${examples.length})`, async () => {
      assert.ok(examples.length > 0);
      const { hints, receive } = receiver();
      for (const example of examples) {
        assert.equal((await receive(delivery(event, JSON.stringify(example)))).status, 202);
      }
      const names = examples.map((example) => (example['repository'] as { full_name: string }).full_name);
      assert.deepEqual(
        hints.map((hint) => hint.repo),
        names,
      );
      assert.ok(hints.every((hint) => hint.reason.startsWith(event)));
    });
  }

  test('a wrong, missing or malformed signature is refused and hints nothing', async () => {
    const { hints, receive } = receiver();
    const forged = `sha256=${createHmac('sha256', 'another secret').update(PUSH).digest('hex')}`;
    for (const signature of [forged, '', 'sha1=abc', `sha256=${'0'.repeat(64)}`, 'sha256=short']) {
      assert.equal((await receive(delivery('push', PUSH, { 'x-hub-signature-256': signature }))).status, 401);
    }
    assert.deepEqual(hints, []);
  });

  test('a changed body does not fit its signature', async () => {
    const { hints, receive } = receiver();
    const good = delivery('push', PUSH);
    const bad = new Request(good.url, {
      method: 'POST',
      headers: good.headers,
      body: PUSH.replace('org/app', 'org/evil'),
    });
    assert.equal((await receive(bad)).status, 401);
    assert.deepEqual(hints, []);
  });

  test('the same delivery is heard once; a forged one with its id does not use it up', async () => {
    const { hints, receive } = receiver();
    const id = { 'x-github-delivery': 'the-one' };
    assert.equal(
      (await receive(delivery('push', PUSH, { ...id, 'x-hub-signature-256': `sha256=${'1'.repeat(64)}` })))
        .status,
      401,
    );
    assert.equal((await receive(delivery('push', PUSH, id))).status, 202);
    assert.equal((await receive(delivery('push', PUSH, id))).status, 200);
    assert.deepEqual(hints, [{ repo: 'org/app', reason: 'push' }]);
  });

  test('a body past the cap is refused, whether its length is told or not', async () => {
    const { hints, receive } = receiver(100);
    const long = JSON.stringify({ padding: 'x'.repeat(200), repository: { full_name: 'org/app' } });
    assert.equal((await receive(delivery('push', long))).status, 413);
    const { headers, url } = delivery('push', long);
    const streamed = new Request(url, {
      method: 'POST',
      headers,
      body: ReadableStream.from([Buffer.from(long)]),
      duplex: 'half',
    });
    assert.equal((await receive(streamed)).status, 413);
    assert.deepEqual(hints, []);
  });

  test('other events are ignored, a form is read, a ping is answered', async () => {
    const { hints, receive } = receiver();
    assert.equal((await receive(delivery('star', PUSH))).status, 202);
    assert.equal((await receive(delivery('ping', PUSH))).status, 200);
    const form = new URLSearchParams({ payload: PUSH }).toString();
    assert.equal(
      (await receive(delivery('push', form, { 'content-type': 'application/x-www-form-urlencoded' }))).status,
      202,
    );
    assert.deepEqual(
      hints.map((hint) => hint.repo),
      ['org/app'],
    );
  });

  test('signed nonsense is refused: no JSON, no repository, a name that is none', async () => {
    const { hints, receive } = receiver();
    for (const body of ['{', '[]', '{}', '{"repository":{"full_name":"../../etc"}}']) {
      assert.equal((await receive(delivery('push', body))).status, 422);
    }
    assert.equal((await receive(new Request('http://127.0.0.1/webhook'))).status, 405);
    assert.equal((await receive(delivery('push', PUSH, { 'x-github-delivery': '' }))).status, 400);
    assert.deepEqual(hints, []);
  });
});
