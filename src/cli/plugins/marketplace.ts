import { join } from 'node:path';
import { z } from 'zod';
import { readText } from '../../host/fs/files.ts';
import { pluginsFolder } from './folder.ts';

const schema = z.object({
  name: z.string(),
  plugins: z.array(z.object({ name: z.string(), description: z.string() })),
});

/** What the plugins that came with this program say of themselves. */
export async function readMarketplace(): Promise<z.output<typeof schema> & { folder: string }> {
  const folder = await pluginsFolder();
  const text = await readText(join(folder, '.claude-plugin', 'marketplace.json'));
  return { ...schema.parse(JSON.parse(text)), folder };
}
