import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notRenewed } from './renewed-login.ts';

const NOW = Date.parse('2026-11-16T12:00:00Z');
const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;

const claude = (more: object) =>
  JSON.stringify({
    claudeAiOauth: {
      accessToken: 'a',
      refreshToken: 'b',
      expiresAt: NOW + 60_000,
      scopes: ['user:inference'],
      subscriptionType: 'max',
      ...more,
    },
  });

test('a login that was about to end and is renewed for the same account is kept', () => {
  assert.equal(
    notRenewed(claude({}), claude({ accessToken: 'c', refreshToken: 'd', expiresAt: NOW + 8e6 }), NOW),
    undefined,
  );
  const codex = (sub: string, at: string) =>
    JSON.stringify({
      tokens: { id_token: jwt({ sub }), access_token: jwt({ sub }), account_id: 'x' },
      last_refresh: at,
    });
  assert.equal(
    notRenewed(codex('me', '2026-11-01T00:00:00Z'), codex('me', '2026-11-16T11:59:00Z'), NOW),
    undefined,
  );
});

test('one that was good for longer has no reason to change', () => {
  const before = claude({ expiresAt: NOW + 8 * 3_600_000 });
  assert.match(notRenewed(before, claude({ accessToken: 'c' }), NOW) ?? '', /not due/);
  assert.match(notRenewed('{"access_token":"a"}', '{"access_token":"b"}', NOW) ?? '', /not due/);
});

test('another account, another shape and no login at all are not kept', () => {
  assert.match(notRenewed(claude({}), claude({ subscriptionType: 'pro' }), NOW) ?? '', /subscriptionType/);
  assert.match(notRenewed(claude({}), claude({ helper: 'sh -c evil' }), NOW) ?? '', /helper came or went/);
  assert.match(notRenewed(claude({}), claude({ scopes: [] }), NOW) ?? '', /scopes/);
  assert.match(notRenewed(claude({}), claude({ accessToken: { a: 1 } }), NOW) ?? '', /accessToken/);
  assert.match(notRenewed(claude({}), 'stolen', NOW) ?? '', /not a login/);
  const token = (sub: string) => JSON.stringify({ id_token: jwt({ sub }), expiry_date: NOW });
  assert.match(notRenewed(token('me'), token('them'), NOW) ?? '', /somebody else/);
});
