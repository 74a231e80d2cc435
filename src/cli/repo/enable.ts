import type { Input } from '../command.ts';
import { switchRepo } from './switch.ts';

export async function run(input: Input): Promise<void> {
  await switchRepo(input, true);
}
