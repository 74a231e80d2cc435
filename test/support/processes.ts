import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export async function until(done: () => unknown): Promise<void> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    if (await done()) return;
    await sleep(10);
  }
  throw new Error('waited in vain');
}

function eachProcess<T>(read: (pid: string) => T[]): T[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return read(pid);
      } catch {
        return [];
      }
    });
}

/** Living processes that carry the run's tag. */
export function tagged(tag: string): string[] {
  return eachProcess((pid) =>
    readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`AUTODEV_RUN=${tag}\0`) ? [pid] : [],
  );
}

export function commandLines(): string[] {
  return eachProcess((pid) => [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()]);
}
