const MOST_LINKS = 40;

/**
 * Whether the link at `from` leads out of the tree, by way of whatever other links are in it. A place that is not
 * there is judged by its name alone.
 */
export function leadsOut(from: string, links: ReadonlyMap<string, string>): boolean {
  const at = from.split('/').slice(0, -1);
  const left = (links.get(from) ?? '').split('/');
  if (links.get(from)?.startsWith('/')) return true;
  for (let followed = 0, part = left.shift(); part !== undefined; part = left.shift()) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (at.pop() === undefined) return true;
      continue;
    }
    at.push(part);
    // Into the repository itself is out of the tree, too.
    if (at.length === 1 && part.toLowerCase() === '.git') return true;
    const next = links.get(at.join('/'));
    if (next === undefined) continue;
    followed += 1;
    if (next.startsWith('/') || followed > MOST_LINKS) return true;
    at.pop();
    left.unshift(...next.split('/'));
  }
  return false;
}
