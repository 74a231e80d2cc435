/** What a login holds that a renewal changes; all else says whose it is, and stays. */
const CHANGES = /token|expir|refresh|^exp$/i;
const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Why a login file that was changed in the sandbox is no renewal of the one from before: another shape, another account,
 * or nothing that was due. Undefined when it is one. A stranger's login would send the person's next work to the stranger.
 */
export function notRenewed(before: string, after: string, now: number): string | undefined {
  const [old, fresh] = [parsed(before), parsed(after)];
  if (old === undefined || fresh === undefined) return 'it is not a login any more';
  const other = otherAccount(old, fresh, '');
  if (other !== undefined) return other;
  const ends = expiries(old);
  const due = ends.some((at) => at < now + HOUR) || refreshedAt(old) < now - WEEK;
  return due ? undefined : 'it was not due to be renewed';
}

function parsed(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function otherAccount(old: unknown, fresh: unknown, name: string): string | undefined {
  if (isObject(old) && isObject(fresh)) {
    const names = new Set([...Object.keys(old), ...Object.keys(fresh)]);
    for (const key of names) {
      if (!(key in old) || !(key in fresh)) return `${key} came or went`;
      const found = otherAccount(old[key], fresh[key], key);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (typeof old === 'string' && typeof fresh === 'string' && CHANGES.test(name))
    return otherOwner(old, fresh, name);
  if (typeof old === typeof fresh && typeof old !== 'object' && CHANGES.test(name)) return undefined;
  return JSON.stringify(old) === JSON.stringify(fresh) ? undefined : `${name} is another`;
}

/** Tokens that say whose they are have to say the same. */
function otherOwner(old: string, fresh: string, name: string): string | undefined {
  const [before, after] = [claims(old), claims(fresh)];
  if ((before === undefined) !== (after === undefined)) return `${name} is of another kind`;
  for (const claim of ['iss', 'sub', 'email', 'aud', 'azp'])
    if (JSON.stringify(before?.[claim]) !== JSON.stringify(after?.[claim]))
      return `${name} belongs to somebody else`;
  return undefined;
}

/** What a JSON web token says in its middle part; undefined for any other. */
function claims(token: string): Json | undefined {
  const middle = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(token)?.[1];
  return middle === undefined ? undefined : parsed(Buffer.from(middle, 'base64url').toString('utf8'));
}

/** When the access ends, by the file or by the tokens in it, in milliseconds. */
function expiries(login: Json): number[] {
  return Object.entries(login).flatMap(([name, value]) => {
    if (isObject(value)) return expiries(value);
    if (typeof value === 'number' && /expir/i.test(name)) return [value < 1e11 ? value * 1000 : value];
    const exp = typeof value === 'string' && /access/i.test(name) ? claims(value)?.['exp'] : undefined;
    return typeof exp === 'number' ? [exp * 1000] : [];
  });
}

function refreshedAt(login: Json): number {
  const at = login['last_refresh'];
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  return Number.isNaN(time) ? Infinity : time;
}
