import type { Input } from '../command.ts';
import { callHook } from './call.ts';

export async function run(input: Input): Promise<void> {
  input.io.out(await callHook('session-start.cjs', '', input.signal));
}
