import { childEnvironment } from '../../config/environment.ts';
import { systemClock } from '../../host/clock.ts';
import { readTextIfAny } from '../../host/fs/files.ts';
import { sizeOf } from '../../host/fs/replace-file.ts';
import type { Row } from '../../host/db/sqlite.ts';
import { sinceOf } from '../../sessions/perspectives/since.ts';
import { AutodevError, isAutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';
import { csvText } from './csv.ts';
import { nothingFound } from './nothing-found.ts';
import type { Places } from './places.ts';
import { tableText } from './table.ts';

export async function run(input: Input): Promise<void> {
  const { placesOf } = await import('./places.ts');
  if (input.json && input.flag('csv')) throw new AutodevError('usage', '--json and --csv exclude each other');
  if (input.flag('list-perspectives')) return print(input, await perspectiveRows());
  const answer = await questionOf(input);
  const places = await withOwnScope(placesOf(input));
  const files = await bringUpToDate(input, places);
  const rows = await answer(places.path);
  print(input, rows);
  if (rows.length === 0 && files === 0) input.io.err(`${nothingFound(places.roots)}\n`);
}

type Answer = (index: string) => Row[] | Promise<Row[]>;

/** What is asked, checked before anything is read. */
async function questionOf(input: Input): Promise<Answer> {
  const sql = await sqlOf(input);
  const perspective = input.text('perspective');
  if (sql !== undefined) {
    for (const name of ['perspective', 'session-filter', 'since', 'param'])
      if (input.texts(name).length > 0)
        throw new AutodevError('usage', `--sql and --${name} exclude each other`);
    const [{ askSql }, { systemProcesses }] = await Promise.all([
      import('../../sessions/query/sql.ts'),
      import('../../host/process/process.ts'),
    ]);
    const options = { processes: systemProcesses(), env: childEnvironment(), signal: input.signal };
    return (index) => askSql(index, sql, options);
  }
  if (perspective === undefined)
    throw new AutodevError('usage', 'what is the question?', {
      hint: 'name one with --perspective; --list-perspectives shows them',
    });
  const { askIndex, prepareQuestion } = await import('../../sessions/query/ask.ts');
  const question = prepareQuestion({
    perspective,
    params: input.texts('param'),
    filter: input.text('session-filter'),
    since: sinceIn(input),
  });
  return (index) => askIndex(index, question);
}

async function sqlOf(input: Input): Promise<string | undefined> {
  const file = input.text('sql-file');
  if (file === undefined) return input.text('sql');
  if (input.text('sql') !== undefined)
    throw new AutodevError('usage', '--sql and --sql-file exclude each other');
  const text = file === '-' ? await input.io.readInput() : await readTextIfAny(file);
  if (text === undefined) throw new AutodevError('not_found', `no such file: ${file}`);
  return text;
}

function sinceIn(input: Input): string | undefined {
  const given = input.text('since');
  if (given === undefined) return undefined;
  const since = sinceOf(given, systemClock.now());
  if (since === undefined)
    throw new AutodevError('usage', `--since takes a date, a time or a span such as 7d, not "${given}"`);
  return since;
}

/** An index named with `--db` alone is kept up to date with what it was made from. */
async function withOwnScope(places: Places): Promise<Places> {
  if (!places.onlyIndex) return places;
  const { scopeOf } = await import('../../sessions/index/scope.ts');
  const own = scopeOf(places.path);
  return own === undefined ? places : { ...places, ...own };
}

/** An index that cannot be written is asked as it is. Tells how many transcripts there are, if it could look. */
async function bringUpToDate(input: Input, places: Places): Promise<number | undefined> {
  try {
    const { refresh } = await import('./refresh.ts');
    return (await refresh(input, places)).files;
  } catch (error) {
    if (!isAutodevError(error, 'io') || sizeOf(places.path) === undefined) throw error;
    input.io.err(`autodev: the index is not up to date: ${error.message}\n`);
    return undefined;
  }
}

async function perspectiveRows(): Promise<Row[]> {
  const { PERSPECTIVES } = await import('../../sessions/perspectives/all.ts');
  return PERSPECTIVES.map(({ name, about, params }) => ({
    name,
    params: Object.entries(params)
      .map(([param, { default: standard }]) => (standard === undefined ? param : `${param}=${standard}`))
      .join(', '),
    about,
  }));
}

function print(input: Input, rows: readonly Row[]): void {
  if (input.json) input.io.out(`${JSON.stringify(rows)}\n`);
  else if (input.flag('csv')) input.io.out(csvText(rows));
  else if (rows.length === 0) input.io.err('no rows\n');
  else input.io.out(tableText(rows, input.io));
}
