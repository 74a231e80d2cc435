import type { Input } from '../command.ts';
import { judge } from './judge.ts';

export const run = (input: Input): Promise<void> => judge(input, 'review');
