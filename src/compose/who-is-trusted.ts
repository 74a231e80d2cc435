import type { DaemonParts } from '../daemon/parts.ts';
import type { Forge } from '../forge/forge.ts';
import type { Clock } from '../host/clock.ts';
import { openTrust, writeGate } from '../workflows/trust.ts';

/** Who may ask for work, as remembered and as the forge says at this moment, and where we may write. */
export function whoIsTrusted(
  forge: Forge,
  clock: Clock,
  logins: readonly string[],
): Pick<DaemonParts, 'trusts' | 'trustsNow' | 'mayClaim'> {
  const { remembered, now } = openTrust(forge, clock);
  // A GitHub App is a bot, which nobody lists; what we open ourselves is ours to review all the same.
  const isOurApp = (login: string) => login.endsWith('[bot]') && logins.includes(login);
  return {
    trusts: async (repo, login) => isOurApp(login) || remembered(repo, login),
    trustsNow: async (repo, login) => isOurApp(login) || now(repo, login),
    mayClaim: writeGate(forge, clock),
  };
}
