import type { Context } from 'hono';

export interface Page {
  number: number;
  size: number;
  offset: number;
}

export function pageOf(c: Context): Page {
  const whole = (name: string, otherwise: number, most: number) => {
    const value = Number.parseInt(c.req.query(name) ?? '', 10);
    return Number.isNaN(value) || value < 1 ? otherwise : Math.min(value, most);
  };
  const size = whole('per_page', 30, 100);
  const number = whole('page', 1, 1_000_000);
  return { number, size, offset: (number - 1) * size };
}

/** Answers with one page and GitHub's Link header. */
export function sendPage(
  c: Context,
  site: { url: string },
  page: Page,
  total: number,
  body: unknown,
): Response {
  const last = Math.max(1, Math.ceil(total / page.size));
  const link = (number: number, rel: string) => {
    const url = new URL(c.req.url);
    url.searchParams.set('page', String(number));
    return `<${site.url}${url.pathname}${url.search}>; rel="${rel}"`;
  };
  const links = [
    ...(page.number > 1 ? [link(Math.min(page.number - 1, last), 'prev')] : []),
    ...(page.number < last ? [link(page.number + 1, 'next'), link(last, 'last')] : []),
    ...(page.number > 1 ? [link(1, 'first')] : []),
  ];
  if (links.length > 0) c.header('link', links.join(', '));
  return c.json(body);
}

/** A page of something that is already all in memory. */
export function sendList<T>(
  c: Context,
  site: { url: string },
  all: readonly T[],
  render: (entry: T) => unknown = (entry) => entry,
): Response {
  const page = pageOf(c);
  return sendPage(c, site, page, all.length, all.slice(page.offset, page.offset + page.size).map(render));
}
