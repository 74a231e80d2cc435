import { table } from '../../render/table.ts';
import type { Input } from '../command.ts';
import { palette } from '../io.ts';

export async function run({ io, json }: Input): Promise<void> {
  const { readMarketplace } = await import('./marketplace.ts');
  const { name: marketplace, plugins, folder } = await readMarketplace();
  if (json) io.out(`${JSON.stringify({ schema_version: 1, marketplace, folder, plugins })}\n`);
  else
    io.out(
      table(
        [{ head: 'PLUGIN' }, { head: 'WHAT IT DOES' }],
        plugins.map(({ name, description }) => [name, description]),
        palette(io.color).dim,
      ),
    );
}
