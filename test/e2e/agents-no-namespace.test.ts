import { systemProcesses, type Processes } from '../../src/host/process/process.ts';
import { cliContract } from '../support/model/contract.ts';
import type { Dialect } from '../support/model/turn.ts';

// Where bubblewrap does not work, a reaper takes its place: stopping must leave nothing there either.
const real = systemProcesses();
const processes: Processes = {
  ...real,
  run: (command, args, options) =>
    command === 'bwrap' ? Promise.reject(new Error('not here')) : real.run(command, args, options),
};

for (const name of ['claude', 'codex', 'gemini'] satisfies Dialect[]) {
  cliContract(name, {
    processes,
    only: {
      because: 'without a PID namespace',
      cases: [
        'cancelled while a command has children of its own, nothing of it is alive',
        'a finished run leaves nothing behind either',
      ],
    },
  });
}
