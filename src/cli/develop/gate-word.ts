import { resolve } from 'node:path';
import { AutodevError, messageOf } from '../../work/errors.ts';
import { errorCode } from '../../host/files.ts';
import { readCapped } from '../../host/plain-file.ts';
import { GATES, type GateName } from '../../workflows/develop/gates.ts';
import type { Input } from '../command.ts';

const CAP = 1024 * 1024;

export function gateNamed(input: Input): GateName {
  const found = GATES.find((gate) => gate === input.args[0]);
  if (found === undefined)
    throw new AutodevError('usage', `unknown gate: ${input.args[0] ?? ''}`, {
      hint: `one of ${GATES.join(', ')}`,
    });
  return found;
}

/** What a person's decision rests on: the file as it is now, since it may change later. */
export async function evidenceIn(input: Input): Promise<{ file: string; text: string } | undefined> {
  const name = input.text('evidence');
  if (name === undefined) return undefined;
  const file = resolve(process.cwd(), name);
  try {
    return { file, text: await readCapped(file, CAP) };
  } catch (error) {
    const missing = errorCode(error) === 'ENOENT';
    throw new AutodevError(missing ? 'not_found' : 'invalid_input', `cannot read the evidence ${file}`, {
      why: missing ? 'there is no such file' : messageOf(error),
    });
  }
}
