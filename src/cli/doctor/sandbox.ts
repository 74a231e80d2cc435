import { sandboxWorks } from '../../host/sandbox/works.ts';
import { gateSandboxWorks } from '../../workflows/develop/gates/keep-gate.ts';
import { ok, problem, warning, type Check, type Patient } from './check.ts';

const INSTALL = 'Install bubblewrap (apt-get install bubblewrap) and allow unprivileged user namespaces.';

/** Without a sandbox an agent can read whatever you can: said loudly. */
export async function checkSandbox({ host, loaded }: Patient): Promise<Check> {
  const { mode = 'auto', allow_hosts: hosts = [] } = loaded?.config.sandbox ?? {};
  if (mode === 'off')
    return warning(
      'sandbox',
      'switched off: agents can read and change whatever you can',
      'Set sandbox.mode to auto.',
    );
  if (await sandboxWorks(host.processes, host.env))
    return ok(
      'sandbox',
      `agents are shut in: they see their worktree, their login and the system, and reach their model and ${hosts.length === 0 ? 'no other host' : hosts.join(', ')}`,
    );
  return mode === 'required'
    ? problem(
        'sandbox',
        'bubblewrap does not work here, and sandbox.mode requires it: nothing would run',
        INSTALL,
      )
    : warning(
        'sandbox',
        'NO SANDBOX: bubblewrap does not work here, so agents can read whatever you can and reach any host',
        INSTALL,
      );
}

/** Where its sandbox cannot be made, the gate of develop-workflow only reads commands. */
export async function checkGate({ host }: Patient): Promise<Check> {
  return (await gateSandboxWorks(host))
    ? ok(
        'develop gate',
        'a closed gate holds: what does more than plainly read runs where it cannot write, commit or push',
      )
    : warning(
        'develop gate',
        'ADVISORY: bubblewrap 0.8 or later does not work here, so the gate only reads commands, and one that hides what it does may pass',
        INSTALL,
      );
}
