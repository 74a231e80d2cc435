import { configJsonSchema } from '../../config/keys/keys.ts';
import type { Input } from '../command.ts';

export function run({ io }: Input): void {
  io.out(`${JSON.stringify(configJsonSchema(), null, 2)}\n`);
}
