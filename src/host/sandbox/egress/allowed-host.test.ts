import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { allowing, leadsAstray } from './allowed-host.ts';

describe('which hosts a sandbox may reach', () => {
  for (const [rule, host, port, expected] of [
    ['example.org', 'example.org', 443, true],
    ['example.org', 'EXAMPLE.org', 80, true],
    ['example.org', 'example.org', 22, false],
    ['example.org', 'a.example.org', 443, false],
    ['example.org', 'example.org.evil.test', 443, false],
    ['example.org', 'notexample.org', 443, false],
    ['*.example.org', 'a.b.example.org', 443, true],
    ['*.example.org', 'example.org', 443, false],
    ['*.example.org', 'notexample.org', 443, false],
    ['example.org:8443', 'example.org', 8443, true],
    ['example.org:8443', 'example.org', 443, false],
  ] as const)
    test(`${rule} ${expected ? 'lets' : 'does not let'} ${host}:${port} pass`, () => {
      assert.equal(allowing([rule], { host, port }) !== undefined, expected);
    });

  test('a name must not lead to this machine, to a network of somebody, nor to where a cloud tells keys', () => {
    for (const address of [
      '127.0.0.1',
      '127.8.8.8',
      '0.0.0.0',
      '169.254.169.254',
      '::1',
      'fe80::1',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '10.0.0.1',
      '172.20.0.1',
      '192.168.1.1',
      '100.100.100.200',
      'fd00::1',
    ])
      assert.equal(leadsAstray('a.example.org', address), true, address);
    for (const address of ['192.0.2.1', '172.32.0.1', '2001:db8::1'])
      assert.equal(leadsAstray('a.example.org', address), false, address);
    assert.equal(leadsAstray('127.0.0.1', '127.0.0.1'), false, 'the address itself was written down');
    assert.equal(leadsAstray('localhost', '127.0.0.1'), false);
  });
});
