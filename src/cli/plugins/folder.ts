import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exists } from '../../host/fs/files.ts';
import { AutodevError } from '../../work/errors.ts';

/** The plugins that came with this program: beside `src` in a checkout, beside `dist` in a package. */
export async function pluginsFolder(): Promise<string> {
  const folder = fileURLToPath(new URL('../../../plugins', import.meta.url));
  if (await exists(join(folder, '.claude-plugin', 'marketplace.json'))) return folder;
  throw new AutodevError('not_found', `the plugins are missing at ${folder}`, {
    hint: 'install autodev again',
  });
}
