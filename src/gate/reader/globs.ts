import { nameOf } from '../paths.ts';
import { STATE_FOLDER } from '../state.ts';
import { UNKNOWN } from './word.ts';

/** A path pattern of the shell against one name; a leading dot must be written out. */
export function globMatches(pattern: string, name: string): boolean {
  if (!/[*?[]/.test(pattern)) return pattern.toLowerCase() === name.toLowerCase();
  if (pattern.length > 256 || pattern.split('*').length > 6) return true;
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  const source = pattern
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replace(/\?/g, '.')
    .replace(/\[!/g, '[^');
  try {
    return new RegExp(`^${source}$`, 'i').test(name);
  } catch {
    return true;
  }
}

/** Whether a path with unknown parts has one that looks like the state's folder, or ends in its file. */
export function mayNameState(text: string): boolean {
  const parts = text.split('/');
  if (parts.length > 1 && nameOf(text) === 'state.json') return true;
  return parts.some((part) => {
    if (!part.includes(UNKNOWN))
      return part.length > 2 && part.startsWith('.') && globMatches(part, STATE_FOLDER);
    const known = part.replaceAll(UNKNOWN, '').replace(/[*?[\]]/g, '');
    const pattern = `.${part.replaceAll(UNKNOWN, '*')}`.replace(/^\.(?=\.)/, '');
    return known.length > 3 && globMatches(pattern, STATE_FOLDER);
  });
}
