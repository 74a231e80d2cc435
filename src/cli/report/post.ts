import { openClient } from '../../api/control/client.ts';
import { childEnvironment } from '../../config/environment.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { lockHolder } from '../../daemon/lock.ts';
import { systemClock } from '../../host/clock.ts';
import { openHost } from '../../host/host.ts';
import { dayNumber, dayOf } from '../../work/day.ts';
import { counted } from '../../work/counted.ts';
import { AutodevError } from '../../work/errors.ts';
import { parseWorkId, workId, type WorkId } from '../../work/ids.ts';
import { DAILY } from '../../workflows/knowledge/facts/task-name.ts';
import type { Input } from '../command.ts';
import { readStore } from '../daemon/stores.ts';
import { knownRepos } from '../repo/known.ts';
import { dayReports } from './day-reports.ts';

/** Posts the reports of a day that had work: by the daemon where one runs, else here. */
export async function postReports(input: Input, loaded: LoadedConfig, day: string): Promise<void> {
  const { home, signal, io } = input;
  if (day >= dayOf(systemClock.now()))
    throw new AutodevError('usage', `${day} is not over yet`, {
      hint: 'a day is posted once, when it is whole',
    });
  const reports = await readStore(home, (store) =>
    dayReports({ store, loaded, home, signal, say: io.err }, day, input.text('repo')),
  );
  const watched = await readStore(home, (store) => knownRepos(store, loaded));
  const works = reports
    .filter(({ repo }) => watched.some(({ name, enabled }) => enabled && name === repo))
    .map(({ repo }) => workId(DAILY, repo, dayNumber(day)));
  const unwatched = reports.filter(({ repo }) => !works.some((work) => parseWorkId(work).repo === repo));
  for (const { repo } of unwatched) io.err(`${repo} is not watched: its report is not posted\n`);
  if (works.length === 0) return;
  if ((await lockHolder(home)) !== undefined) return leaveToDaemon(input, works);
  const { postReports: post } = await import('../../compose/knowledge/post-report.ts');
  const host = openHost({ env: childEnvironment() });
  const left = await post({ home, host, parsed: loaded, works, signal });
  for (const [work, how] of left) io.err(`${work} ${how}\n`);
  const missed = works.filter((work) => left.get(work)?.startsWith('done: ') !== true);
  if (missed.length > 0)
    throw new AutodevError('failed', `${counted(missed.length, 'report')} could not be posted`, {
      why: missed.map((work) => `${work} ${left.get(work) ?? 'was not begun'}`).join('; '),
    });
}

async function leaveToDaemon({ home, signal, io }: Input, works: readonly WorkId[]): Promise<void> {
  const client = openClient(home, { signal });
  for (const work of works)
    io.err(`${(await client.tell({ name: 'retry', work })) ?? 'the daemon has ended'}\n`);
}
