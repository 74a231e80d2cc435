import { join } from 'node:path';
import { exists, list } from '../../host/fs/files.ts';
import { lineBuffer } from '../../host/fs/line-file.ts';
import { parseHead } from '../../store/chain/chain.ts';
import type { LoggedHead } from '../../store/chain/check.ts';

const NAME = /^daemon\.(\d{4}-\d{2}-\d{2})\.log$/;

/** Where the chain stood after each effect, as the daily logs have it, oldest day first. */
export async function loggedHeads(folder: string): Promise<LoggedHead[]> {
  if (!(await exists(folder))) return [];
  const names = (await list(folder)).map(({ name }) => name).sort();
  return names.flatMap((name) => {
    const day = NAME.exec(name)?.[1];
    return day === undefined ? [] : headsIn(join(folder, name), day);
  });
}

function headsIn(path: string, day: string): LoggedHead[] {
  const file = lineBuffer().open(path);
  if (file === undefined) return [];
  const found: LoggedHead[] = [];
  const take = (bytes: Buffer, start: number, end: number): boolean => {
    const head = headIn(bytes.toString('utf8', start, end));
    if (head !== undefined) found.push({ day, ...head });
    return true;
  };
  try {
    file.lines(0, { line: (...at) => void take(...at), longLine: () => {}, rest: take, refill: () => {} });
  } finally {
    file.close();
  }
  return found;
}

function headIn(line: string) {
  if (!line.includes('"effect.done"')) return undefined;
  try {
    const event = JSON.parse(line) as { chain?: unknown };
    return typeof event.chain === 'string' ? parseHead(event.chain) : undefined;
  } catch {
    // Cut off by a full disk or by a hand: it says nothing.
    return undefined;
  }
}
