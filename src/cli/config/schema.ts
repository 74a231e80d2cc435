import type { Input } from '../command.ts';

export async function run({ io }: Input): Promise<void> {
  const { configJsonSchema } = await import('../../config/keys/keys.ts');
  io.out(`${JSON.stringify(configJsonSchema(), null, 2)}\n`);
}
