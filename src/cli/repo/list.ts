import { loadConfig } from '../../config/load.ts';
import { systemClock } from '../../host/clock.ts';
import type { Input } from '../command.ts';
import { readStore } from '../daemon/stores.ts';
import { palette } from '../io.ts';
import { ago } from '../../render/moments.ts';
import { table } from '../../render/table.ts';
import { knownRepos, type KnownRepo } from './known.ts';

const isTakenOut = ({ enabled, origin }: KnownRepo) => !enabled && origin === 'taken_out';

export async function run({ io, json, home }: Input): Promise<void> {
  const loaded = await loadConfig(home);
  const repos = await readStore(home, (store) => knownRepos(store, loaded));
  if (json) {
    const repositories = repos.map(({ name, url, enabled, origin, place, lastScan }) => ({
      name,
      url,
      enabled,
      origin,
      place,
      last_scan: lastScan,
    }));
    io.out(`${JSON.stringify({ schema_version: 1, repositories })}\n`);
    return;
  }
  if (repos.length === 0) {
    io.err('no repositories yet: autodev repo add URL\n');
    return;
  }
  const now = io.outIsTerminal ? systemClock.now() : null;
  io.out(
    table(
      [{ head: 'NAME' }, { head: 'STATE' }, { head: 'SCANNED' }, { head: 'ORIGIN' }, { head: 'URL' }],
      repos.map((repo) => [
        repo.name,
        repo.enabled ? 'enabled' : isTakenOut(repo) ? 'stopped' : 'disabled',
        ago(repo.lastScan, now),
        repo.place ?? (isTakenOut(repo) ? 'taken out of config.yaml' : 'repo add'),
        repo.url,
      ]),
      palette(io.color).dim,
    ),
  );
}
