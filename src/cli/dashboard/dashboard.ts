import { AutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';

export async function run(input: Input): Promise<number> {
  if (input.flag('web')) return (await import('./web.ts')).runWeb(input);
  if (input.text('port') !== undefined) throw new AutodevError('usage', '--port needs --web');
  return (await import('./terminal.ts')).runTerminal(input);
}
