import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testHost } from '../../test/support/host.ts';
import { SandboxSchema, type SandboxConfig } from '../config/schema/sandbox.ts';
import type { Forge } from '../forge/forge.ts';
import { withoutNamespace } from '../host/enclose.ts';
import { sandboxGate } from './sandbox-gate.ts';

const host = testHost();
const bare = { ...host, processes: withoutNamespace(host.processes) };

function ask(isPrivate: boolean, more: Partial<SandboxConfig> = {}, on = host) {
  const forge = { repository: async () => ({ private: isPrivate }) } as unknown as Forge;
  const sandbox: SandboxConfig = { ...SandboxSchema.parse({}), ...more };
  return sandboxGate(on, forge, () => sandbox)({ name: 'o/r', agent: 'claude' });
}

test('a public repository needs explicit leave also where processes are contained', async () => {
  assert.match((await ask(false)) ?? '', /public.*allow_unsandboxed_public/);
  assert.match((await ask(false, { mode: 'off' })) ?? '', /public/);
  assert.equal(await ask(false, { allow_unsandboxed_public: true }), undefined);
  assert.equal(await ask(true), undefined);
});

test('where bubblewrap is required nothing runs without it', async () => {
  const leave = { mode: 'required', allow_unsandboxed_public: true } as const;
  assert.match((await ask(true, leave, bare)) ?? '', /bubblewrap does not work/);
});
