import { childEnvironment } from '../../config/environment.ts';
import { lockHolder } from '../../daemon/lock.ts';
import { openHost } from '../../host/host.ts';
import { checkAgents } from './agents.ts';
import type { Check, Patient } from './check.ts';
import { checkConfiguration } from './configuration.ts';
import { checkLeftovers } from './leftovers.ts';
import { checkLogin } from './login.ts';
import { checkMachine } from './machine.ts';
import { checkGate, checkSandbox } from './sandbox.ts';
import { checkScript } from './script.ts';
import type { SecurityPoint } from './security/point.ts';
import { securityPoints } from './security/points.ts';
import { checkStore } from './store.ts';
import { wantedAgents } from './wanted-agents.ts';
import { checkWebhook } from './webhook.ts';

export interface Examined {
  found: Check[];
  security: SecurityPoint[];
}

/** Looks at everything the daemon will need. It needs nearly all of the program for that, so it is loaded last. */
export async function examine(home: string, online: boolean): Promise<Examined> {
  const host = openHost({ env: childEnvironment() });
  const { loaded, checks } = await checkConfiguration(home);
  const running = (await lockHolder(home)) !== undefined;
  const patient: Patient = { home, host, loaded, running, online };
  const found: Check[] = [
    ...(await checkMachine(patient)),
    ...checks,
    await checkStore(patient),
    ...(await checkLogin(patient)),
    ...(loaded === undefined ? [] : await checkAgents(host, wantedAgents(loaded, home))),
    ...(loaded === undefined ? [] : await checkScript(loaded)),
    await checkSandbox(patient),
    await checkGate(patient),
    ...(await checkWebhook(patient)),
    ...(await checkLeftovers(patient)),
  ];
  return { found, security: await securityPoints(patient) };
}
