import { dirname, resolve } from 'node:path';
import { loadConfig } from '../../config/load.ts';
import { systemClock } from '../../host/clock.ts';
import { exists, fileError, overwriteText } from '../../host/fs/files.ts';
import { parseDay } from '../../work/day.ts';
import { reportHtml } from '../../workflows/knowledge/report/html.ts';
import { reportMarkdown } from '../../workflows/knowledge/report/markdown.ts';
import { reportText } from '../../workflows/knowledge/report/text.ts';
import { AutodevError } from '../../work/errors.ts';
import { table } from '../../render/table.ts';
import { inert } from '../../render/visible.ts';
import { readStore } from '../daemon/stores.ts';
import type { Input } from '../command.ts';
import { palette } from '../io.ts';
import { wireReport } from './wire.ts';
import type { RepoReport } from './day-reports.ts';

export async function run(input: Input): Promise<void> {
  const { dayReports } = await import('./day-reports.ts');
  const { io, json, home, signal } = input;
  const day = parseDay(input.text('day') ?? 'yesterday', systemClock.now());
  if (json && input.flag('markdown'))
    throw new AutodevError('usage', '--json and --markdown exclude each other');
  const page = input.text('html');
  // Before anything is posted.
  if (page !== undefined && !(await exists(dirname(resolve(page)))))
    throw new AutodevError('not_found', `there is no folder ${dirname(page)}`, {
      hint: 'make it first, or name another file with --html',
    });
  const loaded = await loadConfig(home);
  if (input.flag('post')) {
    const { postReports } = await import('./post.ts');
    await postReports(input, loaded, day);
  }
  const reports = await readStore(home, (store) =>
    dayReports({ store, loaded, home, signal, say: io.err }, day, input.text('repo')),
  );
  const { language } = loaded.config;
  if (page !== undefined) {
    await overwriteText(page, reportHtml(reports, day, language)).catch((error: unknown) => {
      throw fileError(error, `cannot write ${page}`, '--html');
    });
    io.err(`${page} has the report\n`);
  }
  if (json) io.out(`${JSON.stringify(wireReport(day, reports))}\n`);
  else if (page === undefined) print(input, reports, language);
  if (reports.length === 0) io.err(`nothing was worked on on ${day}\n`);
}

function print({ io, flag }: Input, reports: readonly RepoReport[], language: 'en' | 'ko'): void {
  const { bold, dim } = palette(io.color);
  const texts = inert(reports).map(({ repo, report }) =>
    flag('markdown')
      ? `# ${repo} ${report.date}\n\n${reportMarkdown(report, { language })}\n`
      : reportText(repo, report, language, { bold, table: ({ columns, rows }) => table(columns, rows, dim) }),
  );
  io.out(texts.join('\n'));
}
