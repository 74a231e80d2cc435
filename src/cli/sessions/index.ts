import type { Input } from '../command.ts';
import { placesOf } from './places.ts';
import { refresh } from './refresh.ts';

export async function run(input: Input): Promise<void> {
  const summary = await refresh(input, placesOf(input), input.flag('full'));
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
      `${summary.sessions} sessions in ${summary.files} transcripts`,
      `  read ${read}, appended ${appended}, unchanged ${unchanged}, removed ${removed}`,
      ...(odd.length === 0 ? [] : [`  skipped: ${odd.join(', ')}`]),
      `  ${summary.db}`,
      '',
    ].join('\n'),
  );
}
