import { loadConfig } from '../../config/load.ts';
import { nameFromUrl, urlOfRepository } from '../../config/repo/repo-url.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';
import { writeStore } from '../daemon/stores.ts';
import { knownRepos } from './known.ts';
import { wakeDaemon } from './wake.ts';

export async function run(input: Input): Promise<void> {
  const { warnIfUnknown } = await import('./warn-unknown.ts');
  const { io, json, home } = input;
  const given = (input.args[0] ?? '').trim();
  // Refused before a configuration with a mistake in it is.
  nameFromUrl(urlOfRepository(given));
  const enabled = !input.flag('disabled');
  const loaded = await loadConfig(home);
  const url = urlOfRepository(given, loaded.config.github.api_url);
  const name = nameFromUrl(url);
  await writeStore(home, async (store) => {
    const there = (await knownRepos(store, loaded)).find(
      (repo) => repo.name.toLowerCase() === name.toLowerCase(),
    );
    // One that was taken out of the file is taken up anew, from now on by command.
    if (there !== undefined && there.origin !== 'taken_out') {
      throw new AutodevError('invalid_input', `${there.name} is already registered`, {
        why: there.place === null ? `by autodev repo add, as ${there.url}` : `in ${there.place}`,
        hint: there.enabled ? undefined : `it is disabled: autodev repo enable ${there.name}`,
      });
    }
    await store.repositories.put({ name, url, enabled, origin: 'command' });
  });
  const unknown = await warnIfUnknown(name, loaded.config.github);
  if (unknown !== undefined) io.err(`autodev: warning: ${unknown}\n`);
  const woken = await wakeDaemon(home, name);
  if (json) {
    io.out(`${JSON.stringify({ schema_version: 1, name, url, enabled, origin: 'command' })}\n`);
    return;
  }
  const next = woken ? 'the daemon looks at it now' : 'autodev start begins work on it';
  io.err(`${name} is registered${enabled ? `; ${next}` : ', but rests: autodev repo enable lets it work'}\n`);
}
