import { join } from 'node:path';
import { writeAtomic } from '../../../host/fs/files.ts';
import { readTextSync } from '../../../host/fs/sync-files.ts';
import { sha256 } from '../../../host/hash.ts';
import type { FinishedModule } from '../../../spec/compile/finished.ts';
import { openSerial } from '../../../work/serial.ts';

/** What is remembered of a project's modules, beside the project: losing it costs money, nothing else. */
export interface FinishedFile {
  get(dir: string): FinishedModule | undefined;
  set(dir: string, finished: FinishedModule): Promise<void>;
}

export function projectId(root: string): string {
  return sha256(root).slice(0, 12);
}

export function openFinished(home: string, root: string): FinishedFile {
  const file = join(home, 'compile', `${projectId(root)}.json`);
  const turns = openSerial();
  const modules = read(file);
  return {
    get: (dir) => modules[dir],
    set: (dir, finished) =>
      turns.run('write', async () => {
        modules[dir] = finished;
        await writeAtomic(file, `${JSON.stringify({ root, modules })}\n`, 0o600);
      }),
  };
}

function read(file: string): Record<string, FinishedModule> {
  try {
    const { modules } = JSON.parse(readTextSync(file) ?? '{}') as {
      modules?: Record<string, FinishedModule>;
    };
    return modules ?? {};
  } catch {
    return {};
  }
}

/** The hash of a file as it lies in the project; undefined when it is not there. */
export function hashNow(root: string): (path: string) => string | undefined {
  return (path) => {
    const text = readTextSync(join(root, path));
    return text === undefined ? undefined : sha256(text);
  };
}
