import { boxWorks } from '../../host/box/works.ts';
import { problem, warning, type Check, type Patient } from './check.ts';

const INSTALL = 'Install bubblewrap (apt-get install bubblewrap) and allow unprivileged user namespaces.';

/** Without a sandbox an agent can read whatever you can: said loudly. */
export async function checkSandbox({ host, loaded }: Patient): Promise<Check> {
  const mode = loaded?.config.sandbox.mode ?? 'auto';
  if (mode === 'off')
    return warning(
      'sandbox',
      'switched off: agents can read and change whatever you can',
      'Set sandbox.mode to auto.',
    );
  if (await boxWorks(host.processes, host.env))
    return warning(
      'sandbox',
      'NO SANDBOX FOR THE NETWORK: agents see their worktree, their login and the system, but they can reach any host',
      'Public repositories wait until sandbox.allow_unsandboxed_public is set.',
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
