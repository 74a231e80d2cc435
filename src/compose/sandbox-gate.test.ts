import assert from 'node:assert/strict';
import { test } from 'node:test';
import { virtualClock } from '../../test/support/clock.ts';
import { testHost } from '../../test/support/host.ts';
import { SandboxSchema, type SandboxConfig } from '../config/schema/sandbox.ts';
import type { Forge } from '../forge/forge.ts';
import type { AgentName } from '../agents/agent.ts';
import { sandboxWorks } from '../host/sandbox/works.ts';
import { withoutNamespace } from '../host/sandbox/process-isolation.ts';
import { Postponed } from '../workflows/engine/stops/interruptions.ts';
import { sandboxFence, sandboxGate } from './sandbox-gate.ts';

const host = testHost();
const skip = !(await sandboxWorks(host.processes, host.env)) && 'bubblewrap does not work here';
const bare = { ...host, processes: withoutNamespace(host.processes) };

function ask(isPrivate: boolean, more: Partial<SandboxConfig> = {}, on = host, agent: AgentName = 'claude') {
  const forge = { repository: async () => ({ private: isPrivate }) } as unknown as Forge;
  const sandbox: SandboxConfig = { ...SandboxSchema.parse({}), ...more };
  return sandboxGate(on, forge, () => sandbox)({ name: 'o/r', agents: [agent] });
}

test('without a sandbox around agents a public repository needs explicit leave', async () => {
  assert.match((await ask(false, {}, bare)) ?? '', /public.*bubblewrap.*allow_unsandboxed_public/);
  assert.match((await ask(false, { mode: 'off' })) ?? '', /public.*mode is off/);
  assert.equal(await ask(false, { allow_unsandboxed_public: true }, bare), undefined);
  assert.equal(await ask(true, {}, bare), undefined);
});

test('with one it does not', { skip }, async () => {
  assert.equal(await ask(false), undefined);
  assert.equal(await ask(false, { mode: 'required' }), undefined);
});

test('where bubblewrap is required nothing runs without it', async () => {
  const leave = { mode: 'required', allow_unsandboxed_public: true } as const;
  assert.match((await ask(true, leave, bare)) ?? '', /bubblewrap does not work/);
  assert.match((await ask(true, leave, bare, 'scripted')) ?? '', /bubblewrap does not work/);
});

test('a scripted agent beside one with a model does not open a public repository', async () => {
  const forge = { repository: async () => ({ private: false }) } as unknown as Forge;
  const gate = sandboxGate(bare, forge, () => SandboxSchema.parse({}));
  assert.equal(await gate({ name: 'o/r', agents: ['scripted'] }), undefined);
  assert.match((await gate({ name: 'o/r', agents: ['scripted', 'claude'] })) ?? '', /public/);
});

test('an item that was taken before waits, unpaid, and tells strangers nothing of this machine', async () => {
  const clock = virtualClock();
  await sandboxFence(clock, async () => undefined)('o/r');
  await assert.rejects(sandboxFence(clock, async () => 'o/r is public, and bubblewrap …')('o/r'), (error) => {
    assert.ok(error instanceof Postponed);
    assert.equal(error.cause, 'sandbox');
    assert.ok(error.until > clock.now());
    assert.doesNotMatch(error.message, /bubblewrap|sandbox|public/);
    return true;
  });
});
