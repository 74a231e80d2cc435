import type { Forge } from '../forge/forge.ts';
import type { Clock } from '../host/clock.ts';
import { isAutodevError } from '../work/errors.ts';
import { atLeast } from '../work/issue.ts';
import type { RepoSettings } from './engine/settings.ts';

const REMEMBERED_MS = 60_000;

/** Logins of people have no case on the forge. Only of plain letters: in small ones the sign of Kelvin is a k as well. */
const sameLogin = (a: string, b: string) =>
  a === b || (isPlain(a) && isPlain(b) && a.toLowerCase() === b.toLowerCase());
const isPlain = (login: string) => /^[\u0021-\u007e]+$/.test(login);

type Trusts = (settings: RepoSettings, login: string) => Promise<boolean>;

/**
 * Who may make autodev work and spend. Closed by default: listed, or the forge's permission endpoint says write or
 * more. Association is not permission; a refused question is a no. An outage is thrown: taken for a no, it would make
 * the cursor pass the item, and nobody would look at it again. Asked each time: who had write access a moment ago may
 * not have it now.
 */
function askTrust(forge: Forge): Trusts {
  return async (settings, login) => {
    if (login === '') return false;
    if (settings.trusted.logins.some((listed) => sameLogin(listed, login))) return true;
    if (settings.trusted.bots.includes(login)) return true;
    if (login.endsWith('[bot]')) return false;
    try {
      return atLeast(await forge.permission(settings.name, login), settings.trusted.permission);
    } catch (error) {
      if (isAutodevError(error, 'forge_unavailable', 'forge_limited')) throw error;
      return false;
    }
  };
}

/**
 * The same, `remembered` for a minute for scans, which look at many items of few people and do nothing that costs.
 * What is asked `now`, before an effect, is remembered too: a scan must not take up again at once what an effect has
 * just refused.
 */
export function openTrust(forge: Forge, clock: Clock): { remembered: Trusts; now: Trusts } {
  const ask = askTrust(forge);
  const known = new Map<string, { until: number; trusted: Promise<boolean> }>();
  const keyOf = (settings: RepoSettings, login: string) =>
    JSON.stringify([settings.name, settings.trusted, login]);
  const now: Trusts = (settings, login) => {
    const key = keyOf(settings, login);
    const trusted = ask(settings, login);
    known.set(key, { until: clock.now() + REMEMBERED_MS, trusted });
    trusted.catch(() => known.delete(key));
    return trusted;
  };
  return {
    now,
    remembered: (settings, login) => {
      const earlier = known.get(keyOf(settings, login));
      return earlier !== undefined && earlier.until > clock.now() ? earlier.trusted : now(settings, login);
    },
  };
}

/**
 * Whether a login may write to a repository, remembered for a minute. A refused question is a no. Any other error is
 * thrown and forgotten: taken for a no, it would let us work on what another daemon holds.
 */
export function writeGate(forge: Forge, clock: Clock): (repo: string, login: string) => Promise<boolean> {
  const known = new Map<string, { until: number; may: Promise<boolean> }>();
  return (repo, login) => {
    const key = `${repo} ${login}`;
    const now = clock.now();
    const earlier = known.get(key);
    if (earlier !== undefined && earlier.until > now) return earlier.may;
    const may = forge.permission(repo, login).then(
      (permission) => atLeast(permission, 'write'),
      (error: unknown) => {
        if (isAutodevError(error, 'forge_forbidden', 'forge_not_found', 'forge_rejected')) return false;
        known.delete(key);
        throw error;
      },
    );
    known.set(key, { until: now + REMEMBERED_MS, may });
    return may;
  };
}
