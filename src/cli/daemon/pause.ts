import type { Input } from '../command.ts';
import { tellDaemon } from './tell.ts';

export async function run(input: Input): Promise<void> {
  await tellDaemon(input, { name: 'pause' });
}
