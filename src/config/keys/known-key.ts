import { AutodevError } from '../../work/errors.ts';
import { nearest } from '../../work/nearest.ts';
import { parseKey } from './key-path.ts';
import { allKeys, schemaAt } from './keys.ts';
import type { Config } from '../schema.ts';

/** A key that somebody typed. One that does not exist is refused with the one that was probably meant. */
export function knownKey(text: string, config: Config): (string | number)[] {
  const path = parseKey(
    text,
    config.repos.map((repo) => repo.name),
  );
  if (path.length > 0 && schemaAt(path) !== undefined) return path;
  const general = path
    .map((part) => (typeof part === 'number' ? '[]' : `.${part}`))
    .join('')
    .slice(1);
  const last = `.${String(path.at(-1))}`;
  const keys = allKeys().map(({ key }) => key);
  const guess = nearest(general, keys) ?? keys.find((key) => key.endsWith(last));
  throw new AutodevError('invalid_input', `unknown key: ${text}`, {
    hint: guess === undefined ? 'see autodev config show for all of them' : `did you mean ${guess}?`,
  });
}
