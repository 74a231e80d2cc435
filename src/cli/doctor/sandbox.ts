import { containment } from '../../host/enclose.ts';
import { ok, problem, warning, type Check, type Patient } from './check.ts';

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
  if ((await containment(host.processes, host.env)) === 'namespace')
    return ok('sandbox', 'bubblewrap works here');
  return mode === 'required'
    ? problem(
        'sandbox',
        'bubblewrap does not work here, and sandbox.mode requires it: nothing would run',
        INSTALL,
      )
    : warning(
        'sandbox',
        'NO SANDBOX: bubblewrap does not work here, so agents can read whatever you can',
        INSTALL,
      );
}
