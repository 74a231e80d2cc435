import { boxWorks } from '../../host/box/works.ts';
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
  if (await boxWorks(host.processes, host.env))
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
