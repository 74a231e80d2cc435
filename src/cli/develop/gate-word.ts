import { resolve } from 'node:path';
import { AutodevError, messageOf } from '../../work/errors.ts';
import { readCapped } from '../../host/fs/plain-file.ts';
import { GATES, type GateName } from '../../workflows/develop/gates/gates.ts';
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
  const text = await readCapped(file, { cap: CAP, followLinks: true }).catch((error: unknown) => {
    throw new AutodevError('invalid_input', `cannot read the evidence ${file}`, { why: messageOf(error) });
  });
  if (text !== undefined) return { file, text };
  throw new AutodevError('not_found', `cannot read the evidence ${file}`, { why: 'there is no such file' });
}
