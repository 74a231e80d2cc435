import { describe } from 'node:test';
import type { ContractCase } from '../../src/agents/agent.contract.ts';
import { sandboxWorks } from '../../src/host/sandbox/works.ts';
import { testHost } from '../support/host.ts';
import { cliContract } from '../support/model/contract.ts';
import type { Dialect } from '../support/model/turn.ts';

// Each CLI in a sandbox keeps what it promises outside of one.
const host = testHost();
const skip = !(await sandboxWorks(host.processes, host.env)) && 'bubblewrap does not work here';

const CASES: ContractCase[] = [
  'edits below the working directory really happen',
  'cancelled while a command has children of its own, nothing of it is alive',
];

describe('agents in a sandbox', { skip }, () => {
  for (const name of ['claude', 'codex', 'gemini'] satisfies Dialect[])
    cliContract(name, {
      sandbox: { hidden: [], read: [], write: [], allowHosts: [], required: true },
      only: { because: 'the others are shown outside a sandbox', cases: CASES },
    });
});
