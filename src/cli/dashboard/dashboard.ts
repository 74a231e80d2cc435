import type { Input } from '../command.ts';

export async function run(input: Input): Promise<number> {
  return (await import('./terminal.ts')).runTerminal(input);
}
