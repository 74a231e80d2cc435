import type { Input } from '../command.ts';

export async function run(input: Input): Promise<void> {
  const { judge } = await import('./judge.ts');
  return judge(input, 'verify');
}
