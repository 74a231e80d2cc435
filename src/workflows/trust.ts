import type { Forge } from '../forge/forge.ts';
import type { Clock } from '../host/clock.ts';
import { isAutodevError } from '../work/errors.ts';
import { atLeast } from '../work/issue.ts';
import type { RepoSettings } from './engine/settings.ts';

const REMEMBERED_MS = 60_000;

/** Logins of people have no case on the forge. */
const sameLogin = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/**
 * Who may make autodev work and spend. Closed by default: listed, or the forge's permission endpoint says write or
 * more. Association is not permission; a refused question is a no. An outage is thrown: taken for a no, it would make
 * the cursor pass the item, and nobody would look at it again.
 */
export function trustGate(
  forge: Forge,
  clock: Clock,
): (settings: RepoSettings, login: string) => Promise<boolean> {
  const known = new Map<string, { until: number; trusted: Promise<boolean> }>();
  const ask = async (settings: RepoSettings, login: string): Promise<boolean> => {
    try {
      return atLeast(await forge.permission(settings.name, login), settings.trusted.permission);
    } catch (error) {
      if (isAutodevError(error, 'forge_unavailable', 'forge_limited')) throw error;
      return false;
    }
  };
  return async (settings, login) => {
    if (login === '') return false;
    if (settings.trusted.logins.some((listed) => sameLogin(listed, login))) return true;
    if (settings.trusted.bots.includes(login)) return true;
    if (login.endsWith('[bot]')) return false;
    const key = `${settings.name} ${settings.trusted.permission} ${login}`;
    const now = clock.now();
    const earlier = known.get(key);
    if (earlier !== undefined && earlier.until > now) return earlier.trusted;
    const trusted = ask(settings, login);
    known.set(key, { until: now + REMEMBERED_MS, trusted });
    trusted.catch(() => known.delete(key));
    return trusted;
  };
}

/** Whether a login may write to a repository, remembered for a minute; an error is a no. */
export function writeGate(forge: Forge, clock: Clock): (repo: string, login: string) => Promise<boolean> {
  const known = new Map<string, { until: number; may: Promise<boolean> }>();
  return (repo, login) => {
    const key = `${repo} ${login}`;
    const now = clock.now();
    const earlier = known.get(key);
    if (earlier !== undefined && earlier.until > now) return earlier.may;
    const may = forge.permission(repo, login).then(
      (permission) => atLeast(permission, 'write'),
      () => false,
    );
    known.set(key, { until: now + REMEMBERED_MS, may });
    return may;
  };
}
