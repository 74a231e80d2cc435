import { counted } from '../../work/counted.ts';
import type { Input } from '../command.ts';
import { nothingFound } from './nothing-found.ts';
import { placesOf } from './places.ts';
import { refresh } from './refresh.ts';

export async function run(input: Input): Promise<void> {
  const places = placesOf(input);
  const summary = await refresh(input, places, input.flag('full'));
  if (summary.files === 0) input.io.err(`${nothingFound(places.roots)}\n`);
  if (input.json) {
    input.io.out(`${JSON.stringify(summary)}\n`);
    return;
  }
  const { read, appended, unchanged, removed } = summary;
  const odd = [
    [summary.unknown_records, 'unknown records'],
    [summary.broken_lines, 'broken lines'],
    [summary.long_lines, 'lines too long to read'],
  ].flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  input.io.out(
    [
      `${counted(summary.sessions, 'session')} in ${counted(summary.files, 'transcript')}`,
      `  read ${read}, appended ${appended}, unchanged ${unchanged}, removed ${removed}`,
      ...(odd.length === 0 ? [] : [`  skipped: ${odd.join(', ')}`]),
      `  ${summary.db}`,
      '',
    ].join('\n'),
  );
}
