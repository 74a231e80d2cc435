import { hmacSha256, sameDigest, sha256 } from '../host/hash.ts';

/** Why a request is turned away. */
export interface Refusal {
  status: 401 | 403 | 421;
  why: string;
}

/** Who may come in: only who holds the token that was printed, from a page of our own, under a name of this machine. */
export interface Door {
  /** What is wrong with a request before anything is read of it; undefined: nothing. */
  refuses(request: Request): Refusal | undefined;
  isToken(text: string): boolean;
  /** Whether a request brings the cookie that the token was exchanged for. */
  isKnown(request: Request): boolean;
  /** The header that hands out the cookie. */
  readonly cookie: string;
  /** What every form carries, and no other site can know. */
  readonly csrf: string;
  isCsrf(text: string): boolean;
}

/**
 * The cookie and the forms' secret are made from the token, so that both outlive a restart of the daemon. Cookies are
 * not told apart by port: the port is in the name, or two homes on one machine would log each other out.
 */
export function openDoor(options: { token: string; port: number }): Door {
  const { token, port } = options;
  const name = `autodev_${port}`;
  const pass = hmacSha256(token, 'cookie');
  const csrf = hmacSha256(token, 'form');
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const same = (a: string, b: string) => sameDigest(sha256(a), sha256(b));
  return {
    refuses: ({ headers }) => {
      // A name that a stranger's server gave our address (DNS rebinding) is not ours.
      const host = headers.get('host') ?? '';
      if (!hosts.includes(host)) return { status: 421, why: 'this address is not served here' };
      const origin = headers.get('origin');
      if (origin !== null && origin !== `http://${host}`)
        return { status: 403, why: 'the request comes from another site' };
      if (!['same-origin', 'none', null].includes(headers.get('sec-fetch-site')) && !isVisit(headers))
        return { status: 403, why: 'the request comes from another site' };
      return undefined;
    },
    isToken: (text) => same(text, token),
    isKnown: ({ headers }) => same(cookieNamed(headers.get('cookie') ?? '', name), pass),
    cookie: `${name}=${pass}; Path=/; HttpOnly; SameSite=Strict`,
    csrf,
    isCsrf: (text) => same(text, csrf),
  };
}

/** A person who follows a link to a page, wherever the link stands. The cookie does not come with it. */
function isVisit(headers: Headers): boolean {
  return headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document';
}

function cookieNamed(header: string, name: string): string {
  const found = header.split(';').find((pair) => pair.trim().startsWith(`${name}=`));
  return found?.trim().slice(name.length + 1) ?? '';
}
