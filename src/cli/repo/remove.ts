import { loadConfig } from '../../config/load.ts';
import type { Input } from '../command.ts';
import { writeStore } from '../daemon/stores.ts';
import { findRepo, knownRepos } from './known.ts';
import { wakeDaemon } from './wake.ts';

/** Taken out of the file too, where it stands there: otherwise the next start would bring it back. */
export async function run({ args, io, json, home }: Input): Promise<void> {
  const [{ editRepos }, { saveConfig }] = await Promise.all([
    import('../../config/file/edit.ts'),
    import('../../config/file/save.ts'),
  ]);
  const loaded = await loadConfig(home);
  const repo = await writeStore(home, async (store) => {
    const found = findRepo(await knownRepos(store, loaded), args[0] ?? '');
    if (found.entry !== undefined)
      await saveConfig(editRepos(loaded.source.text, { remove: found.name }), { file: loaded.file, home });
    await store.repositories.remove(found.name);
    return found;
  });
  await wakeDaemon(home, repo.name);
  if (json) io.out(`${JSON.stringify({ schema_version: 1, name: repo.name, removed: true })}\n`);
  else
    io.err(
      `${repo.name} is no longer worked on${repo.place === null ? '' : ` (taken out of ${repo.place})`}\n`,
    );
}
