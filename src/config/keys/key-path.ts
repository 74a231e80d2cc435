import { AutodevError } from '../../work/errors.ts';
import type { KeyPath } from '../file/source.ts';

/** `repos[0].merge.method` ↔ ['repos', 0, 'merge', 'method']. */
export function keyText(path: KeyPath): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? part : `.${part}`;
  }
  return text;
}

/** Reads a key as people write it. A repository may be named by its place or its name: `repos[org/app].model`. */
export function parseKey(text: string, repoNames: readonly string[]): (string | number)[] {
  const parts: (string | number)[] = [];
  const word = /^(?:\.?([A-Za-z$][\w$-]*)|\[([^\]]+)\])/;
  for (let rest = text; rest !== '';) {
    const match = word.exec(rest);
    if (match === null || (parts.length === 0 && rest.startsWith('.'))) {
      throw new AutodevError('invalid_input', `not a key: ${text}`, {
        hint: 'a key looks like daemon.tick_interval_secs or repos[org/app].model',
      });
    }
    parts.push(match[1] ?? place(match[2] as string, repoNames));
    rest = rest.slice(match[0].length);
  }
  return parts;
}

function place(inside: string, repoNames: readonly string[]): number {
  const found = /^\d+$/.test(inside)
    ? Number(inside)
    : repoNames.findIndex((name) => name.toLowerCase() === inside.toLowerCase());
  if (found >= 0 && found < repoNames.length) return found;
  throw new AutodevError('not_found', `no repository ${inside} in the configuration`, {
    hint: repoNames.length === 0 ? 'there is none yet' : `there are ${repoNames.join(', ')}`,
  });
}
