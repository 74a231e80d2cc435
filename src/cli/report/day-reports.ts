import type { LoadedConfig } from '../../config/load.ts';
import { knowledgeSources } from '../../compose/knowledge/sources.ts';
import { transcriptRoots } from '../../compose/knowledge/transcript-roots.ts';
import { systemRandom } from '../../host/random.ts';
import type { Store } from '../../store/store.ts';
import { messageOf } from '../../work/errors.ts';
import { isWithin } from '../../workflows/knowledge/facts/outcomes.ts';
import { dayMaterial, hadWork } from '../../workflows/knowledge/gather/day-material.ts';
import { dailyReport, type DailyReport } from '../../workflows/knowledge/report/daily-report.ts';
import { reportOfFacts } from '../../workflows/knowledge/report/make-report.ts';
import { findRepo, knownRepos } from '../repo/known.ts';

export interface RepoReport {
  repo: string;
  report: DailyReport;
}

/** The reports of a day: as the daemon made them, or made now. Repositories that nothing was done in have none, unless one is asked for by name. */
export async function dayReports(
  parts: {
    store: Store;
    loaded: LoadedConfig;
    home: string;
    signal: AbortSignal;
    say: (text: string) => void;
  },
  day: string,
  wanted: string | undefined,
): Promise<RepoReport[]> {
  const { store, loaded, home, signal, say } = parts;
  const known = await knownRepos(store, loaded);
  const repos = wanted === undefined ? known : [findRepo(known, wanted)];
  const sources = knowledgeSources({
    store,
    logs: () => loaded.config.daemon.log_dir,
    roots: transcriptRoots(home),
    random: systemRandom,
    failed: (error) => say(`autodev: without the sessions, the index cannot be read: ${messageOf(error)}\n`),
  });
  const reports: RepoReport[] = [];
  for (const { name: repo } of repos) {
    const made = dailyReport.safeParse((await store.reports.get(repo, day))?.body).data;
    if (made !== undefined) {
      reports.push({ repo, report: made });
      continue;
    }
    const material = await dayMaterial(sources, repo, day, signal);
    if (wanted !== undefined || hadWork(material.events.filter((event) => isWithin(event, material))))
      reports.push({ repo, report: reportOfFacts(material, loaded.config.language) });
  }
  return reports;
}
