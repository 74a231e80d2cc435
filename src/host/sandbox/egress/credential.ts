import type { ModelAccess } from './model-access.ts';
import { Refused } from './refused.ts';

type Headers = Record<string, string | string[]>;

/** Headers with which somebody could bring a credential of their own, and so send what they found to their own account. */
const CREDENTIALS = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key'];

/**
 * The headers with the real credential where the stand-in was. It is replaced only where it is the whole credential of an
 * authentication header, and it has to be there; any other credential is left out.
 */
export function authenticated(
  headers: Headers,
  { secrets, authentication }: Pick<ModelAccess, 'secrets' | 'authentication'>,
): Headers {
  const out = { ...headers };
  let found = false;
  for (const name of new Set([...CREDENTIALS, ...authentication])) {
    const given = out[name];
    delete out[name];
    if (typeof given !== 'string' || !authentication.includes(name)) continue;
    const [, scheme = '', value = ''] = /^(Bearer )?(.*)$/i.exec(given) ?? [];
    const secret = secrets.find(({ standIn }) => standIn === value);
    if (secret === undefined) continue;
    out[name] = `${scheme}${secret.real}`;
    found = true;
  }
  // A model on this machine may want none.
  if (!found && secrets.length > 0)
    throw new Refused(
      `the model is asked with the key of this session, in ${authentication.join(' or ')}`,
      401,
    );
  return out;
}
