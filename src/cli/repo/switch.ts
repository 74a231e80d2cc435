import { loadConfig } from '../../config/load.ts';
import type { Input } from '../command.ts';
import { writeStore } from '../daemon/stores.ts';
import { findRepo, knownRepos } from './known.ts';
import { wakeDaemon } from './wake.ts';

export const enable = (input: Input): Promise<void> => switchRepo(input, true);
export const disable = (input: Input): Promise<void> => switchRepo(input, false);

/** Enables or disables a repository in every place that says it: the file would win again at the next start. */
async function switchRepo({ args, io, json, home }: Input, enabled: boolean): Promise<void> {
  const [{ setKey }, { saveConfig }] = await Promise.all([
    import('../../config/file/edit.ts'),
    import('../../config/file/save.ts'),
  ]);
  const loaded = await loadConfig(home);
  const repo = await writeStore(home, async (store) => {
    const found = findRepo(await knownRepos(store, loaded), args[0] ?? '');
    if (found.entry !== undefined && found.enabled !== enabled) {
      const text = setKey(loaded.source.text, ['repos', found.entry, 'enabled'], enabled);
      await saveConfig(text, { file: loaded.file, home });
    }
    await store.repositories.setEnabled(found.name, enabled);
    return found;
  });
  await wakeDaemon(home, repo.name);
  const state = enabled ? 'enabled' : 'disabled';
  if (json) {
    io.out(
      `${JSON.stringify({ schema_version: 1, name: repo.name, enabled, changed: repo.enabled !== enabled })}\n`,
    );
  } else if (repo.enabled === enabled) io.err(`${repo.name} was ${state} already\n`);
  else {
    const where = repo.place === null ? '' : ` (changed in ${repo.place})`;
    const more = enabled ? '' : '; what runs now is finished, nothing new begins';
    io.err(`${repo.name} is ${state}${where}${more}\n`);
  }
}
