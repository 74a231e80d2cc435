import { parse } from 'yaml';
import type { KeyPath } from '../../config/file/source.ts';
import { schemaAt } from '../../config/keys/keys.ts';
import { AutodevError, messageOf } from '../../work/errors.ts';

/** Where text is wanted, `5` and `true` are text. */
export function valueOf(path: KeyPath, given: string): unknown {
  if (schemaAt(path)?.type === 'string') return given;
  try {
    return parse(given) as unknown;
  } catch (error) {
    throw new AutodevError('invalid_input', `the value is not YAML: ${given}`, { why: messageOf(error) });
  }
}
