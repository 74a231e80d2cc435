import { describe } from 'node:test';
import type { ContractCase } from '../../src/agents/agent.contract.ts';
import { boxWorks } from '../../src/host/box/works.ts';
import { testHost } from '../support/host.ts';
import { cliContract } from '../support/model/contract.ts';
import type { Dialect } from '../support/model/turn.ts';

// Each CLI in a box keeps what it promises outside of one.
const host = testHost();
const skip = !(await boxWorks(host.processes, host.env)) && 'bubblewrap does not work here';

const CASES: ContractCase[] = [
  'edits below the working directory really happen',
  'cancelled while a command has children of its own, nothing of it is alive',
];

describe('agents in a box', { skip }, () => {
  for (const name of ['claude', 'codex', 'gemini'] satisfies Dialect[])
    cliContract(name, {
      box: { hidden: [], read: [], write: [], allowHosts: [], required: true },
      only: { because: 'the others are shown outside a box', cases: CASES },
    });
});
