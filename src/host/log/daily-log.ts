import { join } from 'node:path';
import pino from 'pino';
import { appendFileSync, readdirSync, rmSync } from '../fs/node-fs.ts';
import type { Clock } from '../clock.ts';
import { makeFolderSync } from '../fs/files.ts';
import type { HeldSecret } from '../../work/secrets/held.ts';
import { redact } from './redact.ts';

export interface DailyLog {
  /** One JSON line into today's file; its time is its `at`, or now. A full disk must not stop the work, so a failed line is dropped. */
  line(fields: Readonly<Record<string, unknown>>, level?: 'info' | 'warn' | 'error'): void;
  /** Deletes files past retention. */
  clean(): void;
}

const NAME = /^daemon\.(\d{4}-\d{2}-\d{2})\.log$/;

/** `daemon.YYYY-MM-DD.log` by local date, rolled at midnight by the name alone. The folder may be another one later. */
export function dailyLog(
  folder: () => string,
  clock: Clock,
  retentionDays: () => number,
  held: () => readonly HeldSecret[] = () => [],
): DailyLog {
  let made: string | undefined;
  const destination = {
    write: (line: string) => {
      try {
        const place = folder();
        if (made !== place) makeFolderSync(place, 0o700);
        made = place;
        const file = join(place, `daemon.${localDate(clock.now())}.log`);
        appendFileSync(file, redact(line, held()), { mode: 0o600 });
      } catch {
        made = undefined;
      }
    },
  };
  const log = pino({ base: null, timestamp: false }, destination);
  return {
    line: (fields, level = 'info') => log[level]({ at: new Date(clock.now()).toISOString(), ...fields }),
    clean: () => {
      const oldest = localDate(clock.now() - retentionDays() * 24 * 3_600_000);
      let names: string[];
      try {
        names = readdirSync(folder());
      } catch {
        return;
      }
      for (const name of names) {
        const date = NAME.exec(name)?.[1];
        if (date !== undefined && date < oldest) rmSync(join(folder(), name), { force: true });
      }
    },
  };
}

export function localDate(ms: number): string {
  const day = new Date(ms);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
