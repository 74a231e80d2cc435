import type { Input } from '../command.ts';
import { callHook } from './call.ts';

export async function run(input: Input): Promise<void> {
  input.io.out(await callHook('develop-phase-gate.cjs', await input.io.readInput(), input.signal));
}
