/** What came of an order, carried over the redirect to the page that shows it, once. */
const NAME = 'autodev_said';
const LONGEST = 600;

export const NOTHING_SAID = `${NAME}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`;

export function keepSaid(text: string): string {
  const kept = encodeURIComponent(text.slice(0, LONGEST).toWellFormed());
  return `${NAME}=${kept}; Path=/; HttpOnly; SameSite=Strict; Max-Age=60`;
}

export function saidIn(cookies: string): string | null {
  const found = cookies.split('; ').find((pair) => pair.startsWith(`${NAME}=`));
  try {
    return found === undefined ? null : decodeURIComponent(found.slice(NAME.length + 1)) || null;
  } catch {
    return null;
  }
}
